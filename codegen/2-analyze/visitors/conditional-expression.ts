import type { ts } from '../../1-parse/syntax/ts.js';
import type { Statement } from '../../ir/statement.js';
import { conditionalsOf, visitConditional } from '../choices/conditional.js';
import { visitTests } from '../choices/test-chain.js';
import type { RowContext } from '../context/row-context.js';
import { withEffects } from '../effects/with-effects.js';
import { lineOf } from '../syntax/line-of.js';
import type { Value } from '../values/value.js';

/** Visits `a ? b : c ? d : e`. */
export function visitConditionalExpression(node: ts.ConditionalExpression, context: RowContext): Value | undefined {
  return visitConditional(node, context);
}

/** Visits a conditional whose value is not used, as `if` statements. */
export function visitConditionalEffect(node: ts.ConditionalExpression, context: RowContext): readonly Statement[] {
  const effect = (part: ts.Expression) => withEffects(part, () => context.visit.effect(part), context);
  const { chain, last } = conditionalsOf(node);
  const line = lineOf(node);
  const branches = chain.map((link) => ({ node: link, line, visit: () => effect(link.whenTrue) }));
  return visitTests(branches, () => effect(last), context);
}
