import { nodeSpan } from '../../1-parse/syntax/span.js';
import type { ts } from '../../1-parse/syntax/ts.js';
import type { Statement } from '../../ir/statement.js';
import { mapBodies } from '../../ir/statement-parts.js';
import { isExpression, type Value } from '../values/value.js';
import type { RowContext } from './row-context.js';

/** Gives an expression its place in the source. An expression that stands elsewhere, such as an argument, keeps its own. */
export function locatedValue(value: Value, node: ts.Node, { program }: RowContext): Value {
  if (!isExpression(value) || value.span) return value;
  return Object.freeze({ ...value, span: nodeSpan(program.root, node) });
}

/** Gives statements their place in the source, unless they or those around them have one. */
export function locatedStatements(
  statements: readonly Statement[],
  node: ts.Node,
  { program }: RowContext,
): readonly Statement[] {
  if (statements.every(({ span }) => span)) return statements;
  const span = nodeSpan(program.root, node);
  const locate = (body: readonly Statement[]): readonly Statement[] =>
    body.map((statement) => (statement.span ? statement : { ...mapBodies(statement, locate), span }));
  return locate(statements);
}
