import { EXIT } from '../../core/errors.js';
import type { Command } from '../command.js';
import { parseTopologyOptions, TOPOLOGY_FLAGS, textOf } from '../topology-flags.js';

export const topologyCommand: Command = {
  name: 'topology',
  summary: 'Show CPUs, caches and nodes, and the pods that every affinity scope makes of them.',
  flags: {
    ...TOPOLOGY_FLAGS,
    json: { type: 'string', requiresArg: true, describe: 'write JSON to FILE, or - for stdout' },
  },
  examples: [
    ['topology', 'this machine'],
    ['topology --shards 1,2,4 --json -', 'as JSON, with three ways of sharding'],
    ["topology --topology 'package:2 l3:4 core:8 pu:2'", 'a machine described by hwloc'],
  ],
  async run(args, { io }) {
    const options = parseTopologyOptions(args);
    const json = textOf(args, 'json');
    const { showTopology } = await import('../show-topology.js');
    showTopology(options, json, io);
    return EXIT.ok;
  },
};
