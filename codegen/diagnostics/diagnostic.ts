import type { Span } from './span.js';

export type { Span } from './span.js';

/** The weight of a finding: an error ends the build, a warning does not. */
export type Severity = 'error' | 'warning';

/** A finding about the user's source. It is a value and never thrown: phases collect findings in a `DiagnosticBag` and go on. */
export interface Diagnostic {
  /** `RF` and four digits (see messages.md), or TypeScript's own code, such as `TS2322`. */
  readonly code: string;
  /** The name of the code, such as `unsupported-syntax`. */
  readonly name: string;
  /** The weight of the finding. */
  readonly severity: Severity;
  /** The place in the source. */
  readonly span: Span;
  /** The error. */
  readonly what: string;
  /** The reason why it is refused. */
  readonly why: string;
  /** The rewrite that works. */
  readonly fix: string;
}

/** Returns the whole message on one line: what, why, fix. */
export function messageOf({ what, why, fix }: Diagnostic): string {
  return [what, why, fix].filter((part) => part !== '').join(' ');
}
