import { DateUnit, Precision, TimeUnit, Type } from 'apache-arrow';
import {
  type ColumnTypeName,
  isBinaryType,
  isTimeType,
  numberTypes,
  type TimeTypeName,
  timestampUnit,
} from '../../../schema/column-types.js';
import type { DeclaredType } from '../../../schema/columns.js';
import type { ArrowType } from '../../columns/arrow-types.js';
import { conversionOf, type ValueKind } from '../conversions.js';

/** The source of a column. A column of a batch cannot be replaced by a plain array. */
export type ColumnSource = 'object' | 'table' | 'batch';

/**
 * Suggests a conversion for a column of another type than the declared one, without the full stop. No suggestion loses data silently.
 *
 * @param from the column's type, or the name of its typed array
 */
export function castAdvice(
  to: DeclaredType & { readonly name: string },
  from: ArrowType | string,
  source: ColumnSource = 'object',
): string {
  if (to.type === 'list') return castElsewhere(to);
  if (typeof from === 'string') return ofTypedArray(to, from);
  const values = from.typeId === Type.Dictionary ? from.dictionary : from;
  if (values === undefined) return castElsewhere(to);
  const nested = values.typeId === Type.Time ? asIntegers(values.bitWidth ?? 64) : elsewhere[values.typeId];
  if (nested !== undefined) return nested;
  const kind = kinds.get(values.typeId);
  const isWritable = to.type !== 'timestamp[us]' && to.type !== 'timestamp[ns]' && !isBinaryType(to.type);
  // Text may hold times in any notation.
  if (kind === undefined || source === 'batch' || !isWritable || (kind === 'text' && isTimeType(to.type)))
    return castElsewhere(to);
  const times = { isZoned: typeof values.timezone === 'string', unit: unitOf(values) };
  const { code, note } = conversionOf(kindOfWidth(kind, values), to, times);
  if (source === 'object') return `Convert it: ${code}${note}`;
  const name = JSON.stringify(to.name);
  return `Convert it, and pass an object of columns: { ${name}: ${code.replace('column', `table.getChild(${name})`)}, … }${note}`;
}

function ofTypedArray(to: DeclaredType, name: string): string {
  if (isTimeType(to.type)) return `Say what it counts: ${wrapped(to.type, to.timezone)}`;
  if (isBinaryType(to.type)) return 'Say where its rows begin: pass one Uint8Array per row';
  const isBig = name.startsWith('Big');
  const kind: ValueKind = isBig ? 'integer of 64 bits' : /^Float(?:64|32)/.test(name) ? 'float' : 'integer';
  const { code, note } = conversionOf(name === 'Float32Array' ? 'float of 32 bits' : kind, to);
  if (to.type !== 'float64' && to.type !== 'float32') return `Convert it: ${code}${note}`;
  const array = numberTypes[to.type].arrayName;
  return `Convert it: ${array}.from(column${isBig ? ', Number' : ''})${note}`;
}

function castElsewhere(to: DeclaredType): string {
  return `Cast it where it is made; in Python: column.cast(${pyarrowType(to)})`;
}

/** Types whose values Arrow JS returns as JavaScript's own. */
const kinds: ReadonlyMap<number, ValueKind> = new Map<number, ValueKind>([
  [Type.Null, 'null'],
  [Type.Bool, 'boolean'],
  [Type.Int, 'integer'],
  [Type.Float, 'float'],
  [Type.Utf8, 'text'],
  [Type.LargeUtf8, 'text'],
  [Type.Utf8View, 'text'],
  [Type.Date, 'time'],
  [Type.Timestamp, 'time'],
]);

function kindOfWidth(kind: ValueKind, { bitWidth, precision }: ArrowType): ValueKind {
  if (kind === 'integer' && bitWidth === 64) return 'integer of 64 bits';
  return kind === 'float' && precision !== Precision.DOUBLE ? 'float of 32 bits' : kind;
}

/** Returns the unit of a column of times in milliseconds. */
function unitOf({ typeId, unit }: ArrowType): number {
  if (typeId === Type.Date) return unit === DateUnit.DAY ? 86_400_000 : 1;
  return unit === TimeUnit.SECOND ? 1000 : unit === TimeUnit.MILLISECOND ? 1 : 0.001;
}

const parts = 'Take apart what it holds before the call, into columns of their own';

/** Types whose values are not numbers, times or texts, with advice for each. */
const elsewhere: { readonly [typeId: number]: string } = {
  [Type.Duration]: asIntegers(64),
  [Type.Interval]: 'Pass its months, days or milliseconds as columns of integers',
  [Type.List]: parts,
  [Type.LargeList]: parts,
  [Type.FixedSizeList]: parts,
  [Type.Map]: parts,
  [Type.Struct]: parts,
  [Type.Union]: parts,
};

function asIntegers(bits: number): string {
  return `Cast it to integers where it is made (in Python: column.cast(pa.int${bits}())), and declare int${bits}`;
}

const timeClasses: { readonly [type in TimeTypeName]: string } = {
  date32: 'DateDay',
  'timestamp[s]': 'TimestampSecond',
  'timestamp[ms]': 'TimestampMillisecond',
  'timestamp[us]': 'TimestampMicrosecond',
  'timestamp[ns]': 'TimestampNanosecond',
};

/** Returns code that makes a column of times from a typed array in the column's unit. */
function wrapped(type: TimeTypeName, timezone: string | undefined): string {
  const { arrayName } = numberTypes[type];
  const data = `${arrayName}.from(column${arrayName === 'BigInt64Array' ? ', BigInt' : ''})`;
  const zone = timezone === undefined ? '' : `'${timezone}'`;
  return `makeVector(makeData({ type: new ${timeClasses[type]}(${zone}), data: ${data} }))`;
}

const pyarrowNames: { readonly [type in ColumnTypeName]?: string } = {
  bool: 'pa.bool_()',
  utf8: 'pa.string()',
  largeUtf8: 'pa.large_string()',
  binary: 'pa.binary()',
  largeBinary: 'pa.large_binary()',
  dictionary: 'pa.dictionary(pa.int32(), pa.string())',
};

function pyarrowType({ type, timezone, element }: DeclaredType): string {
  if (element) return `pa.list_(${pyarrowType(element)})`;
  const unit = timestampUnit(type);
  if (unit !== undefined) return `pa.timestamp('${unit}'${timezone === undefined ? '' : `, tz='${timezone}'`})`;
  return pyarrowNames[type] ?? `pa.${type}()`;
}
