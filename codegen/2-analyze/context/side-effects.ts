import type { ts } from '../../1-parse/syntax/ts.js';
import type { Expression } from '../../ir/expression.js';
import { neverPasses } from '../../ir/rewrite.js';
import type { Statement } from '../../ir/statement.js';

/** The side effects of the expressions of the statement that is being visited. */
export class SideEffects {
  /** Statements that run before the one that is being visited: the side effects of its expressions so far. */
  before: Statement[] = [];
  /** What was visited beside the expression at hand, and may be evaluated after its side effects. */
  siblings: Expression[] = [];
  /** The line of what is being visited as a statement, and that itself. */
  line = 0;
  statement: ts.Node | undefined;

  /** Adds side effects of the statement that is being visited. What control never comes to is left out. */
  push(...statements: readonly Statement[]): void {
    for (const statement of statements) if (!neverPasses(this.before)) this.before.push(statement);
  }

  /** Visits something, and gives its side effects apart. */
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
