import { coalesce, conditional, equal, literal, not } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { matchPart } from '../../ir/patterns.js';
import { optionalOf } from '../values/optional-value.js';
import { mapProperties, type TupleValue, type Value } from '../values/value.js';
import type { Pattern } from './pattern.js';

/** A match that is computed once, or one that a later search replaces. The indices of the latter are counted on from one to the next. */
type Kind = 'first' | 'all';

/** The properties of a regular expression that its matches show. */
type Matched = Pick<Pattern, 'constant' | 'groups' | 'names'>;

/** Returns the result of `exec`: null, or the groups with the `index` and the `input`: ECMA-262, 22.2.7.2. */
export function execValue(match: Expression, of: Kind, subject: Expression, pattern: Matched): Value {
  const found = matchPart(match, 'found');
  return optionalOf(conditional(found, literal(true), literal(null)) ?? found, matchValue(match, of, subject, pattern));
}

/** Returns a match that is known to be there. The index of a first match is a place that remembers its byte. */
export function matchValue(match: Expression, of: Kind, subject: Expression, pattern: Matched): TupleValue {
  const { constant, groups, names } = pattern;
  const elements = Array.from({ length: groups + 1 }, (_, number) => matchPart(match, number));
  const index = matchPart(match, of === 'first' ? 'start' : 'index');
  return {
    kind: 'tuple',
    elements,
    further: new Map<string, Value>([
      ['index', index],
      ['input', subject],
      ...named(names, (numbers) => groupOf(match, numbers)),
      ...(constant.flags.includes('d') ? [['indices', indicesOf(match, pattern)] as const] : []),
    ]),
  };
}

/** Returns the entry `groups` with a value per name. There is none without names. */
function named(
  names: Pattern['names'],
  partOf: (numbers: readonly number[]) => Value,
): readonly (readonly [string, Value])[] {
  return names.size > 0 ? [['groups', { kind: 'object', properties: mapProperties(names, partOf) }]] : [];
}

/** Returns the group of a name that several alternatives have. At most one of them takes part in a match. */
function groupOf(match: Expression, [first = 0, ...others]: readonly number[]): Expression {
  const group = matchPart(match, first);
  return others.length === 0 ? group : (coalesce(group, groupOf(match, others)) ?? group);
}

/** Returns `indices`: where each group starts and ends, and `groups` with those of the names. */
function indicesOf(match: Expression, { groups, names }: Matched): TupleValue {
  const elements = Array.from({ length: groups + 1 }, (_, number) => placesOf(match, [number]));
  return { kind: 'tuple', elements, further: new Map(named(names, (numbers) => placesOf(match, numbers))) };
}

/** Returns where the group that took part starts and ends, or undefined. Group 0 always takes part. */
function placesOf(match: Expression, numbers: readonly number[]): Value {
  const places: TupleValue = { kind: 'tuple', elements: [placeOf(match, numbers, 0), placeOf(match, numbers, 1)] };
  if (numbers[0] === 0) return places;
  const test = not(equal(groupOf(match, numbers), literal(undefined)));
  return optionalOf(conditional(test, literal(true), literal(undefined)) ?? test, places);
}

function placeOf(match: Expression, [first = 0, ...others]: readonly number[], end: 0 | 1): Expression {
  const place = matchPart(match, { register: 2 * first + end });
  if (others.length === 0) return place;
  const test = equal(matchPart(match, first), literal(undefined));
  return conditional(test, placeOf(match, others, end), place) ?? place;
}
