/** Of every result file; older versions are read, newer ones refused. */
export const SCHEMA_VERSION = 4;
