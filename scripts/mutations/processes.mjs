import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Longer than any single test of a mutant takes; a mutant that loops forever takes so long. */
const secondsOfSilence = 60;

/**
 * Runs mutants in several processes, each of which takes the next mutant when it has a result. A mutant that ends its process, or that does
 * not end, is killed; the others go on in a new process. Calls `onResult(mutant, result)` for each.
 */
export class Processes {
  #folder;
  #args;
  #left;
  #until;
  #onResult;

  constructor({ folder, args, mutants, until, onResult }) {
    this.#folder = folder;
    this.#args = args;
    this.#left = [...mutants].reverse();
    this.#until = until;
    this.#onResult = onResult;
  }

  async run(count) {
    await Promise.all(Array.from({ length: count }, () => this.#inTurn()));
  }

  async #inTurn() {
    while (this.#left.length > 0 && Date.now() < this.#until) await this.#inProcess(this.#left.pop());
  }

  /** Runs mutants from the first on. One that is evaluated while modules load has its process to itself. */
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
      const mutant = this.#left.at(-1);
      if (first.isStatic || !mutant || mutant.isStatic || Date.now() > this.#until) return child.stdin.end();
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
