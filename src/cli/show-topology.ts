import type { Io } from '../core/io.js';
import { topologyJson, topologyReport } from '../report/topology-report.js';
import { renderTopology } from '../report/topology-text.js';
import { topologyInUse } from '../topology/topology-in-use.js';
import { assertJsonTarget, writeJson } from './json-output.js';
import { styleOf } from './terminal.js';
import type { TopologyOptions } from './topology-flags.js';

/** `wqbench topology`: text on stdout, and JSON to a file; or, for `-`, JSON alone on stdout. */
export function showTopology(options: TopologyOptions, json: string | null, io: Io): void {
  assertJsonTarget(json);
  const { topology } = topologyInUse(options.topology, options.cpus, io.root);
  const report = topologyReport(topology, options.policies);
  if (json !== '-') io.stdout.write(renderTopology(report, styleOf(io.stdout, io.env)));
  writeJson(json, topologyJson(report), io);
}
