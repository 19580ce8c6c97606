import { spawn } from 'node:child_process';

export interface RunOptions {
  readonly directory?: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Called for each line of output as it arrives. */
  readonly onLine?: (line: string) => void;
}

export interface RunResult {
  /** The exit code. A killed process gives 128, as in shells. */
  readonly status: number;
  /** Both streams, in order of arrival. */
  readonly output: string;
}

const running = new Set<number>();

/**
 * Runs a program to its end and returns its output. If the program cannot be started, the result is status 127 with the reason as output.
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

/** Ends every running program that `runProcess` has started, with its children. */
export function killRunningProcesses(): void {
  for (const pid of running) killGroup(pid);
}

/** Ends the process group of a leader. A group that is gone is no error. */
function killGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // The process ended by itself in the meantime.
  }
}
