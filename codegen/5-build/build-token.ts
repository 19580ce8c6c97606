import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * A random text in the environment of every program that a build starts, and of their children. It proves that a process belongs to that
 * build. A process number does not: numbers are reused, and a lock that names one may be forged.
 */
export type BuildToken = string & { readonly kind: 'BuildToken' };

const variable = 'ROWFUSE_BUILD_TOKEN';

export function createToken(): BuildToken {
  return randomUUID() as BuildToken;
}

/** Returns the value that a lock names if it has the form of a token, else undefined. */
export function tokenIn(value: unknown): BuildToken | undefined {
  const isToken = typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
  return isToken ? (value as BuildToken) : undefined;
}

/** Adds the token to an environment, so that a process which runs with it is known to belong to the build. */
export function withToken(environment: NodeJS.ProcessEnv, token: BuildToken): NodeJS.ProcessEnv {
  return { ...environment, [variable]: token };
}

/**
 * Ends the processes that carry a token in their environment. Only Linux shows environments (proc_pid_environ(5)), and only those of the
 * user's own processes; elsewhere nothing is ended.
 */
export function killProcessesOf(token: BuildToken): void {
  const mark = `${variable}=${token}`;
  for (const pid of numbersOfProcesses()) {
    if (!environmentOf(pid).includes(mark)) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process ended by itself in the meantime.
    }
  }
}

function numbersOfProcesses(): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^[1-9]\d*$/.test(name))
      .map(Number)
      .filter((pid) => pid !== process.pid);
  } catch {
    return [];
  }
}

function environmentOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return []; // The process belongs to another user, or is gone.
  }
}
