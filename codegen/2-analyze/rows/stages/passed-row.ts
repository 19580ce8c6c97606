import { type ColumnNode, columnTree } from '../../../../schema/column-tree.js';
import type { PipeStage } from '../../../1-parse/parsed-transform.js';
import type { ts } from '../../../1-parse/syntax/ts.js';
import { convert, literal, read } from '../../../ir/build.js';
import type { Expression } from '../../../ir/expression.js';
import type { Column } from '../../../ir/row-function.js';
import { presentType } from '../../../ir/type.js';
import type { RowContext } from '../../context/row-context.js';
import { isStable, keepExpression } from '../../effects/effects.js';
import { columnValueType } from '../../values/column-value-type.js';
import { optionalOf } from '../../values/optional-value.js';
import type { Value } from '../../values/value.js';
import { throughColumn } from '../through-column.js';

/** Returns the value of a result column as the next stage reads it: a variable, since it may be read more than once. */
export function passThrough(
  value: Expression,
  column: Column,
  node: ts.CallExpression,
  context: RowContext,
): Expression {
  const passed = throughColumn(value, column, node, context);
  // Later stages read parts of the value where it is not null, so a null gets the column's type.
  if (passed.type.core.kind === 'nothing')
    return keepExpression(convert(passed, columnValueType(column)), column.name, context);
  if (!column.required) return isStable(passed, context) ? passed : keepExpression(passed, column.name, context);
  const kept = keepExpression(passed, column.name, context);
  // A required field is never read while its struct is null.
  if (kept.kind === 'read') context.knowledge.set(kept.variable, presentType(kept.type));
  return kept;
}

interface Passed {
  readonly column: Column;
  readonly value: Expression;
}

/** Returns the row of a stage from the values that the stage before passes: its columns, structs of them and lists of structs. */
export function passedRow({ transform: { input }, from }: PipeStage, given: readonly Expression[]): Value {
  // The tag of a struct that is always there is not passed: such a struct is not optional.
  const passed = input.flatMap((column, index): readonly Passed[] => {
    const source = from[index] ?? -1;
    return source === 'there' ? [] : [{ column, value: given[source] ?? literal(undefined) }];
  });
  return structOf(columnTree(passed.map(({ column }) => column)), passed);
}

function structOf(fields: ReadonlyMap<string, ColumnNode>, passed: readonly Passed[]): Value {
  return { kind: 'object', properties: new Map([...fields].map(([name, node]) => [name, valueAt(node, passed)])) };
}

function valueAt(node: ColumnNode, passed: readonly Passed[]): Value {
  if (node.kind === 'value') return fieldOf(passed[node.place]);
  const value: Value =
    node.kind === 'list' ? { kind: 'records', parts: valueAt(node.element, passed) } : structOf(node.fields, passed);
  const presence = node.presence === undefined ? undefined : passed[node.presence];
  return presence ? optionalOf(presence.value, value) : value;
}

function fieldOf(passed: Passed | undefined): Expression {
  if (!passed) throw new RangeError('A column of a stage is passed');
  const { column, value } = passed;
  // A required field is never read while its struct is null.
  return column.required && value.kind === 'read' ? read(value.variable, presentType(value.type)) : value;
}
