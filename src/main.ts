#!/usr/bin/env node
import { threadEngine } from './cli/engine.js';
import { outputFlushed, processIo } from './cli/process-io.js';
import { runCli, tell } from './cli/run-cli.js';
import { lostOutput } from './core/errors.js';

const io = processIo();
const exitCode = await runCli(process.argv.slice(2), io, threadEngine);
const loss = await outputFlushed();
// Threads that an interrupt left behind in their start must not keep the process alive.
process.exit(loss === null ? exitCode : tell(lostOutput('the output', loss), io));
