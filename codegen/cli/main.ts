#!/usr/bin/env node
import { killRunningProcesses } from '../5-build/processes/run-process.js';
import { runCommandLine } from './run-command-line.js';

for (const [signal, status] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const) {
  process.once(signal, () => {
    killRunningProcesses();
    process.exit(status);
  });
}

process.exitCode = await runCommandLine(process.argv.slice(2));
