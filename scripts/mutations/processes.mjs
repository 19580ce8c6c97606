import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Longer than any single test of a mutant takes; a mutant that loops forever takes so long. */
const secondsOfSilence = 60;

/** One process in so many begins with the mutants that need a process of their own. */
const ownProcess = 8;

/**
 * Runs mutants in several processes, each of which takes the next mutant when it has a result. A mutant that ends its process, or that does
 * not end, is killed; the others go on in a new process. Calls `onResult(mutant, result)` for each.
 */
export class Processes {
  #folder;
  #args;
  #left;
  /** The mutants that are evaluated while modules load. */
  #static;
  #until;
  #onResult;

  constructor({ folder, args, mutants, until, onResult }) {
    this.#folder = folder;
    this.#args = args;
    this.#left = mutants.filter(({ isStatic }) => !isStatic).reverse();
    this.#static = mutants.filter(({ isStatic }) => isStatic).reverse();
    this.#until = until;
    this.#onResult = onResult;
  }

  async run(count) {
    const queues = [this.#left, this.#static];
    await Promise.all(
      Array.from({ length: count }, (_, place) =>
        this.#inTurn(place % ownProcess === ownProcess - 1 ? queues.toReversed() : queues),
      ),
    );
  }

  async #inTurn(queues) {
    for (const queue of queues) while (queue.length > 0 && Date.now() < this.#until) await this.#inProcess(queue.pop());
  }

  /** Runs mutants from the first on. A static one has its process to itself. */
  #inProcess(first) {
    const env = { ...process.env, ...(first.isStatic && { ROWFUSE_MUTANT: String(first.id) }) };
    const child = spawn(process.execPath, this.#args, { cwd: this.#folder, env, stdio: ['pipe', 'pipe', 'ignore'] });
    let current = first;
    let timer;
    const waitAgain = () => {
      clearTimeout(timer);
      timer = setTimeout(() => child.kill('SIGKILL'), Math.min(secondsOfSilence * 1000, this.#until - Date.now()));
    };
    const next = () => {
      if (first.isStatic || this.#left.length === 0 || Date.now() > this.#until) return child.stdin.end();
      current = this.#left.pop();
      child.stdin.write(`${current.id}\n`);
    };
    waitAgain();
    child.stdin.on('error', () => {});
    child.stdin.write(`${first.id}\n`);
    createInterface({ input: child.stdout }).on('line', (line) => {
      waitAgain();
      const [kind, result] = line.split(' ');
      if (kind !== 'end') return;
      this.#onResult(current, result);
      current = undefined;
      next();
    });
    return new Promise((resolve) => {
      child.on('close', () => {
        clearTimeout(timer);
        if (current && Date.now() < this.#until) this.#onResult(current, 'crash or timeout');
        resolve();
      });
    });
  }
}
