export type Finding<T = Tool> = T | MissingTool;

/** A program that was found, with what its `--version` says. */
export interface Tool {
  readonly path: string;
  readonly version: string;
  /** The first line that it prints about itself: part of what makes a build new. */
  readonly identity: string;
}

/** A program that was not found, or is of no use, and why. */
export interface MissingTool {
  readonly missing: string;
}

export function isMissing<T extends object>(finding: T | MissingTool): finding is MissingTool {
  return 'missing' in finding;
}
