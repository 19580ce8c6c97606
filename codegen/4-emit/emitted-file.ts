/** A file for the output directory. */
export interface EmittedFile {
  /** Relative to the output directory, with `/` between its parts. */
  readonly path: string;
  /** Its content. */
  readonly text: string;
  /** If true, a file that the user has put there or changed is kept; otherwise it is an error. */
  readonly yields?: boolean;
}

/** A transform of an output directory. */
export interface GeneratedTransform {
  /** The name under which the module exports it. */
  readonly name: string;
  /** Its folder in the output directory: unlike the name, safe for every file system. */
  readonly directory: string;
  /** The module that declares it, relative to the project's root, with `/` between its parts. */
  readonly source: string;
  /** For a pass that counts rows for a pipe, which no program calls: the name of the pipe. */
  readonly passOf?: string;
}

/** A transform with the files of its folder. */
export interface EmittedTransform extends GeneratedTransform {
  /** The files of its folder. */
  readonly files: readonly EmittedFile[];
}

/** True for a file that the C++ and CUDA compilers read. */
export function isNativeSource(path: string): boolean {
  return /\.(?:cpp|cc|cu|cuh|h|hpp)$/.test(path);
}
