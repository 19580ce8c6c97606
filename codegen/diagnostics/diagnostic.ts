import type { Span } from './span.js';

export type { Span } from './span.js';

/** The weight of a finding: an error ends the build, a warning does not, and a hint is about speed alone. */
export type Severity = 'error' | 'warning' | 'hint';

/** A finding about the user's source. It is a value and never thrown: phases collect findings in a `DiagnosticBag` and go on. */
export interface Diagnostic {
  /** `RF` and four digits (see messages.md), `RH` and three (see hints.md), or TypeScript's own code, such as `TS2322`. */
  readonly code: string;
  /** The name of the code, such as `unsupported-syntax`. */
  readonly name: string;
  /** The weight of the finding. */
  readonly severity: Severity;
  /** The place in the source. */
  readonly span: Span;
  /** The error, or what costs time. */
  readonly what: string;
  /** The reason why it is refused, or slower. */
  readonly why: string;
  /** The rewrite that works. */
  readonly fix: string;
}

/** Returns the whole message on one line: what, why, fix. */
export function messageOf({ what, why, fix }: Diagnostic): string {
  return [what, why, fix].filter((part) => part !== '').join(' ');
}
