import { Command, CommanderError } from 'commander';
import { packageVersion } from '../5-build/package-version.js';
import { registerBench } from './bench.js';
import { registerBuild } from './build.js';
import { registerCheck } from './check.js';
import { registerDoctor } from './doctor.js';
import { ExitStatus } from './exit-status.js';
import { registerExplain } from './explain.js';

/** Returns the commands and their options. `setStatus` gets the status of the command that ran. */
export function commandLine(setStatus: (status: number) => void): Command {
  const program = new Command('rowfuse')
    .description('Compiles row functions written in TypeScript into native code for Apache Arrow data.')
    .version(packageVersion())
    .showHelpAfterError('Run `rowfuse --help` for the commands and their options.')
    .exitOverride();
  registerBuild(program, setStatus);
  registerCheck(program, setStatus);
  registerExplain(program, setStatus);
  registerBench(program, setStatus);
  registerDoctor(program, setStatus);
  return program;
}

/** Runs the command that the arguments name, and returns the status with which the process should exit. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  let status: number = ExitStatus.ok;
  const program = commandLine((value) => {
    status = value;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) {
      // Requested help ends with 0, help for lack of a command with 1. Usage errors were printed already.
      return error.exitCode === 0 ? ExitStatus.ok : ExitStatus.usage;
    }
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`rowfuse failed unexpectedly. This is a bug in rowfuse: please report it.\n${text}\n`);
    return ExitStatus.usage;
  }
}
