/** The project and the terminal that diagnostics are formatted for. */
export interface FormatOptions {
  /** The project's root, absolute. Spans are relative to it. */
  readonly root: string;
  /** True if escape sequences for colour are wanted. */
  readonly color: boolean;
}
