import type { AggregateName } from '../../schema/aggregate-names.js';
import type { ColumnTypeName } from '../../schema/column-types.js';
import type { Column } from '../ir/row-function.js';

/** The aggregates, and the columns that each of them takes, in words. */
export const aggregateNames: Readonly<Record<AggregateName, string>> = {
  count: 'any column',
  sum: 'numbers',
  mean: 'numbers',
  min: 'numbers, times, text and bool',
  max: 'numbers, times, text and bool',
  variance: 'numbers',
  stddev: 'numbers',
  first: 'any column',
  last: 'any column',
  any: 'bool',
  every: 'bool',
  countDistinct: 'any column',
  collect: 'any column',
};

/** Returns the type of a column where its rows are grouped. */
export function groupedColumn({ type, nullable, required, timezone }: Column) {
  return {
    // `dictionary` is a type of inputs only, so that results are text.
    type: type === 'dictionary' ? 'utf8' : type,
    nullable: nullable && !required,
    ...(timezone !== undefined && { timezone }),
  } as const;
}

/** Returns the column of an aggregate's results, or undefined if the aggregate does not take the column. */
export function aggregateResult(operation: AggregateName, column: Column): Omit<Column, 'name'> | undefined {
  const same = groupedColumn(column);
  const { type, nullable } = same;
  switch (operation) {
    case 'count':
    case 'countDistinct':
      return { type: 'int64', nullable: false };
    case 'sum':
      return isNumber(type) ? { type: sumType(type), nullable } : undefined;
    case 'mean':
      return isNumber(type) ? { type: 'float64', nullable } : undefined;
    case 'variance':
    case 'stddev':
      return isNumber(type) ? { type: 'float64', nullable: true } : undefined;
    case 'min':
    case 'max':
      return type === 'binary' || type === 'largeBinary' ? undefined : same;
    case 'first':
    case 'last':
      return same;
    case 'any':
    case 'every':
      return type === 'bool' ? same : undefined;
    case 'collect':
      return { type: 'list', nullable: false, element: same };
  }
}

function sumType(type: ColumnTypeName): ColumnTypeName {
  if (type === 'float32' || type === 'float64') return 'float64';
  return type === 'uint64' ? 'uint64' : 'int64';
}

function isNumber(type: ColumnTypeName): boolean {
  return numbers.includes(type);
}

const numbers: readonly ColumnTypeName[] = [
  'int8',
  'int16',
  'int32',
  'int64',
  'uint8',
  'uint16',
  'uint32',
  'uint64',
  'float32',
  'float64',
];
