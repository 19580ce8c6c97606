import type { ParsedTransform } from '../1-parse/parsed-transform.js';
import type { Program } from '../1-parse/project.js';
import { propertyName } from '../1-parse/schema.js';
import { nodeSpan } from '../1-parse/span.js';
import { ts } from '../1-parse/ts.js';
import {
  type DiagnosticBag,
  impossibleMinPeriods,
  notNullableInWindows,
  unknownWindow,
  unknownWindowColumn,
  unknownWindowProperty,
} from '../diagnostics/index.js';
import { arrayCall, elementType } from '../ir/arrays.js';
import { arithmetic, compare, literal } from '../ir/build.js';
import { isObject } from '../ir/constant-value.js';
import { declaredType } from '../ir/declared-type.js';
import type { Expression } from '../ir/expression.js';
import { type Column, hasBytes, isText, type RowFunction } from '../ir/row-function.js';
import type { Statement } from '../ir/statement.js';
import { evaluateConstant } from './evaluate-constant.js';
import type { RowContext } from './row-context.js';
import { lineOf } from './visitors/index.js';

type RowWindow = NonNullable<RowFunction['window']>;

/** Rows are counted in 31 bits. */
const mostRows = 2 ** 31 - 2;

const properties = ['preceding', 'following', 'minPeriods'] as const;

/** The rows that windows have, as the description says it: constants. What is wrong is reported, and taken for nothing. */
export function rowWindow(
  { window }: Pick<ParsedTransform, 'window'>,
  program: Program,
  bag: DiagnosticBag,
): RowWindow {
  const value = window && evaluateConstant(window, program)?.value;
  const nothing = { preceding: 0, following: 0, minPeriods: 0 };
  if (!window) return nothing;
  const spanOf = (property: string) => nodeSpan(program.root, memberOf(window, property));
  if (!isObject(value)) {
    bag.add(unknownWindow(nodeSpan(program.root, window), { property: 'window', value: window.getText() }));
    return nothing;
  }
  const given = new Map(value.entries);
  for (const [name] of value.entries) {
    const isKnown = properties.some((known) => known === name);
    if (!isKnown) bag.add(unknownWindowProperty(spanOf(name), { property: name }));
  }
  const rowsOf = (property: (typeof properties)[number], otherwise: number): number => {
    if (!given.has(property) && property !== 'preceding') return otherwise;
    const rows = given.get(property);
    if (typeof rows === 'number' && Number.isInteger(rows) && rows >= 0 && rows <= mostRows) return rows;
    bag.add(unknownWindow(spanOf(property), { property, value: given.has(property) ? String(rows) : 'missing' }));
    return otherwise;
  };
  const preceding = rowsOf('preceding', 0);
  const following = rowsOf('following', 0);
  const whole = preceding + 1 + following;
  const minPeriods = rowsOf('minPeriods', whole);
  if (minPeriods > whole)
    bag.add(impossibleMinPeriods(spanOf('minPeriods'), { minPeriods: String(minPeriods), rows: String(whole) }));
  return { preceding, following, minPeriods };
}

/** Where a property of the window stands in the source, as far as it does. */
function memberOf(window: ts.Expression, property: string): ts.Node {
  if (!ts.isObjectLiteralExpression(window)) return window;
  return window.properties.find(({ name }) => name && propertyName(name) === property) ?? window;
}

/** Reports a column of which there are no windows, where the function reads it. */
export function hasWindows(column: Column, node: ts.Node, context: RowContext): boolean {
  const { element, path, window } = column;
  if (!window || !element || (!path && (isText(element) || !hasBytes(element)))) return true;
  const type = path ? 'a field of a struct' : declaredType(element);
  context.report(node, (span) => unknownWindowColumn(span, { column: JSON.stringify(column.name), type }));
  return false;
}

/** The input columns of a rolling transform as its function sees them: arrays. */
export function windowColumns(columns: readonly Column[], { preceding, following }: RowWindow): readonly Column[] {
  return columns.map(({ type, nullable, timezone, ...column }) => ({
    ...column,
    type: 'list',
    nullable: false,
    element: { type, nullable, ...(timezone !== undefined && { timezone }) },
    window: { preceding, following },
  }));
}

/** Reports results that cannot be null where windows have too few rows. The function was visited: it has read its columns. */
export function checkWindows({ input, output, call }: ParsedTransform, { minPeriods }: RowWindow, context: RowContext) {
  const read = new Set(context.variables.map(({ column }) => column));
  const isMissed =
    minPeriods > 1 || (minPeriods === 1 && input.some(({ nullable }, index) => nullable && read.has(index)));
  const present = isMissed ? output.filter(({ nullable }) => !nullable) : [];
  for (const { name } of present)
    context.report(call.expression, (span) =>
      notNullableInWindows(span, { column: JSON.stringify(name), minPeriods: String(minPeriods) }),
    );
}

/**
 * Too few rows in the windows, and the result is null: what stands before the function's own statements, which have been visited.
 * Nulls in columns that those do not read count for nothing.
 */
export function missedPeriods(
  { input, output, row }: ParsedTransform,
  { minPeriods }: RowWindow,
  context: RowContext,
): readonly Statement[] {
  const line = lineOf(row);
  const read = new Set(context.variables.map(({ column }) => column));
  const nullable = input.flatMap((column, index) => (column.nullable && read.has(index) ? [index] : []));
  // The own row is always there.
  if (minPeriods === 0 || (minPeriods === 1 && nullable.length === 0)) return [];
  const windows = nullable.map((index) => context.readColumn(index));
  const test = compare('<', periodsOf(windows, context), literal(minPeriods));
  const nulls: Statement = { kind: 'return', values: output.map(() => literal(null)), line };
  return [{ kind: 'if', test, whenTrue: [nulls], whenFalse: [], line }];
}

/** How many rows of the windows have no null. */
function periodsOf(nullable: readonly Expression[], context: RowContext): Expression {
  const [first, ...others] = nullable;
  if (!first) return arrayCall('length', context.readColumn(0));
  return others.length === 0 ? arrayCall('count', first) : arrayCall('periods', first, ...others);
}

const ofAll = ['first', 'last', 'count'] as const;
const ofNumbers = ['sum', 'mean', 'min', 'max', 'variance', 'stddev'] as const;

/** The names of a window's methods besides those of arrays. */
export const windowMethods: readonly string[] = [...ofAll, ...ofNumbers];

/** A call of one of them; undefined for any other. */
export function callWindowMethod(window: Expression, name: string): Expression | undefined {
  if (name === 'first') return arrayCall('item', window, literal(0));
  if (name === 'last') return arrayCall('item', window, arithmetic('-', arrayCall('length', window), literal(1)));
  if (name === 'count') return arrayCall('count', window);
  const { kind } = elementType(window.type).core;
  const operation = ofNumbers.find((known) => known === name);
  return operation && (kind === 'number' || kind === 'bigint') ? arrayCall(operation, window) : undefined;
}
