#!/usr/bin/env node
import { threadEngine } from './cli/engine.js';
import { outputFlushed, processIo } from './cli/process-io.js';
import { runCli } from './cli/run-cli.js';

const exitCode = await runCli(process.argv.slice(2), processIo(), threadEngine);
await outputFlushed();
// Threads that an interrupt left behind in their start must not keep the process alive.
process.exit(exitCode);
