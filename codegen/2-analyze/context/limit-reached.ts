import type { ts } from '../../1-parse/syntax/ts.js';
import type { Diagnostic, Span } from '../../diagnostics/index.js';

/** Ends the analysis of a description that exceeds a limit of the compiler. */
export class LimitReached extends Error {
  readonly diagnostic: (span: Span) => Diagnostic;
  /** The node that is too large, or undefined for the description as a whole. */
  readonly node: ts.Node | undefined;

  constructor(diagnostic: (span: Span) => Diagnostic, node?: ts.Node) {
    super('A limit of the compiler is reached');
    this.diagnostic = diagnostic;
    this.node = node;
  }
}
