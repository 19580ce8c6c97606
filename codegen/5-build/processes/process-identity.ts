import { readFileSync } from 'node:fs';

/** A process, distinguished from a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** On Linux, the boot and the clock tick at which the process started (proc_pid_stat(5), field 22). Empty elsewhere. */
  readonly started: string;
}

export function identityOf(pid: number): ProcessIdentity {
  return { pid, started: startOf(pid) };
}

/** True if exactly this process still runs. If its start is unknown, true if any process has its number. */
export function isRunning({ pid, started }: ProcessIdentity): boolean {
  if (!signalReaches(pid)) return false;
  return started === '' || startOf(pid) === started;
}

function signalReaches(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name in parentheses, which may hold any character. The state follows the last parenthesis.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return '';
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`;
  } catch {
    return '';
  }
}
