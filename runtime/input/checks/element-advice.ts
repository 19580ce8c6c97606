import { type ColumnTypeName, isTextType, isTimeType, timestampUnit } from '../../../schema/column-types.js';
import { isDate } from '../../values/time-value.js';

/** The declared type of a plain array's elements. */
interface Elements {
  readonly type: ColumnTypeName;
  readonly nullable: boolean;
}

/**
 * Suggests how to convert the elements of a plain array, without the full stop.
 *
 * @param of the variable in the suggestion: the array, or each list of a column of lists
 */
export function elementAdvice({ type, nullable }: Elements, value: unknown, of: 'array' | 'list'): string {
  const code = conversion(type, value);
  const what = of === 'list' ? 'each list' : 'the array';
  if (code === undefined) return `Convert ${what} before the call`;
  const guarded = nullable ? `(v === null ? null : ${code})` : code;
  const isFloat = type === 'float64' || type === 'float32';
  const note = typeof value === 'string' && isFloat ? ', which gives NaN for text that is not a number' : '';
  return `Convert ${what} before the call, ${of}.map((v) => ${guarded})${note}`;
}

function conversion(type: ColumnTypeName, value: unknown): string | undefined {
  const unit = timestampUnit(type);
  if (unit === 'us' || unit === 'ns')
    return isDate(value) ? `BigInt(v.getTime()) * ${unit === 'us' ? '1000n' : '1_000_000n'}` : undefined;
  if (isTimeType(type)) return typeof value === 'string' ? 'new Date(v)' : undefined;
  if (typeof value === 'object' || type === 'list') return undefined;
  if (isTextType(type)) return 'String(v)';
  if (type === 'bool') return typeof value === 'number' ? 'v !== 0' : undefined;
  if (type === 'binary' || type === 'largeBinary') return typeof value === 'string' ? 'Buffer.from(v)' : undefined;
  if (type === 'int64' || type === 'uint64') return Number.isInteger(value) ? 'BigInt(v)' : undefined;
  if (typeof value === 'number')
    return Number.isFinite(value) && !Number.isInteger(value) ? 'Math.round(v)' : undefined;
  return typeof value === 'string' || typeof value === 'bigint' ? 'Number(v)' : undefined;
}
