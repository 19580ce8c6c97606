import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { WorkerMessage } from './worker.js';

const worker = fileURLToPath(new URL('worker.js', import.meta.url));

/** The time limit of one mutant, which takes some milliseconds, on a machine that does other work. */
export const patienceSeconds = 10;

/** A mutant at which a process hung or crashed. */
export interface Lost {
  readonly index: number;
  readonly how: 'hang' | 'crash';
  readonly ended: string;
}

/** Numbers of mutants of a campaign, over built transforms. */
export interface Part {
  readonly generated: string;
  readonly seed: number;
  readonly first: number;
  readonly end: number;
}

/** Checks mutants in separate processes. After one that hangs or crashes another process continues behind it. */
export async function runMutants(part: Part, onMessage: (message: WorkerMessage) => void): Promise<readonly Lost[]> {
  const lost: Lost[] = [];
  for (let first = part.first; first < part.end; ) {
    const { next, left } = await runFrom({ ...part, first }, onMessage);
    if (left === undefined) break;
    lost.push(left);
    first = next;
  }
  return lost;
}

function runFrom(
  { generated, seed, first, end }: Part,
  onMessage: (message: WorkerMessage) => void,
): Promise<{ readonly next: number; readonly left: Lost | undefined }> {
  return new Promise((resolve, reject) => {
    const options = { serialization: 'advanced' as const, execArgv: ['--max-old-space-size=1024'] };
    const child = fork(worker, [generated, String(seed), String(first), String(end)], options);
    let begun = -1;
    let done = first;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, patienceSeconds * 1000);
    child.on('message', (message: WorkerMessage) => {
      timer.refresh();
      begun = message.index;
      if (message.checked) done = message.index + 1;
      onMessage(message);
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (done === end && code === 0) return resolve({ next: end, left: undefined });
      if (begun < done) return reject(new Error(`The worker ended before mutant ${done}: ${code ?? signal}`));
      const ended = isLate ? `no end within ${patienceSeconds} s` : `exit ${code ?? signal}`;
      resolve({ next: begun + 1, left: { index: begun, how: isLate ? 'hang' : 'crash', ended } });
    });
  });
}
