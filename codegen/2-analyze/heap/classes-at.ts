import type { ts } from '../../1-parse/syntax/ts.js';
import {
  type AlternativeKind,
  alternativeKind,
  alternativesOf,
  type HeapClass,
  kindOfObjects,
  type Type,
} from '../../ir/type.js';
import { expanded } from '../constants/values.js';
import { placeOfCall } from '../context/place-of-call.js';
import type { RowContext } from '../context/row-context.js';
import { isExpression, type Value } from '../values/value.js';

/** Returns the classes that the source's type of a node says: one for each kind of object that it allows. */
export function classesAt(node: ts.Node, context: RowContext): readonly HeapClass[] {
  const { heap, program } = context;
  return heap?.classesOf(program.checker.getTypeAtLocation(node), placeOfCall(context)) ?? [];
}

/** Returns the classes of the objects among the values of a type. */
export function classesOfType({ core }: Type): readonly HeapClass[] {
  return alternativesOf(core).flatMap((one) => (one.kind === 'reference' ? [one.to] : []));
}

/** Returns the class of some that a value is of, or becomes an object of. Undefined if it is none of these. */
export function classFor(value: Value, classes: readonly HeapClass[]): HeapClass | undefined {
  const kinds = kindsFor(value);
  if (!kinds) return classes[0];
  const ofKind = (kind: AlternativeKind) => classes.find((to) => kindOfObjects(to) === kind);
  return kinds.map(ofKind).find((to) => to !== undefined);
}

/** True if two values become values of different kinds, such as an array and a string. */
export function areOfDifferentKinds(a: Value, b: Value): boolean {
  const [first, second] = [kindsFor(a), kindsFor(b)];
  return first !== undefined && second !== undefined && first[0] !== second[0];
}

/** Returns the kinds that a value can become, the likeliest first. Undefined if its form says nothing. */
function kindsFor(given: Value): readonly AlternativeKind[] | undefined {
  const value = expanded(given);
  if (isExpression(value)) {
    if (value.type.core.kind === 'array') return ['array'];
    const [kind, ...others] = alternativesOf(value.type.core).map(alternativeKind);
    return kind && others.length === 0 ? [kind] : undefined;
  }
  switch (value.kind) {
    case 'tuple':
      // `links.get(place) ?? []` stands for a set without values.
      return value.elements.length === 0 ? ['array', 'set'] : ['array'];
    case 'records':
      return ['array'];
    case 'object':
      return ['object'];
    case 'optional':
      return kindsFor(value.value);
    default:
      return undefined;
  }
}
