import type { ts } from '../../1-parse/syntax/ts.js';
import { conditional, equal, literal, logical, not } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { Core } from '../../ir/type.js';
import type { RowContext } from '../context/row-context.js';
import { isStable, keepExpression, keepFaults } from '../effects/effects.js';
import { byKind, testOfName } from '../effects/variants.js';
import { isOptional } from '../values/optional-value.js';
import { isExpression, type OptionalValue, type Value } from '../values/value.js';

/** Visits `typeof x`, which is known when the transform is built except for null and undefined. */
export function visitTypeOfExpression(node: ts.TypeOfExpression, context: RowContext): Expression | undefined {
  const value = context.visit.value(node.expression);
  if (!value) return undefined;
  if (isOptional(value)) return conditional(not(isUndefined(value)), literal('object'), literal('undefined'));
  if (!isExpression(value)) {
    keepFaults(value, context);
    return literal(value.kind === 'function' ? 'function' : 'object');
  }
  const { core, mayBeNull, mayBeUndefined } = value.type;
  if (core.kind === 'variant')
    return byKind(
      value,
      (one) => literal(one.kind === 'literal' && one.value === null ? 'object' : typeName(one.type.core)),
      context,
    );
  const operand = isStable(value, context) || value.kind === 'read' ? value : keepExpression(value, 'operand', context);
  let name: Expression | undefined = literal(
    core.kind === 'nothing' ? (mayBeNull ? 'object' : 'undefined') : typeName(core),
  );
  if (mayBeUndefined) name = conditional(equal(operand, literal(undefined)), literal('undefined'), name);
  if (mayBeNull) name = name && conditional(equal(operand, literal(null)), literal('object'), name);
  return name;
}

/** Returns the test for undefined. `typeof` of null is 'object', as that of a present object is. */
function isUndefined({ present, tagged }: OptionalValue): Expression {
  if (!tagged) return not(present);
  return present.type.mayBeUndefined ? equal(present, literal(undefined)) : literal(false);
}

/** Returns the `typeof` of a present value. */
function typeName({ kind }: Core): string {
  if (kind === 'nothing') return 'undefined';
  return kind === 'array' || kind === 'reference' ? 'object' : kind;
}

/** Returns `typeof x === 'string'` as a test that proves the type of `x`. */
export function testTypeOf(operand: Value, name: string): Expression {
  if (isOptional(operand)) {
    const test = isUndefined(operand);
    return name === 'object' ? not(test) : name === 'undefined' ? test : literal(false);
  }
  if (!isExpression(operand)) return literal(name === (operand.kind === 'function' ? 'function' : 'object'));
  const { core, mayBeNull, mayBeUndefined } = operand.type;
  if (core.kind === 'variant' && name !== 'undefined') {
    const test = testOfName(operand, name);
    return name === 'object' && mayBeNull ? (logical('||', equal(operand, literal(null)), test) ?? test) : test;
  }
  if (name === 'object' && (core.kind === 'array' || core.kind === 'reference'))
    return mayBeUndefined ? not(equal(operand, literal(undefined))) : literal(true);
  if (name === 'object') return mayBeNull ? equal(operand, literal(null)) : literal(false);
  if (name === 'undefined') return mayBeUndefined ? equal(operand, literal(undefined)) : literal(false);
  if (typeName(core) !== name) return literal(false);
  const tests = [
    ...(mayBeNull ? [not(equal(operand, literal(null)))] : []),
    ...(mayBeUndefined ? [not(equal(operand, literal(undefined)))] : []),
  ];
  const [first = literal(true), second] = tests;
  return second ? (logical('&&', first, second) ?? first) : first;
}
