/** In what shapes results are given; a file of its own, since the help of every command names some. */

export const REPORT_FORMATS = ['table', 'kernel', 'markdown', 'csv'] as const;

export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Of what is no run: comparisons, published tables. */
export const TABLE_FORMATS = ['table', 'markdown', 'csv'] as const;

export type TableFormat = (typeof TABLE_FORMATS)[number];

export const EXPORT_FORMATS = ['csv', 'markdown', 'kernel', 'hgrm', 'hlog'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];
