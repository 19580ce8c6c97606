import { pathOf } from '../../../../schema/columns.js';
import type { ParsedTransform } from '../../../1-parse/parsed-transform.js';
import { literal } from '../../../ir/build.js';
import type { Expression } from '../../../ir/expression.js';
import type { RowContext } from '../../context/row-context.js';
import { mayFail } from '../../effects/effects.js';
import { partOfRow } from '../../objects/row-parts.js';
import { isExpression, type Value } from '../../values/value.js';
import { valuesOfRow } from '../row-values.js';

/** Returns the values of columns that a stage keeps, by their places in its input. */
export type KeptValues = (keep: readonly number[]) => readonly Expression[];

/** Returns the columns that a stage keeps of its row, as its results have them. */
export function keptValues(
  keep: readonly number[],
  { input, call }: ParsedTransform,
  row: Value,
  context: RowContext,
): readonly Expression[] {
  const output = keep.flatMap((index) => input[index] ?? []);
  const names = new Set(output.map((column) => pathOf(column)[0] ?? ''));
  const parts = [...names].flatMap((name): readonly (readonly [string, Value])[] => {
    if (isExpression(row)) return [];
    const part =
      row.kind === 'row'
        ? partOfRow(row, name, call, context)
        : row.kind === 'object'
          ? row.properties.get(name)
          : undefined;
    return part ? [[name, part]] : [];
  });
  const whole: Value = { kind: 'object', properties: new Map(parts) };
  return valuesOfRow(whole, call, { output, single: false }, context) ?? [];
}

/** Returns the result columns that an aggregate groups, by their places. The others are computed only if they can fail the row. */
export function groupedValues(
  places: readonly number[],
  keep: readonly number[],
  own: readonly Expression[],
  kept: KeptValues,
  context: RowContext,
): readonly Expression[] {
  const { line } = context.effects;
  for (const [index, value] of own.entries()) {
    if (!places.includes(keep.length + index) && mayFail(value))
      context.effects.push({ kind: 'evaluate', value, line });
  }
  return places.map((place) => {
    const input = keep[place];
    const value = input === undefined ? own[place - keep.length] : kept([input])[0];
    return value ?? literal(undefined);
  });
}
