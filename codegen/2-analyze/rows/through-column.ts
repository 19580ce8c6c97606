import type { ts } from '../../1-parse/syntax/ts.js';
import { conditional, literal, read, require, stringCall } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { call } from '../../ir/intrinsics/call.js';
import { columnIntrinsic } from '../../ir/intrinsics/columns.js';
import { findIntrinsic } from '../../ir/intrinsics/index.js';
import { type Column, isText } from '../../ir/row-function.js';
import { mayBeAbsent, presentType } from '../../ir/type.js';
import type { RowContext } from '../context/row-context.js';
import { isStable, keepExpression } from '../effects/effects.js';
import { anyValue } from '../values/any-value.js';
import { isAbsent } from '../values/logical-operator.js';
import { listThrough } from './list-through.js';
import { isWholeText } from './whole-text.js';

/**
 * Returns a value as a column would hold it: undefined becomes null, a number is rounded or fails the row, and half a surrogate pair
 * becomes U+FFFD.
 */
export function throughColumn(
  value: Expression,
  column: Column,
  node: ts.CallExpression,
  context: RowContext,
): Expression {
  const { element } = column;
  if (element) {
    const through = (one: Expression, inner: Column) => {
      const passed = throughColumn(one, inner, node, context);
      return inner.required ? anyWhereAbsent(passed) : passed;
    };
    return listThrough(value, { ...column, element }, node, through, context);
  }
  if (value.type.core.kind === 'nothing') return column.nullable ? literal(null) : require(value);
  const converts = (present: Expression) => convertsPresent(present, column, context);
  if (!mayBeAbsent(value.type)) return presentThrough(value, column, context);
  if (!column.nullable) return presentThrough(require(value), column, context);
  if (!value.type.mayBeUndefined && !converts(value)) return value;
  // The value is read twice.
  const given = isStable(value, context) ? value : keepExpression(value, column.name, context);
  const present = given.kind === 'read' ? read(given.variable, presentType(given.type)) : require(given);
  return conditional(isAbsent(given), literal(null), presentThrough(present, column, context)) ?? given;
}

/** Returns a required field of a struct in a list. It is never read while the struct is null, so it may be any value there. */
function anyWhereAbsent(value: Expression): Expression {
  if (!mayBeAbsent(value.type)) return value;
  const type = presentType(value.type);
  const present = value.kind === 'read' ? read(value.variable, type) : require(value);
  return conditional(isAbsent(value), anyValue(type), present) ?? value;
}

function presentThrough(value: Expression, column: Column, context: RowContext): Expression {
  if (!convertsPresent(value, column, context)) return value;
  return isText(column) ? stringCall('toWellFormed', value) : call(columnIntrinsic(column.type), value);
}

function convertsPresent(value: Expression, column: Column, context: RowContext): boolean {
  return isText(column) ? !isWholeText(value, context) : findIntrinsic(columnIntrinsic(column.type)) !== undefined;
}
