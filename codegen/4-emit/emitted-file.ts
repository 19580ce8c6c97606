/** A file that the compiler wants in the output directory. */
export interface EmittedFile {
  /** Relative to the output directory, with `/` between its parts. */
  readonly path: string;
  readonly text: string;
  /** True: a file that the user has there, or has changed, stays as it is. Otherwise it is an error. */
  readonly yields?: boolean;
}

/** What an output directory knows of a transform that it holds. */
export interface GeneratedTransform {
  readonly name: string;
  /** Its folder in the output directory: safe for every file system, which a name need not be. */
  readonly directory: string;
  /** The module that declares it, relative to the project's root, with `/` between its parts. */
  readonly source: string;
  /** Of a pass that counts rows for a pipe: the name of that pipe. No program calls it. */
  readonly passOf?: string;
}

/** A transform with the files of its folder. */
export interface EmittedTransform extends GeneratedTransform {
  readonly files: readonly EmittedFile[];
}

/** Whether a file is one that the C++ and CUDA compilers read. */
export function isNativeSource(path: string): boolean {
  return /\.(?:cpp|cc|cu|cuh|h|hpp)$/.test(path);
}
