import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { wipe } from './build-directory.js';
import { writeAtomically } from './output/write-atomically.js';

/** The tools that a build directory was made with: each is a word that changes with the tool. */
export interface BuildTools {
  readonly cmake: string;
  readonly generator: string;
  readonly cxx: string;
  /** Empty without CUDA. */
  readonly cuda: string;
}

/** What we keep in a build directory beside CMake's own files. */
export class BuildState {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /**
   * Makes the directory ready for these tools. It is emptied when it was made with others, whose object files would
   * not fit, and when an interrupted build left it to a tool that cannot tell finished files from unfinished ones:
   * ninja looks into its log, make only at the times of files.
   */
  prepare(tools: BuildTools): void {
    const previous = this.#read('tools.json');
    const interrupted = existsSync(this.#file('running')) && tools.generator !== 'Ninja';
    if (interrupted || (previous !== undefined && !compatible(previous, tools))) wipe(this.#directory);
    mkdirSync(this.#directory, { recursive: true });
    writeAtomically(this.#file('tools.json'), JSON.stringify(tools));
  }

  /** Whether CMake has been run with exactly this command and left its files behind. */
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
