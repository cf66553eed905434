import { WqbenchError } from '../../core/errors.js';
import type { Command } from '../command.js';
import { text, textOf, toggle } from '../flags.js';
import { parseTopologyOptions, TOPOLOGY_FLAGS, type TopologyOptions } from '../topology-flags.js';

export const topologyCommand: Command = {
  name: 'topology',
  summary: 'Show CPUs, caches and nodes, and the pods that every affinity scope makes of them.',
  flags: {
    ...TOPOLOGY_FLAGS,
    measure: toggle('also measure the latency between every two CPUs (about 15 s at most)'),
    'heat-map': text('draw what --measure found as an SVG into FILE'),
    json: text('write JSON to FILE, or - for stdout'),
  },
  examples: [
    ['topology', 'this machine'],
    ['topology --measure', 'and how far apart its CPUs are, and whether that fits'],
    ['topology --shards 1,2,4 --json -', 'as JSON, with three ways of sharding'],
    ["topology --topology 'package:2 l3:4 core:8 pu:2'", 'a machine described by hwloc'],
  ],
  async run(args, context) {
    const options = parseTopologyOptions(args);
    const measure = args.measure === true;
    if (measure) assertOwnMachine(options);
    const heatMap = textOf(args, 'heat-map');
    if (heatMap !== null && !measure) throw needsMeasure();
    if (heatMap === '-')
      throw new WqbenchError('bad-option', '--heat-map takes a FILE', 'name one');
    const { showTopology } = await import('../show-topology.js');
    return showTopology({ ...options, measure, heatMap, json: textOf(args, 'json') }, context);
  },
};

function needsMeasure(): WqbenchError {
  return new WqbenchError('bad-option', '--heat-map draws what --measure finds', 'give both');
}

function assertOwnMachine({ topology }: TopologyOptions): void {
  if (topology.kind === 'machine') return;
  const other =
    topology.kind === 'sysfs' ? `--sysfs '${topology.directory}'` : `--topology '${topology.text}'`;
  const message = `--measure cannot measure ${other}: only this machine is there to be measured`;
  throw new WqbenchError('bad-option', message, 'leave one of them out');
}
