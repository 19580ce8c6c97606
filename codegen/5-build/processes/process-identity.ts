import { readFileSync } from 'node:fs';

/** A process, told apart from a later one that was given the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Linux: the boot and the clock tick at which it started (proc_pid_stat(5), field 22). Elsewhere empty. */
  readonly started: string;
}

export function identityOf(pid: number): ProcessIdentity {
  return { pid, started: startOf(pid) };
}

/** Whether that very process still runs. Where starts are unknown, whether any process has its number. */
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
    // The second field is the name in parentheses, with anything in it; the state follows the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return '';
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`;
  } catch {
    return '';
  }
}
