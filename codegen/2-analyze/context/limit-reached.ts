import type { ts } from '../../1-parse/syntax/ts.js';
import type { Diagnostic, Span } from '../../diagnostics/index.js';

/** Ends the analysis of a description that is larger than the compiler takes. */
export class LimitReached extends Error {
  readonly diagnostic: (span: Span) => Diagnostic;
  /** What is too large; undefined where that is the description as a whole. */
  readonly node: ts.Node | undefined;

  constructor(diagnostic: (span: Span) => Diagnostic, node?: ts.Node) {
    super('A limit of the compiler is reached');
    this.diagnostic = diagnostic;
    this.node = node;
  }
}
