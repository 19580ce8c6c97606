import { conditional, equal, literal, logical, read, require, stringCall } from '../ir/build.js';
import type { Expression } from '../ir/expression.js';
import { call } from '../ir/intrinsics/call.js';
import { columnIntrinsic } from '../ir/intrinsics/columns.js';
import { findIntrinsic } from '../ir/intrinsics/index.js';
import { type Column, isText } from '../ir/row-function.js';
import { mayBeAbsent, presentType } from '../ir/type.js';
import type { VariableId } from '../ir/variable.js';
import type { RowContext } from './row-context.js';
import { isWholeText } from './whole-text.js';

/**
 * What a column would make of a value, without the column: undefined becomes null, a number is rounded or fails the row, and
 * half a surrogate pair becomes U+FFFD.
 */
export function throughColumn(value: Expression, column: Column, context: RowContext): Expression {
  if (value.type.core.kind === 'nothing') return column.nullable ? literal(null) : require(value);
  const converts = (present: Expression) => convertsPresent(present, column, context);
  if (!mayBeAbsent(value.type)) return presentThrough(value, column, context);
  if (!column.nullable) return presentThrough(require(value), column, context);
  if (!value.type.mayBeUndefined && !converts(value)) return value;
  // It is asked for twice.
  const variable = asVariable(value, column.name, context);
  const given = read(variable, value.type);
  const present = read(variable, presentType(value.type));
  return conditional(isAbsent(given), literal(null), presentThrough(present, column, context)) ?? value;
}

/** A variable that holds a value: it may be asked for more than once. */
export function asVariable(value: Expression, name: string, context: RowContext): VariableId {
  if (value.kind === 'read' && !context.isReassignedVariable(value.variable)) return value.variable;
  const variable = context.temporary(name, value.type, false);
  context.push({ kind: 'declare', variable, value, line: context.line });
  return variable;
}

function presentThrough(value: Expression, column: Column, context: RowContext): Expression {
  if (!convertsPresent(value, column, context)) return value;
  return isText(column) ? stringCall('toWellFormed', value) : call(columnIntrinsic(column.type), value);
}

function convertsPresent(value: Expression, column: Column, context: RowContext): boolean {
  return isText(column) ? !isWholeText(value, context) : findIntrinsic(columnIntrinsic(column.type)) !== undefined;
}

function isAbsent(value: Expression): Expression {
  const isNull = equal(value, literal(null));
  const isUndefined = equal(value, literal(undefined));
  if (!value.type.mayBeUndefined) return isNull;
  return value.type.mayBeNull ? (logical('||', isNull, isUndefined) ?? isNull) : isUndefined;
}
