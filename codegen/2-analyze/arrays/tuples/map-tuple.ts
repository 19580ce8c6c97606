import type { ts } from '../../../1-parse/syntax/ts.js';
import { globalPath } from '../../constants/global-path.js';
import type { RowContext } from '../../context/row-context.js';
import { inOrder } from '../../effects/effects.js';
import { isExpression, type TupleValue, type Value } from '../../values/value.js';
import { callbackOf } from '../callback.js';

/**
 * Compiles `[name, count, isNew].map(String)`: a function of the platform for each element, where no array holds them because they are of
 * several kinds. Returns undefined for any other call.
 */
export function mapTuple(
  { elements }: TupleValue,
  node: ts.CallExpression,
  name: ts.MemberName,
  context: RowContext,
): { readonly value: Value | undefined } | undefined {
  const [given, ...others] = node.arguments;
  const isNamed = given !== undefined && globalPath(given, context) !== undefined;
  if (name.text !== 'map' || !isNamed || others.length > 0 || !areMixed(elements)) return undefined;
  const callback = callbackOf(given, context);
  if (!callback) return { value: undefined };
  const mapped = inOrder(
    elements.map((element) => () => callback.call([element], node)),
    context,
  );
  return { value: mapped.every((value) => value !== undefined) ? { kind: 'tuple', elements: mapped } : undefined };
}

/** True for elements of several kinds, besides null and undefined. */
function areMixed(elements: readonly Value[]): boolean {
  const kinds = elements.map((element) => (isExpression(element) ? element.type.core.kind : element.kind));
  return new Set(kinds.filter((kind) => kind !== 'nothing')).size > 1;
}
