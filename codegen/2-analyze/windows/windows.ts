import type { ElementType } from '../../../schema/columns.js';
import type { ParsedTransform } from '../../1-parse/parsed-transform.js';
import type { ts } from '../../1-parse/syntax/ts.js';
import { notNullableInWindows, unknownWindowColumn } from '../../diagnostics/index.js';
import { arrayCall, elementType } from '../../ir/arrays.js';
import { arithmetic, compare, literal } from '../../ir/build.js';
import { declaredType } from '../../ir/declared-type.js';
import type { Expression } from '../../ir/expression.js';
import { type Column, columnsRead, hasBytes, isText, type RowWindow } from '../../ir/row-function.js';
import type { Statement } from '../../ir/statement.js';
import type { RowContext } from '../context/row-context.js';
import { lineOf } from '../syntax/line-of.js';

/** True if only the call knows the windows of a row. Columns of bounds, which no user passes, hold them. */
export function isBounded({ rows, partitionBy }: RowWindow): boolean {
  return 'on' in rows || partitionBy.length > 0;
}

/** Returns the input columns of a rolling transform as its row function sees them: arrays. */
export function windowColumns(columns: readonly Column[], window: RowWindow): readonly Column[] {
  const { rows } = window;
  return columns.map(({ type, nullable, timezone, element, ...column }) => ({
    ...column,
    type: 'list',
    nullable: false,
    element: { type, nullable, ...(timezone !== undefined && { timezone }), ...(element && { element }) },
    window: 'on' in rows || isBounded(window) ? 'bounds' : rows,
  }));
}

/** Returns true if a column can be read in windows; otherwise reports it. */
export function hasWindows(column: Column, node: ts.Node, context: RowContext): boolean {
  const { element, window } = column;
  if (!window || !element || isSeenInWindows(column, element)) return true;
  reportNoWindows(column, node, context);
  return false;
}

function isSeenInWindows({ path }: Column, element: ElementType): boolean {
  return !path && (isText(element) || !hasBytes(element));
}

function reportNoWindows({ name, path, element }: Column, node: ts.Node, context: RowContext): void {
  const type = path || !element ? 'a field of a struct' : declaredType(element);
  context.report(node, (span) => unknownWindowColumn(span, { column: JSON.stringify(name), type }));
}

/**
 * Reports results that cannot be null although windows may have too few rows. It runs after the visit, which tells the
 * columns that are read.
 */
export function checkWindows({ input, output, call }: ParsedTransform, { minPeriods }: RowWindow, context: RowContext) {
  const read = columnsRead({ input: context.input, variables: context.variables.all });
  const isMissed =
    minPeriods > 1 || (minPeriods === 1 && input.some(({ nullable }, index) => nullable && read.has(index)));
  const present = isMissed ? output.filter(({ nullable }) => !nullable) : [];
  for (const { name } of present)
    context.report(call.expression, (span) =>
      notNullableInWindows(span, { column: JSON.stringify(name), minPeriods: String(minPeriods) }),
    );
}

/**
 * Returns the statements that return null if the windows have too few rows. They precede the visited statements of the
 * function, because only nulls in columns that those read count.
 */
export function missedPeriods(
  { input, output, row, call }: ParsedTransform,
  { minPeriods }: RowWindow,
  context: RowContext,
): readonly Statement[] {
  const line = lineOf(row);
  const read = columnsRead({ input: context.input, variables: context.variables.all });
  const nullable = input.flatMap((column, index) => (column.nullable && read.has(index) ? [index] : []));
  // The row's own row is always in the window.
  if (minPeriods === 0 || (minPeriods === 1 && nullable.length === 0)) return [];
  const windows = nullable.map((index) => context.variables.readColumn(index));
  const test = compare('<', periodsOf(windows, call.expression, context), literal(minPeriods));
  const nulls: Statement = { kind: 'return', values: output.map(() => literal(null)), line };
  return [{ kind: 'if', test, whenTrue: [nulls], whenFalse: [], line }];
}

/** Returns the number of rows of the windows without a null. */
function periodsOf(nullable: readonly Expression[], node: ts.Node, context: RowContext): Expression {
  const [first, ...others] = nullable;
  if (!first) return rowsOfWindows(node, context);
  return others.length === 0 ? arrayCall('count', first) : arrayCall('periods', first, ...others);
}

/** Returns the number of rows of the windows, which is the length of any column that is seen in windows. */
function rowsOfWindows(node: ts.Node, context: RowContext): Expression {
  const { input } = context;
  const place = input.findIndex((column) => column.element !== undefined && isSeenInWindows(column, column.element));
  if (place >= 0) return arrayCall('length', context.variables.readColumn(place));
  const [column] = input;
  if (column) reportNoWindows(column, node, context);
  return literal(0);
}

const ofNumbers = ['sum', 'mean', 'min', 'max', 'variance', 'stddev'] as const;

/** Compiles a method that windows have and arrays do not; returns undefined for any other. */
export function callWindowMethod(window: Expression, name: string): Expression | undefined {
  if (name === 'first') return arrayCall('item', window, literal(0));
  if (name === 'last') return arrayCall('item', window, arithmetic('-', arrayCall('length', window), literal(1)));
  if (name === 'count') return arrayCall('count', window);
  const { kind } = elementType(window.type).core;
  const operation = ofNumbers.find((known) => known === name);
  return operation && (kind === 'number' || kind === 'bigint') ? arrayCall(operation, window) : undefined;
}
