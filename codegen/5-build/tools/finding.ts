export type Finding<T = Tool> = T | MissingTool;

/** A program that was found, with the answer to its `--version`. */
export interface Tool {
  readonly path: string;
  readonly version: string;
  /** The first line of its answer to `--version`. A build with another identity is a new one. */
  readonly identity: string;
}

/** A program that is missing or unusable, and why. */
export interface MissingTool {
  readonly missing: string;
}

export function isMissing<T extends object>(finding: T | MissingTool): finding is MissingTool {
  return 'missing' in finding;
}
