import type { ts } from '../../1-parse/syntax/ts.js';
import { onePiece, require } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { find, presentIndex } from '../../ir/lookup.js';
import { valueAt } from '../choices/by-place.js';
import type { RowContext } from '../context/row-context.js';
import { keepExpression } from '../effects/effects.js';
import type { Value } from '../values/value.js';

/** A key of an object that is computed, and is one of a few names by the source's type. */
export interface NamedKey {
  readonly names: readonly string[];
  /** The place of the key among the names. */
  readonly place: Expression;
}

/**
 * Returns a key whose type allows only names that are written out, such as `'width' | 'height'`. The row fails if the type is wrong; so
 * does the reference, which checks the key, too. Undefined if the type allows other keys.
 */
export function namedKey(node: ts.Expression, key: Expression, context: RowContext): NamedKey | undefined {
  const names = namesOf(node, context);
  if (!names || key.type.core.kind !== 'string') return undefined;
  context.reference.namedKeys.set(node, names);
  const place = presentIndex(find(onePiece(require(key)), names), names.length);
  return { names, place: place.kind === 'literal' ? place : keepExpression(place, 'key', context) };
}

function namesOf(node: ts.Expression, { program: { checker } }: RowContext): readonly string[] | undefined {
  const type = checker.getTypeAtLocation(node);
  const bound = checker.getBaseConstraintOfType(type) ?? type;
  const names = (bound.isUnion() ? bound.types : [bound]).map((one) => (one.isStringLiteral() ? one.value : undefined));
  return names.length > 0 && names.every((name) => name !== undefined) ? names : undefined;
}

/** Returns the value that belongs to the name which the key is. */
export function valueByName(
  { names, place }: NamedKey,
  partOf: (name: string) => Value | undefined,
  node: ts.Node,
  context: RowContext,
): Value | undefined {
  const values = names.map(partOf);
  return valueAt(place, values.slice(0, -1), values.at(-1), node, context);
}
