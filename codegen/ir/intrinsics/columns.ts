import type { ColumnTypeName } from '../../../schema/column-types.js';
import { rangeWithin } from '../bigint-range.js';
import type { Constant } from '../constant-value.js';
import { type Interval, isWithin, withoutMinusZero } from '../interval.js';
import { doubleType, int64Type, intType, type Type, uint64Type } from '../type.js';
import type { Intrinsic } from './intrinsic.js';

/** The conversions of a present number or bigint that passes through a column between two stages of a pipe. */
export const columns: readonly Intrinsic[] = [
  integers('int8', 'Int8', { min: -(2 ** 7), max: 2 ** 7 - 1 }, intType),
  integers('int16', 'Int16', { min: -(2 ** 15), max: 2 ** 15 - 1 }, intType),
  integers('int32', 'Int32', { min: -(2 ** 31), max: 2 ** 31 - 1 }, intType),
  integers('uint8', 'Uint8', { min: 0, max: 2 ** 8 - 1 }, intType),
  integers('uint16', 'Uint16', { min: 0, max: 2 ** 16 - 1 }, intType),
  integers('uint32', 'Uint32', { min: 0, max: 2 ** 32 - 1 }, doubleType),
  bigints('int64', 'Int64', int64Type),
  bigints('uint64', 'Uint64', uint64Type),
  bigints('timestamp[us]', 'TimestampMicrosecond', int64Type),
  bigints('timestamp[ns]', 'TimestampNanosecond', int64Type),
  numbers('float32', 'Float32', ([x]) => Math.fround(Number(x))),
  numbers('date32', 'Date32'),
  numbers('timestamp[s]', 'TimestampSecond'),
  numbers('timestamp[ms]', 'TimestampMillisecond'),
];

/** Returns the name of the intrinsic for a column type. */
export function columnIntrinsic(type: ColumnTypeName): string {
  return `column ${type}`;
}

function throughColumn(type: ColumnTypeName, tag: string, value: Type): Intrinsic {
  return {
    name: columnIntrinsic(type),
    parameters: ['value'],
    typeOf: () => value,
    cpp: `through_column<rf::${tag}>`,
    header: 'row/through_column.hpp',
    services: ['out'],
  };
}

/** An integer within the range is kept, with -0 as 0; any other value fails the row. */
function integers(type: ColumnTypeName, tag: string, { min, max }: Interval, value: Type): Intrinsic {
  return {
    ...throughColumn(type, tag, value),
    evaluate: ([x]) => (Number.isInteger(x) && Number(x) >= min && Number(x) <= max ? Number(x) + 0 : undefined),
    takesLong: true,
    range: ([x]) => (x && isWithin(x, { min, max }) ? withoutMinusZero(x) : { min, max }),
  };
}

function bigints(type: ColumnTypeName, tag: string, value: Type): Intrinsic {
  const { core } = value;
  return {
    ...throughColumn(type, tag, value),
    evaluate: ([x]) =>
      typeof x === 'bigint' && core.kind === 'bigint' && rangeWithin({ min: x, max: x }, core.range) ? x : undefined,
  };
}

function numbers(type: ColumnTypeName, tag: string, evaluate?: (args: readonly Constant[]) => Constant): Intrinsic {
  return { ...throughColumn(type, tag, doubleType), ...(evaluate && { evaluate }) };
}
