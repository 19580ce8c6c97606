import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import type { Statement } from '../../ir/statement.js';
import { conditionalsOf } from '../choices/conditional.js';
import { visitTests } from '../choices/test-chain.js';
import type { RowContext } from '../context/row-context.js';
import { withEffects } from '../effects/with-effects.js';
import type { Value } from '../values/value.js';
import { valuesOfRow } from './row-values.js';

/** Returns the statements that end a row with the value of an expression. */
export function visitResult(expression: ts.Expression, line: number, context: RowContext): readonly Statement[] {
  const statements = visitRow(expression, { kind: 'return', line }, context);
  context.flow = undefined;
  return statements;
}

/** The statement that makes an output row. `return` ends the input row as well. */
interface MadeRow {
  readonly kind: 'return' | 'emit';
  readonly line: number;
}

/** Returns the statements that make an output row of an expression. */
export function visitRow(expression: ts.Expression, made: MadeRow, context: RowContext): readonly Statement[] {
  const isNested = context.output.some(({ element, path }) => element ?? path);
  if (!context.single || isNested) return visitObject(unwrap(expression), made, context);
  const value = context.visit.expression(expression);
  return value ? rowOf(value, expression, made, context) : [];
}

/** Returns the statements that make an output row of a value. */
export function rowOf(given: Value, expression: ts.Node, made: MadeRow, context: RowContext): readonly Statement[] {
  const values = valuesOfRow(given, expression, context, context);
  return values ? [{ ...made, values }] : [];
}

function visitObject(expression: ts.Expression, made: MadeRow, context: RowContext): readonly Statement[] {
  if (ts.isConditionalExpression(expression)) {
    const { line } = made;
    const branch = (result: ts.Expression) => withEffects(result, () => visitBranch(result, made, context), context);
    const { chain, last } = conditionalsOf(expression);
    return visitTests(
      chain.map((node) => ({ node, line, visit: () => branch(node.whenTrue) })),
      () => branch(last),
      context,
    );
  }
  const given = context.visit.value(expression);
  return given ? rowOf(given, expression, made, context) : [];
}

function visitBranch(expression: ts.Expression, made: MadeRow, context: RowContext): readonly Statement[] {
  return made.kind === 'return' ? visitResult(expression, made.line, context) : visitRow(expression, made, context);
}
