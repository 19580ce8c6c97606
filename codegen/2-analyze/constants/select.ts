import { ts } from '../../1-parse/syntax/ts.js';
import { coalesce, literal } from '../../ir/build.js';
import type { ConstantValue } from '../../ir/constant-value.js';
import type { Expression } from '../../ir/expression.js';
import { pick, presentIndex } from '../../ir/lookup.js';
import {
  type Access,
  type ConstantOrigin,
  type ConstantReference,
  known,
  nameOfPart,
} from '../values/constant-reference.js';

/** Returns a reference to the value at an index. A literal index selects the value at build time. */
export function select(
  index: Expression,
  candidates: readonly ConstantValue[],
  total: boolean,
  origin: ConstantOrigin,
): ConstantReference {
  return index.kind === 'literal'
    ? known(candidates[Number(index.value)], origin)
    : { index, candidates, total, capture: origin.capture, name: origin.name };
}

/** Returns the effect of the access on a null or undefined object. */
export function accessOf(node: ts.PropertyAccessExpression | ts.ElementAccessExpression | ts.CallExpression): Access {
  if (node.questionDotToken) return 'skip';
  return ts.isOptionalChain(node) ? 'chain' : 'throw';
}

/**
 * Returns a reference without null and undefined, which fail the row or, for `?.`, give undefined. Undefined if the language has no
 * form for that.
 */
export function objectOf(reference: ConstantReference, access: Access): ConstantReference | undefined {
  const { candidates, total } = reference;
  const absent = candidates.some((value) => value === null || value === undefined);
  if (!absent && (total || access !== 'throw')) return reference;
  if (absent && access === 'chain') return undefined;
  const places = candidates.map((value, place) => (value === null || value === undefined ? -1 : place));
  const place = absent ? pick(reference.index, places, total, nameOfPart(reference, 'places')) : reference.index;
  const index = place && (coalesce(place, literal(-1)) ?? place);
  if (!index) return undefined;
  if (access !== 'throw') return { ...reference, index, total: false };
  return { ...reference, index: presentIndex(index, candidates.length), total: true };
}
