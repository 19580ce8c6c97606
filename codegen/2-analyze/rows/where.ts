import type { RowFunctionNode } from '../../1-parse/parsed-transform.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { not } from '../../ir/build.js';
import type { Statement } from '../../ir/statement.js';
import { visitTest } from '../choices/test.js';
import { joinFlows, narrow } from '../context/flow.js';
import { labelled, withoutLastLeave } from '../context/jumps.js';
import type { Filter, RowContext } from '../context/row-context.js';
import { withEffects } from '../effects/with-effects.js';
import { lineOf } from '../syntax/line-of.js';
import { bindParameters } from './parameters.js';

/** Visits `where`. A row that it drops ends there, and the flow behind it is that of the other rows. */
export function visitWhere(where: RowFunctionNode, context: RowContext): readonly Statement[] {
  const bound = bindParameters(where, undefined, context);
  const { body } = where;
  if (!body) return [];
  const line = lineOf(body);
  if (!ts.isBlock(body)) return [...bound, ...withEffects(body, () => dropUnless(body, line, context), context)];
  const filter: Filter = { label: context.newLabel(), afterPass: undefined };
  context.filter = filter;
  const statements = context.visit.statements(body.statements);
  context.filter = undefined;
  // A function that ends without a value returns undefined.
  const all: readonly Statement[] = context.flow ? [...statements, drop(line)] : statements;
  context.flow = filter.afterPass;
  return [...bound, ...labelled(withoutLastLeave(all, filter.label), filter.label, line)];
}

/** Visits `return test` in `where`. */
export function visitFilterReturn(node: ts.ReturnStatement, filter: Filter, context: RowContext): readonly Statement[] {
  const line = lineOf(node);
  const tested = node.expression ? dropUnless(node.expression, line, context) : [drop(line)];
  if (node.expression) filter.afterPass = joinFlows(filter.afterPass, context.flow);
  context.flow = undefined;
  return node.expression ? [...tested, { kind: 'leave', label: filter.label, line }] : tested;
}

function dropUnless(expression: ts.Expression, line: number, context: RowContext): readonly Statement[] {
  const test = visitTest(expression, context);
  if (!test || !context.flow) return [];
  context.flow = narrow(context.flow, test, true);
  return [{ kind: 'if', test: not(test), whenTrue: [drop(line)], whenFalse: [], line }];
}

function drop(line: number): Statement {
  return { kind: 'return', values: [], line };
}
