import type { ts } from '../../../1-parse/syntax/ts.js';
import type { Expression } from '../../../ir/expression.js';
import type { HeapClass, TypedArrayName } from '../../../ir/type.js';
import { callOfArray } from '../../arrays/calls.js';
import type { RowContext } from '../../context/row-context.js';
import { keep } from '../../effects/effects.js';
import type { Value } from '../../values/value.js';
import { newObject } from '../allocate.js';
import { viewOf } from '../as-value.js';
import { withLiveLoops } from '../live-loops.js';
import { pushAll } from '../typed-arrays.js';
import { changes } from './array-changes.js';
import { changedCopy, isCopying } from './array-copies.js';

/** Returns the result of a method of an array. Those that change nothing see its elements as they are now. */
export function callOfSharedArray(
  array: Expression,
  to: HeapClass,
  node: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
  context: RowContext,
): Value | undefined {
  const { name } = callee;
  const change = changes.get(name.text);
  if (change) {
    context.copies.noteIdentity(to);
    return change({ array, to, node, callee, context });
  }
  if (isCopying(name.text)) return changedCopy(array, node, callee, context);
  const sought = to.element.core;
  if (comparing.has(name.text) && sought.kind === 'reference') context.copies.noteIdentity(sought.to);
  if (to.typed && makesTyped.has(name.text)) return refuseTyped(to.typed, name, context);
  if (to.mayHaveHoles && seesHoles.has(name.text)) return refuseHoles(name, context);
  const isIterator = name.text === 'keys' || name.text === 'values' || name.text === 'entries';
  if (isIterator && node.arguments.length === 0) return { kind: 'iterator', of: array, to, gives: name.text };
  const view = viewOf(array, to, context);
  const { result, before } = context.effects.collect(() => callOfArray(view, node, callee, context));
  const skips = passing.has(name.text);
  context.effects.push(...withLiveLoops(before, { array, to, view }, skips, context));
  if (result && to.typed && copiesTyped.has(name.text))
    return pushAll(result, { array: newObject(to, context), to, source: callee.expression, node }, context);
  // Later statements may change the elements that the result is computed from.
  return result && keep(result, context);
}

/** Methods that give the elements of a typed array to another one of the same kind. */
const copiesTyped: ReadonlySet<string> = new Set(['map', 'filter', 'slice']);

/** Other methods whose result would be a typed array, and those whose order is another one for numbers. */
const makesTyped: ReadonlySet<string> = new Set('subarray sort toSorted toReversed with splice concat'.split(' '));

function refuseTyped(typed: TypedArrayName, name: ts.MemberName, context: RowContext): undefined {
  return context.refuse(name, {
    construct: `\`${name.text}\` of a ${typed}`,
    reason: 'Its result would be another typed array.',
    advice: 'Make an array of the elements first: `[...bytes]`.',
  });
}

/** Methods whose callback is not called for elements that are gone. Others see undefined there, or leave holes in their result. */
const passing: ReadonlySet<string> = new Set(['every', 'filter', 'forEach', 'reduce', 'some']);

/** Methods that look for an element. */
const comparing: ReadonlySet<string> = new Set(['includes', 'indexOf', 'lastIndexOf']);

/** Methods that skip places which were never assigned, or give an array that has such places, too. */
const seesHoles: ReadonlySet<string> = new Set(
  'concat every filter flat flatMap forEach indexOf lastIndexOf map reduce reduceRight slice some splice'.split(' '),
);

function refuseHoles(name: ts.MemberName, context: RowContext): undefined {
  return context.refuse(name, {
    construct: `\`${name.text}\` of an array that \`new Array(length)\` made`,
    reason: 'It tells places that were never assigned from places that hold undefined.',
    advice: 'Fill the array first: `new Array(length).fill(0)`.',
  });
}
