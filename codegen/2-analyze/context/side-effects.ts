import type { ts } from '../../1-parse/syntax/ts.js';
import type { Expression } from '../../ir/expression.js';
import { neverPasses } from '../../ir/rewrite.js';
import type { Statement } from '../../ir/statement.js';

/** The side effects of the expressions of the current statement. */
export class SideEffects {
  /** Statements that precede the current one: the side effects of its expressions so far. */
  before: Statement[] = [];
  /** Expressions beside the current one that may be evaluated after its side effects. */
  siblings: Expression[] = [];
  /** The line of the current statement, and the statement itself. */
  line = 0;
  statement: ts.Node | undefined;

  /** Adds side effects of the current statement. Statements that control never reaches are left out. */
  push(...statements: readonly Statement[]): void {
    for (const statement of statements) if (!neverPasses(this.before)) this.before.push(statement);
  }

  /** Visits something, and returns its side effects separately. */
  collect<T>(visit: () => T): { readonly result: T; readonly before: readonly Statement[] } {
    const { before, siblings } = this;
    this.before = [];
    this.siblings = [];
    try {
      const result = visit();
      return { result, before: this.before };
    } finally {
      this.before = before;
      this.siblings = siblings;
    }
  }
}
