import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { wipe } from './build-directory.js';
import { writeAtomically } from './output/write-atomically.js';

/** The tools that a build directory was made with. Each is a text that changes with the tool. */
export interface BuildTools {
  readonly cmake: string;
  readonly generator: string;
  readonly cxx: string;
  /** Empty without CUDA. */
  readonly cuda: string;
}

/** The files that rowfuse keeps in a build directory beside CMake's own. */
export class BuildState {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /**
   * Makes the directory ready for these tools. It is emptied if other tools made it, because their object files would not fit. It is also
   * emptied after an interrupted build under make, which tells finished files from unfinished ones by their times only; ninja has its log.
   */
  prepare(tools: BuildTools): void {
    const previous = this.#read('tools.json');
    const interrupted = existsSync(this.#file('running')) && tools.generator !== 'Ninja';
    if (interrupted || (previous !== undefined && !compatible(previous, tools))) wipe(this.#directory);
    mkdirSync(this.#directory, { recursive: true });
    writeAtomically(this.#file('tools.json'), JSON.stringify(tools));
  }

  /** True if CMake was last run with exactly this command and its files are still there. */
  isConfigured(command: readonly string[], generator: string): boolean {
    const product = generator === 'Ninja' ? 'build.ninja' : 'Makefile';
    return this.#read('configured.json') === JSON.stringify(command) && existsSync(path.join(this.#directory, product));
  }

  setConfigured(command: readonly string[] | undefined): void {
    if (command === undefined) rmSync(this.#file('configured.json'), { force: true });
    else writeAtomically(this.#file('configured.json'), JSON.stringify(command));
  }

  setRunning(running: boolean): void {
    if (running) writeFileSync(this.#file('running'), '');
    else rmSync(this.#file('running'), { force: true });
  }

  #read(name: string): string | undefined {
    try {
      return readFileSync(this.#file(name), 'utf8');
    } catch {
      return undefined;
    }
  }

  #file(name: string): string {
    return path.join(this.#directory, `rowfuse-${name}`);
  }
}

function compatible(previous: string, tools: BuildTools): boolean {
  try {
    const { cmake, generator, cxx, cuda } = JSON.parse(previous) as BuildTools;
    const sameCuda = cuda === '' || tools.cuda === '' || cuda === tools.cuda;
    return cmake === tools.cmake && generator === tools.generator && cxx === tools.cxx && sameCuda;
  } catch {
    return false;
  }
}
