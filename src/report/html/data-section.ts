import { gzipSync } from 'node:zlib';
import type { Run } from '../../results/file/run-file.js';
import { renderRun } from '../run/render-run.js';
import { renderCsv } from '../text/csv.js';
import { formatBytes } from '../text/format.js';
import { type Html, html } from './markup.js';
import { trialColumns } from './trial-columns.js';

/** Most bytes of a file that is embedded; the page is to stay one that can be sent by mail. */
export const MOST_BYTES = 600_000;

/** The files inside the page, and in words what had to stay outside. */
export function renderData(run: Run, mostBytes: number): Html {
  const document = documentWithin(run, mostBytes);
  const files = [...document.files, ...tablesWithin(run, mostBytes)];
  return html`<p>${document.note} The files are inside this page; nothing is fetched.</p>
<ul class="downloads">
${files.map(renderFile)}
</ul>`;
}

interface EmbeddedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly meaning: string;
}

function renderFile({ name, type, bytes, meaning }: EmbeddedFile): Html {
  const address = `data:${type};base64,${bytes.toString('base64')}`;
  return html`<li><a download="${name}" href="${address}">${name}</a> (${formatBytes(bytes.length)}): ${meaning}</li>`;
}

/** The whole run; where that is too large, without what takes most of the room; else not at all. */
function documentWithin(run: Run, mostBytes: number) {
  const whole = runFile(run, 'every trial, gzipped; wqbench reads it as it is');
  if (whole.bytes.length <= mostBytes) {
    return { files: [whole], note: 'All data of the run can be saved from here.' };
  }
  const trials = run.trials.map((trial) => ({ ...trial, histograms: null }));
  const lean = runFile({ ...run, trials }, 'every trial without its histograms, gzipped');
  if (lean.bytes.length <= mostBytes) {
    const note =
      "The run can be saved from here without its trials' histograms, left out for size; they are in run.json.";
    return { files: [lean], note };
  }
  return { files: [], note: 'The run is too large to be part of this page; see run.json.' };
}

function runFile(run: Run, meaning: string): EmbeddedFile {
  const bytes = gzipSync(JSON.stringify(run));
  return { name: 'run.json.gz', type: 'application/gzip', bytes, meaning };
}

function tablesWithin(run: Run, mostBytes: number): EmbeddedFile[] {
  const tables = [
    csvFile('summary.csv', renderRun(run, 'csv', PLAIN), 'a line a configuration, in base units'),
    csvFile('trials.csv', renderCsv(trialColumns([]), run.trials), 'a line a trial, in base units'),
  ];
  return tables.filter(({ bytes }) => bytes.length <= mostBytes / 5);
}

const PLAIN = { colour: false, unicode: true, columns: undefined, explain: false };

function csvFile(name: string, text: string, meaning: string): EmbeddedFile {
  return { name, type: 'text/csv;charset=utf-8', bytes: Buffer.from(text), meaning };
}
