import type { ts } from '../../1-parse/syntax/ts.js';
import { elementType } from '../../ir/arrays.js';
import { isBytes } from '../../ir/type.js';
import type { RowContext } from '../context/row-context.js';
import { classesOfType } from '../heap/classes-at.js';
import { literalValue } from '../syntax/literal.js';
import { isExpression, type Value } from '../values/value.js';
import type { Callback } from './callback.js';
import { flatMapped, isFlattened } from './collect.js';
import { ArrayLoop, type ArraySource } from './loop.js';

/** Deeper arrays are refused, because the elements of a type that contains itself are arrays at any depth. */
const mostLevels = 16;

/** Compiles `flat(depth)`: as often as that, or until no element is an array, `flatMap` of each element itself (ECMA-262 23.1.3.13). */
export function flattened(receiver: ArraySource, node: ts.CallExpression, context: RowContext): Value | undefined {
  const depth = depthOf(node);
  if (!(depth > 0)) return refuse(node, context);
  let source = receiver;
  for (let level = 0; level === 0 || (level < depth && holdsArrays(source)); level += 1) {
    if (level === mostLevels) return refuse(node, context);
    const value = flatMapped(new ArrayLoop(source, itself(context), [], node, context));
    if (!value || !(isExpression(value) || value.kind === 'records')) return value;
    source = value;
  }
  return source;
}

/** Returns the depth that is asked for. NaN if it is not a literal. */
function depthOf({ arguments: [given] }: ts.CallExpression): number {
  if (!given) return 1;
  if (given.getText() === 'Infinity') return Number.POSITIVE_INFINITY;
  return Math.trunc(Number(literalValue(given)?.value ?? Number.NaN));
}

function itself(context: RowContext): Callback {
  return { arity: 1, call: ([element]) => element, visitOther: (other) => context.visit.value(other) };
}

/** True if elements are arrays, or may be. */
function holdsArrays(source: ArraySource): boolean {
  if (!isExpression(source)) return source.parts.kind === 'tuple' || source.parts.kind === 'records';
  const element = elementType(source.type);
  return (element.core.kind === 'array' && !isBytes(element)) || classesOfType(element).some(isFlattened);
}

function refuse(node: ts.CallExpression, context: RowContext): undefined {
  return context.refuse(node, {
    construct: '`flat` of this depth',
    reason:
      'The type of the result depends on the depth, which is a literal from 1 on, or `Infinity` for arrays whose depth is known.',
    advice: 'Call it once per level: `rows.flat().flat()`.',
  });
}
