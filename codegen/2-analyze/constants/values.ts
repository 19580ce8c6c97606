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

/** Returns the values that an iteration of a constant `Set` or `Map` gives. Returns any other value expanded. */
export function iteratedConstant(value: Value): Value {
  const found = value.kind === 'constant' ? knownValue(value.reference)?.value : undefined;
  if (found === undefined || !isComposite(found)) return expanded(value);
  if (found.kind === 'set') return { kind: 'tuple', elements: found.elements.map(below) };
  if (found.kind !== 'map') return expanded(value);
  const pairs = found.entries.map((entry): Value => ({ kind: 'tuple', elements: entry.map(below) }));
  return { kind: 'tuple', elements: pairs };
}

function below(part: ConstantValue): Value {
  return isComposite(part) ? { kind: 'constant', reference: known(part, unnamed) } : literal(part);
}

function partsOf(constant: ConstantValue, whole: Value): Value {
  if (!isComposite(constant)) return literal(constant);
  if (constant.kind === 'array') return { kind: 'tuple', held: 'constant', elements: constant.elements.map(below) };
  if (constant.kind !== 'object') return whole;
  return {
    kind: 'object',
    held: 'constant',
    properties: new Map(constant.entries.map(([key, part]) => [key, below(part)])),
  };
}
