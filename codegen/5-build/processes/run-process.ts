import { spawn } from 'node:child_process';

export interface RunOptions {
  readonly directory?: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Called for each line of output, as it comes. */
  readonly onLine?: (line: string) => void;
}

export interface RunResult {
  /** The exit code; of a process that was killed, 128 as shells count. */
  readonly status: number;
  /** Both streams, in the order in which they came. */
  readonly output: string;
}

const running = new Set<number>();

/**
 * Runs a program to its end and returns all that it printed. A program that cannot be started is a result too, with
 * the reason as its output.
 */
export function runProcess(program: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  return new Promise((resolve) => {
    let output = '';
    let partial = '';
    const take = (chunk: string): void => {
      output += chunk;
      const lines = (partial + chunk).split('\n');
      partial = lines.pop() ?? '';
      for (const line of lines) options.onLine?.(line.trimEnd());
    };
    const child = spawn(program, args, {
      cwd: options.directory,
      env: options.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    const { pid } = child;
    if (pid !== undefined) running.add(pid);
    const finish = (result: RunResult): void => {
      if (pid !== undefined) running.delete(pid);
      resolve(result);
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    child.on('error', (error) => finish({ status: 127, output: `${output}${error.message}\n` }));
    child.on('close', (code) => finish({ status: code ?? 128, output }));
  });
}

/** Ends every program that `runProcess` has started and that still runs, with all that it started itself. */
export function killRunningProcesses(): void {
  for (const pid of running) killGroup(pid);
}

/** Ends a process group by its leader's number; one that is gone is no error. */
function killGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}
