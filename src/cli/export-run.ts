import { dirname, join, parse } from 'node:path';
import { WqbenchError } from '../core/errors.js';
import type { Io } from '../core/io.js';
import type { ExportFormat } from '../report/formats.js';
import { hgrmFiles, type NamedText } from '../report/hdr/hgrm.js';
import { renderHlog } from '../report/hdr/hlog.js';
import { renderImported } from '../report/run/render-imported.js';
import { renderRun } from '../report/run/render-run.js';
import type { Style } from '../report/text/style.js';
import { readResult, readRun, resultFile } from '../results/file/read-result.js';
import { assertWritableFile } from '../results/file/writable.js';
import { type TrialHistogram, trialHistograms } from '../results/histograms/trial-histograms.js';
import { assertNotInput } from './inputs.js';
import { writeFiles, writeTextFile } from './output.js';

export interface ExportOptions {
  /** A run.json or its directory. */
  readonly run: string;
  readonly kind: ExportFormat;
  /** File, of hgrm the directory; null for the usual place. */
  readonly out: string | null;
}

/** `wqbench export`: the text on stdout, or into files whose names are printed. */
export function exportRun({ run, kind, out }: ExportOptions, io: Io): void {
  assertNotInput(out, [run]);
  switch (kind) {
    case 'csv':
    case 'markdown':
    case 'kernel':
      writeDocument(renderResult(run, kind), out ?? '-', io);
      break;
    case 'hlog':
      writeDocument(hlogOf(run), out ?? hlogPath(run), io);
      break;
    case 'hgrm':
      writeHgrm(hgrmOf(run), out ?? dirname(resultFile(run)), io);
      break;
  }
}

/** Nothing but the figures: no explanations, no terminal's style. */
const PLAIN: Style = { colour: false, unicode: true, columns: undefined };

function renderResult(path: string, kind: 'csv' | 'markdown' | 'kernel'): string {
  const { document } = readResult(path);
  if (document.source === 'imported') return renderImported(document, kind, PLAIN);
  return renderRun(document, kind, { ...PLAIN, explain: false });
}

function hlogOf(path: string): string {
  const run = readRun(path);
  return renderHlog(run, histogramsOf(run, path));
}

function hgrmOf(path: string): NamedText[] {
  const run = readRun(path);
  return hgrmFiles(run, histogramsOf(run, path));
}

function histogramsOf(run: Parameters<typeof trialHistograms>[0], path: string): TrialHistogram[] {
  const histograms = trialHistograms(run, resultFile(path));
  if (histograms.length > 0) return histograms;
  throw new WqbenchError('bad-result', `${resultFile(path)}: no valid trial`, 'measure again');
}

/** `run.hlog` beside `run.json`. */
function hlogPath(path: string): string {
  const { dir, name } = parse(resultFile(path));
  return join(dir, `${name}.hlog`);
}

function writeDocument(text: string, target: string, io: Io): void {
  if (target === '-') {
    io.stdout.write(text);
    return;
  }
  assertWritableFile(target);
  writeTextFile(target, text);
  io.stdout.write(`${target}\n`);
}

function writeHgrm(files: readonly NamedText[], directory: string, io: Io): void {
  if (directory === '-') {
    const nextStep = 'give --out a directory, or leave it out';
    throw new WqbenchError('bad-option', "--out '-' is one place for several files", nextStep);
  }
  writeFiles(files, directory, io);
}
