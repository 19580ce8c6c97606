import type { ts } from '../../1-parse/syntax/ts.js';
import { literal } from '../../ir/build.js';
import type { Statement } from '../../ir/statement.js';
import type { RowContext } from '../context/row-context.js';
import { refuseReturned, visitInlinedReturn } from '../functions/functions.js';
import { rowOf, visitResult } from '../rows/output-row.js';
import { visitFilterReturn } from '../rows/where.js';
import { lineOf } from '../syntax/line-of.js';

export function visitReturnStatement(node: ts.ReturnStatement, context: RowContext): readonly Statement[] {
  const call = context.calls.at(-1);
  if (call) return visitInlinedReturn(node, call, context);
  if (context.filter) return visitFilterReturn(node, context.filter, context);
  if (context.isGenerator) return visitGeneratorReturn(node, context);
  const line = lineOf(node);
  if (node.expression) return visitResult(node.expression, line, context);
  const statements = rowOf(literal(undefined), node, { kind: 'return', line }, context);
  context.flow = undefined;
  return statements;
}

/** Visits `return;` in a generator, which ends its rows. */
function visitGeneratorReturn(node: ts.ReturnStatement, context: RowContext): readonly Statement[] {
  if (node.expression) refuseReturned(node, context);
  context.flow = undefined;
  return [{ kind: 'return', values: [], line: lineOf(node) }];
}
