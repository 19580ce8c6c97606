import type { ColumnTypeName } from '../../../schema/column-types.js';
import { literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { call } from '../../ir/intrinsics/call.js';
import { columnIntrinsic } from '../../ir/intrinsics/columns.js';
import { allExpressions, assignedIn, rewriteExpressions, rewriteStatements } from '../../ir/rewrite.js';
import type { RowFunction } from '../../ir/row-function.js';
import { mayBeAbsent } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';

/** Column types whose integers row functions see as numbers. */
const integerColumns: ReadonlySet<ColumnTypeName> = new Set(['int8', 'int16', 'int32', 'uint8', 'uint16', 'uint32']);
const throughIntegerColumns: ReadonlySet<string> = new Set([...integerColumns].map(columnIntrinsic));

/**
 * With at most this many decimal places, a number of eight digits that is scaled and rounded is the integer that its digits say:
 * native/include/rowfuse/number/text/decimal_integer.hpp.
 */
const mostPlaces = 7;

/**
 * Reads short decimals in text as integers, by their digits and without a double in between, if only a column of integers takes them:
 * `Number(text)` and `Math.round(Number(text) * 100)`.
 */
export function decimalIntegers(fn: RowFunction): RowFunction {
  const stored = storedAsIntegers(fn);
  const change = (e: Expression): Expression => {
    if (e.kind !== 'call' || !throughIntegerColumns.has(e.intrinsic)) return e;
    return { ...e, arguments: e.arguments.map((value) => decimalInteger(value) ?? value) };
  };
  const body = rewriteStatements(rewriteExpressions(fn.body, change), (statement) => {
    switch (statement.kind) {
      case 'return':
      case 'emit': {
        const isInteger = (place: number) => isIntegerColumn(fn, place);
        const values = statement.values.map((value, place) => (isInteger(place) && decimalInteger(value)) || value);
        return [{ ...statement, values }];
      }
      case 'declare':
        return [
          stored.has(statement.variable)
            ? { ...statement, value: decimalInteger(statement.value) ?? statement.value }
            : statement,
        ];
      default:
        return [statement];
    }
  });
  return { ...fn, body };
}

/** Returns the variables that are read only for columns of integers. */
function storedAsIntegers(fn: RowFunction): ReadonlySet<VariableId> {
  const reads = new Map<VariableId, number>();
  const count = (e: Expression | undefined, by: number) => {
    if (e?.kind === 'read') reads.set(e.variable, (reads.get(e.variable) ?? 0) + by);
  };
  for (const e of allExpressions(fn.body)) {
    count(e, 1);
    if (e.kind === 'call' && throughIntegerColumns.has(e.intrinsic)) count(e.arguments[0], -1);
  }
  rewriteStatements(fn.body, (statement) => {
    if (statement.kind === 'return' || statement.kind === 'emit')
      statement.values.forEach((value, place) => {
        if (isIntegerColumn(fn, place)) count(value, -1);
      });
    return [statement];
  });
  const assigned = assignedIn(fn.body);
  return new Set([...reads].filter(([id, left]) => left === 0 && !assigned.has(id)).map(([id]) => id));
}

function isIntegerColumn({ output }: RowFunction, place: number): boolean {
  const column = output[place];
  return column !== undefined && !column.element && integerColumns.has(column.type);
}

/** Builds the same number as an integer column takes it. Undefined unless it is read from text. */
function decimalInteger(e: Expression): Expression | undefined {
  const text = numberedText(e);
  if (text) return call('Decimal integer', text);
  if (e.kind !== 'call' || e.intrinsic !== 'Math.round') return undefined;
  const [argument] = e.arguments;
  const unscaled = argument && numberedText(argument);
  if (unscaled) return call('Rounded decimal', unscaled, literal(0));
  if (argument?.kind !== 'arithmetic' || argument.operator !== '*') return undefined;
  const { left, right } = argument;
  const scaled = numberedText(left) ?? numberedText(right);
  const places = placesOf(numberedText(left) ? right : left);
  return scaled && places !== undefined ? call('Rounded decimal', scaled, literal(places)) : undefined;
}

/** Returns `text` of `Number(text)`, if the text has one piece. */
function numberedText(e: Expression): Expression | undefined {
  if (e.kind !== 'to-number' || mayBeAbsent(e.operand.type)) return undefined;
  const { core } = e.operand.type;
  return core.kind === 'string' && core.pieces === 1 && !core.lazy ? e.operand : undefined;
}

/** Returns 2 for `100`. */
function placesOf(e: Expression): number | undefined {
  if (e.kind === 'convert') return placesOf(e.operand);
  if (e.kind !== 'literal') return undefined;
  const places = Array.from({ length: mostPlaces + 1 }, (_, index) => index).find((power) => 10 ** power === e.value);
  return places;
}
