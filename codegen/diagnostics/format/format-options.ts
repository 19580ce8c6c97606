export interface FormatOptions {
  /** The project's root, absolute: spans are relative to it. */
  readonly root: string;
  /** Whether escape sequences for colour are wanted. */
  readonly color: boolean;
}
