import { literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { ReductionOperation } from '../../ir/row-function.js';
import { booleanType, mayBeAbsent } from '../../ir/type.js';
import { chosen } from '../shape.js';
import type { Carried, Result } from './loop-carried.js';
import { isLiteral } from './loop-course.js';
import { extreme } from './loop-extremes.js';
import { Irregular, withoutConversions } from './loop-step.js';
import { sum } from './loop-sums.js';

/** Reduces a variable. Throws {@link Irregular} if no reduction gives the loop's result. */
export function resultOf(carried: Carried): Result {
  const { id, shape, course, scope } = carried;
  if (course.withoutFirst) checkFirst(carried);
  if (shape.operation === 'any') return tested(carried, 'any', false);
  if (shape.operation === 'all') return tested(carried, 'all', true);
  if (shape.operation !== 'sum') return extreme(carried);
  if (mayBeAbsent(scope.read(id).type)) throw new Irregular(`begins ${scope.name(id)} with null`);
  return sum(carried);
}

function tested({ id, shape, scope }: Carried, operation: ReductionOperation, identity: boolean): Result {
  const value = scope.list.reduce(operation, scope.ofElement(shape.value(literal(identity))), booleanType);
  const [whenTrue, whenFalse] = identity ? [value, literal(false)] : [literal(true), value];
  return {
    value: chosen(scope.read(id), whenTrue, whenFalse),
    says: identity ? 'whether all elements pass a test' : 'whether any element passes a test',
  };
}

/**
 * Without a start value the first element is the start. The reduction then goes over the whole window, so each value must be the element as
 * such.
 */
function checkFirst({ id, shape, course: { column }, begun, scope }: Carried): void {
  const { list } = scope;
  const start = begun.get(id);
  const first = start && withoutConversions(start.kind === 'require' ? start.operand : start);
  const isFirst =
    first?.kind === 'array-call' && list.windowOf(first.receiver) === column && isLiteral(first.arguments[0], 0);
  const value = withoutConversions(shape.value(zeroOf(scope.read(id))));
  const isElement = value.kind === 'read' && list.variables[value.variable]?.element === column;
  if (!isFirst || !isElement) throw new Irregular('leaves out the first element, and does not begin with it');
}

function zeroOf({ type: { core } }: Expression): Expression {
  if (core.kind === 'boolean') return literal(false);
  return core.kind === 'bigint' ? literal(0n) : literal(0);
}
