import type { ImportedRun } from '../../results/file/imported-run.js';
import type { Run } from '../../results/file/run-file.js';

/** A drawing with all it needs inside: it may be set into any page. */
export interface Chart {
  /** Name of its file and of its anchor in a page. */
  readonly id: string;
  readonly title: string;
  /** What is drawn and how to read it, in a sentence or two. */
  readonly description: string;
  readonly svg: string;
}

/** A result, and the name that charts of several give it. */
export interface ChartSource {
  readonly name: string;
  readonly document: Run | ImportedRun;
}
