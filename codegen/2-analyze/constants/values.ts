import type { ts } from '../../1-parse/syntax/ts.js';
import { literal } from '../../ir/build.js';
import { type ConstantValue, isComposite } from '../../ir/constant-value.js';
import type { RowContext } from '../context/row-context.js';
import { type ConstantReference, known, knownValue, unnamed } from '../values/constant-reference.js';
import type { Value } from '../values/value.js';
import { readReference } from './references.js';

/** Returns a reference as a value: an expression, or an object, array, `Set` or `Map` that stays a constant. */
export function valueOfReference(reference: ConstantReference, node: ts.Node, context: RowContext): Value | undefined {
  return reference.candidates.some(isComposite)
    ? { kind: 'constant', reference }
    : readReference(reference, node, context);
}

/** Returns the parts of a constant object or array that is known when the transform is built. Returns any other value as it is. */
export function expanded(value: Value): Value {
  if (value.kind !== 'constant') return value;
  const found = knownValue(value.reference);
  return found ? partsOf(found.value, value) : value;
}

function partsOf(constant: ConstantValue, whole: Value): Value {
  if (!isComposite(constant)) return literal(constant);
  const below = (part: ConstantValue): Value =>
    isComposite(part) ? { kind: 'constant', reference: known(part, unnamed) } : literal(part);
  if (constant.kind === 'array') return { kind: 'tuple', held: 'constant', elements: constant.elements.map(below) };
  if (constant.kind !== 'object') return whole;
  return {
    kind: 'object',
    held: 'constant',
    properties: new Map(constant.entries.map(([key, part]) => [key, below(part)])),
  };
}
