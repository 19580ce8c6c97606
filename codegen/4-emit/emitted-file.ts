/** A file that the compiler wants in the output directory. */
export interface EmittedFile {
  /** Relative to the output directory, with `/` between its parts. */
  readonly path: string;
  readonly text: string;
  /** True: a file that the user has there, or has changed, stays as it is. Otherwise it is an error. */
  readonly yields?: boolean;
}

/** One transform of the output directory. */
export interface EmittedTransform {
  readonly name: string;
  /** Its folder in the output directory: safe for every file system, which a name need not be. */
  readonly directory: string;
  /** Of a pass that counts rows for a pipe: the name of that. No program calls it. */
  readonly passOf?: string;
}
