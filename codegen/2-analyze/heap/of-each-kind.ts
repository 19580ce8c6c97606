import type { ts } from '../../1-parse/syntax/ts.js';
import type { Expression } from '../../ir/expression.js';
import { type Alternative, alternativeKind, alternativesOf } from '../../ir/type.js';
import { chooseBy } from '../choices/choose.js';
import type { RowContext } from '../context/row-context.js';
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
  if (value.kind !== 'read') return undefined;
  const known = () => context.variables.read(value.variable);
  const chosen = ([first, ...others]: readonly Alternative[]): Value | undefined => {
    if (!first || others.length === 0) return visit(known());
    const test = testOfKinds(known(), (kind) => kind === alternativeKind(first));
    return chooseBy(
      test,
      () => visit(known()),
      () => chosen(others),
      node,
      context,
    );
  };
  return chosen(alternativesOf(value.type.core));
}
