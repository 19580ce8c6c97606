import { coalesce, conditional, literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';

import { matchPart } from '../../ir/patterns.js';
import { optionalOf } from '../values/optional-value.js';
import type { TupleValue, Value } from '../values/value.js';
import type { Pattern } from './pattern.js';

/** Returns the result of `exec`: null, or the groups with the `index` and the `input`: ECMA-262, 22.2.7.2. */
export function execValue(match: Expression, subject: Expression, pattern: Pattern): Value {
  const found = matchPart(match, 'found');
  return optionalOf(
    conditional(found, literal(true), literal(null)) ?? found,
    matchValue(match, 'first', subject, pattern),
  );
}

/**
 * Returns a match that is known to be there.
 *
 * @param of the first match, whose index is a place that remembers its byte; or all matches, whose indices are counted on from one to the
 *     next
 */
export function matchValue(
  match: Expression,
  of: 'first' | 'all',
  subject: Expression,
  { groups, names }: Pattern,
): TupleValue {
  const elements = Array.from({ length: groups + 1 }, (_, number) => matchPart(match, number));
  const named = new Map<string, Value>();
  for (const [name, [first, ...others]] of names) named.set(name, oneOf(match, first ?? 0, others));
  const index = matchPart(match, of === 'first' ? 'start' : 'index');
  return {
    kind: 'tuple',
    elements,
    further: new Map<string, Value>([
      ['index', index],
      ['input', subject],
      ...(names.size > 0 ? [['groups', { kind: 'object', properties: named }] as const] : []),
    ]),
  };
}

/** Returns the group of a name that several alternatives have. At most one of them takes part in a match. */
function oneOf(match: Expression, first: number, [next, ...others]: readonly number[]): Expression {
  const group = matchPart(match, first);
  return next === undefined ? group : (coalesce(group, oneOf(match, next, others)) ?? group);
}
