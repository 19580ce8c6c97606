import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type EmittedFile, isNativeSource } from '../4-emit/emitted-file.js';
import { ambientFlags, type NativeSetup, toolsOf, variablesOf } from './cmake/native-setup.js';
import { headerPackages } from './cmake/node-addon-api.js';
import { sha256 } from './hash.js';

/** The folder of a transform and its emitted files. */
export interface TransformSources {
  readonly directory: string;
  readonly files: readonly EmittedFile[];
}

/**
 * Hashes over everything that goes into a compilation. Equal hashes mean equal object files, in any project, so the second compilation is
 * not needed.
 */
export class BuildInputs {
  readonly #setup: NativeSetup;
  /** The hash of the inputs of every compilation: the sources of `native/`, the tools and their options. */
  readonly #common: string;
  readonly #cpuLevel: string;

  constructor(setup: NativeSetup) {
    this.#setup = setup;
    // The engine is the same with and without the library, and at every level of the CPU.
    const { ROWFUSE_LIBRARY, ROWFUSE_CPU_LEVEL = '', ...variables } = variablesOf(setup);
    this.#cpuLevel = ROWFUSE_CPU_LEVEL;
    const { cuda, ...tools } = toolsOf(setup.plan);
    this.#common = sha256(
      JSON.stringify([
        hashOfSources(setup.nativeDirectory),
        sorted(setup.plan.cuda === undefined ? tools : { ...tools, cuda }),
        sorted(variables),
        sorted(ambientFlags(setup)),
        headerPackages(),
      ]),
    );
  }

  get engine(): string {
    return this.#hash('engine', []);
  }

  get library(): string {
    return this.#hash('library', []);
  }

  /** Returns the hash of a transform's CPU code. */
  rows({ files }: TransformSources): string {
    return this.#hash('rows', [this.#cpuLevel, ...sourcesIn(files, /\.(?:cpp|hpp)$/)]);
  }

  /**
   * Returns the hash of a transform's CUDA code. It includes the build directory, because nvcc records source paths for profilers.
   *
   * @param buildDirectory the folder that nvcc runs in
   */
  kernels({ files }: TransformSources, buildDirectory: string): string {
    return this.#hash('kernels', [buildDirectory, ...sourcesIn(files, /\.(?:cu|hpp)$/)]);
  }

  /** Returns the hash of the addon, and of the library if it is built too. */
  addon(files: readonly EmittedFile[]): string {
    return this.#hash('addon', [this.#setup.library, this.#cpuLevel, ...sourcesIn(files, /./)]);
  }

  #hash(kind: string, parts: readonly unknown[]): string {
    return sha256(JSON.stringify([kind, this.#common, parts]));
  }
}

function sourcesIn(files: readonly EmittedFile[], wanted: RegExp): readonly unknown[] {
  return files
    .filter((file) => isNativeSource(file.path) && wanted.test(file.path))
    .map((file) => [file.path, sha256(file.text)])
    .sort();
}

function hashOfSources(nativeDirectory: string): string {
  const sources = filesBelow(nativeDirectory, '')
    .filter((name) => isNativeSource(name) || path.basename(name) === 'CMakeLists.txt' || name.endsWith('.cmake'))
    .map((name) => [name, sha256(readFileSync(path.join(nativeDirectory, name)))]);
  return sha256(JSON.stringify(sources.sort()));
}

function filesBelow(root: string, folder: string): readonly string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(root, name) : [name];
  });
}

function sorted(record: object): readonly unknown[] {
  return Object.entries(record).sort();
}
