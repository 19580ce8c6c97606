import type { Span } from './span.js';

export type { Span } from './span.js';

export type Severity = 'error' | 'warning';

/** One finding about a user's source. A value, never thrown: phases collect them in a `DiagnosticBag` and go on. */
export interface Diagnostic {
  /** `RF` and four digits (see messages.md), or TypeScript's own `TS2322`. */
  readonly code: string;
  /** The same as a word: `unsupported-syntax`. */
  readonly name: string;
  readonly severity: Severity;
  readonly span: Span;
  /** What is wrong here. */
  readonly what: string;
  /** Why it is refused. */
  readonly why: string;
  /** The rewrite that works. */
  readonly fix: string;
}

/** The whole message on one line: what, why, fix. */
export function messageOf({ what, why, fix }: Diagnostic): string {
  return [what, why, fix].filter((part) => part !== '').join(' ');
}
