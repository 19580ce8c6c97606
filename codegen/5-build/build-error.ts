import { type Diagnostic, messageOf } from '../diagnostics/index.js';

/** A build that could not be finished. `code` and the message are those of its diagnostic. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
  readonly code: string;
  readonly diagnostic: Diagnostic;
  /** Everything that the failing tool printed. */
  readonly output: string;

  constructor(diagnostic: Diagnostic, output = '') {
    super(`${diagnostic.code}: ${messageOf(diagnostic)}`);
    this.code = diagnostic.code;
    this.diagnostic = diagnostic;
    this.output = output;
  }
}
