import { EXIT } from '../../core/errors.js';
import type { Command } from '../command.js';
import { text, textOf } from '../flags.js';
import { styleOf } from '../terminal.js';
import { parseDurationMs } from '../values.js';

const DEFAULT_TIME = '100ms';

export const primitivesCommand: Command = {
  name: 'primitives',
  summary: 'Measure what the loop is made of: clocks, atomics, locks, pools, histograms, wake-ups.',
  flags: {
    duration: text(`time for each (${DEFAULT_TIME})`),
    json: text('write JSON to FILE, or - for stdout'),
  },
  examples: [
    ['primitives', 'a table of costs'],
    ['primitives --duration 1s --json costs.json', 'longer, and kept'],
  ],
  async run(args, { io, engine }) {
    const duration = textOf(args, 'duration') ?? DEFAULT_TIME;
    const timeMs = parseDurationMs('--duration', duration, [1, 60_000]);
    const json = textOf(args, 'json');
    const { ownCpus } = await import('../../runner/own-cpus.js');
    const { assertJsonTarget, writeJson } = await import('../output.js');
    const { primitivesJson, renderPrimitives } = await import('../../report/primitives-report.js');
    assertJsonTarget(json);
    const primitives = await engine.measurePrimitives(timeMs);
    const wakePath = await engine.measureWakeCosts(ownCpus(io.root), timeMs);
    const result = { ...primitives, wakePath };
    if (json !== '-') io.stdout.write(renderPrimitives(result, styleOf(io.stdout, io.env)));
    writeJson(json, primitivesJson(result), io);
    return EXIT.ok;
  },
};
