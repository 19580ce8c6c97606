import type { ts } from '../../1-parse/syntax/ts.js';
import type { Expression } from '../../ir/expression.js';
import { type Alternative, alternativeKind, alternativesOf } from '../../ir/type.js';
import { choose } from '../choices/choose.js';
import { narrow } from '../context/flow.js';
import type { RowContext } from '../context/row-context.js';
import { visitBranch } from '../effects/effects.js';
import { testOfKinds } from '../effects/variants.js';
import type { Value } from '../values/value.js';
import { requireObject } from './perform.js';

/**
 * Returns what a member of a value of several kinds gives: `value.length` of a string or an array, whichever it is when the row runs. The row
 * fails if the value is null or undefined.
 */
export function ofEachKind(
  given: Expression,
  visit: (one: Expression) => Value | undefined,
  node: ts.Node,
  context: RowContext,
): Value | undefined {
  const value = requireObject(given, context);
  return value.kind === 'read' ? chosen(alternativesOf(value.type.core)) : undefined;

  function chosen([first, ...others]: readonly Alternative[]): Value | undefined {
    const { flow } = context;
    if (!first || !flow || value.kind !== 'read') return undefined;
    const { variable } = value;
    if (others.length === 0) return visit(context.variables.read(variable));
    const test = testOfKinds(context.variables.read(variable), (kind) => kind === alternativeKind(first));
    const whenTrue = visitBranch(narrow(flow, test, true), () => visit(context.variables.read(variable)), context);
    const whenFalse = visitBranch(narrow(flow, test, false), () => chosen(others), context);
    return choose(test, whenTrue, whenFalse, node, context);
  }
}
