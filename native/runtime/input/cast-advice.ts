import { Type } from 'apache-arrow';
import type { ArrowType } from '../arrow-types.js';
import {
  type ColumnTypeName,
  type DeclaredType,
  isBinaryType,
  isTimeType,
  numberTypes,
  type TimeTypeName,
  timestampUnit,
} from '../column-types.js';

/**
 * What to do with a column of another type than the declared one, without the full stop.
 *
 * @param from the type that it has; undefined for a typed array
 */
export function castAdvice(to: DeclaredType, from?: ArrowType): string {
  if (to.type === 'list') return `Cast it where it is made; in Python: column.cast(${pyarrowType(to)})`;
  const values = from?.typeId === Type.Dictionary ? from.dictionary : from;
  if (values === undefined && isTimeType(to.type)) return `Say what it counts: ${wrapped(to.type, to.timezone)}`;
  if (values === undefined && isBinaryType(to.type)) return 'Say where its rows begin: pass one Uint8Array a row';
  if (values === undefined) return `Cast it: ${castInJavaScript(to)}`;
  const nested = values.typeId === Type.Time ? asIntegers(values.bitWidth ?? 64) : elsewhere[values.typeId];
  if (nested !== undefined) return nested;
  if (!readable.includes(values.typeId) || !writable(to.type, values)) {
    return `Cast it where it is made; in Python: column.cast(${pyarrowType(to)})`;
  }
  return `Cast it: ${castInJavaScript(to)}`;
}

/** Types whose values Arrow JS gives as JavaScript's own. */
const readable: readonly number[] = [
  Type.Null,
  Type.Bool,
  Type.Int,
  Type.Float,
  Type.Utf8,
  Type.LargeUtf8,
  Type.Utf8View,
  Type.Date,
  Type.Timestamp,
];

const parts = 'Take apart what it holds before the call, into columns of their own';

/** Types whose values are no numbers, times or texts, by what to do about them. */
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

/** Whether Arrow JS writes such values without losing digits. Of text nothing says how a time would be written in it. */
function writable(to: ColumnTypeName, { typeId }: ArrowType): boolean {
  if (to === 'timestamp[us]' || to === 'timestamp[ns]' || isBinaryType(to)) return false;
  return (
    timesInMilliseconds[to] === undefined ||
    (typeId !== Type.Utf8 && typeId !== Type.LargeUtf8 && typeId !== Type.Utf8View)
  );
}

/** Arrow JS reads and writes times as milliseconds, and refuses fractions of its unit. */
const timesInMilliseconds: { readonly [type in ColumnTypeName]?: string } = {
  date32: 'Number(v)',
  'timestamp[s]': 'Math.floor(Number(v) / 1000) * 1000',
  'timestamp[ms]': 'Math.floor(Number(v))',
};

const conversions: { readonly [type in ColumnTypeName]?: string } = {
  utf8: 'String(v)',
  largeUtf8: 'String(v)',
  dictionary: 'String(v)',
  bool: 'Boolean(v)',
  int64: 'BigInt(v)',
  uint64: 'BigInt(v)',
  ...timesInMilliseconds,
};

const timeClasses: { readonly [type in TimeTypeName]: string } = {
  date32: 'DateDay',
  'timestamp[s]': 'TimestampSecond',
  'timestamp[ms]': 'TimestampMillisecond',
  'timestamp[us]': 'TimestampMicrosecond',
  'timestamp[ns]': 'TimestampNanosecond',
};

/** Code that makes a column of times of a typed array in the column's unit. */
function wrapped(type: TimeTypeName, timezone: string | undefined): string {
  const { arrayName } = numberTypes[type];
  const data = `${arrayName}.from(column${arrayName === 'BigInt64Array' ? ', BigInt' : ''})`;
  return `makeVector(makeData({ type: new ${timeClasses[type]}(${quoted(timezone)}), data: ${data} }))`;
}

/** Code that turns a vector or an array into a vector of the declared type. */
function castInJavaScript({ type, timezone }: DeclaredType): string {
  const name =
    type === 'dictionary'
      ? 'Dictionary'
      : isTimeType(type)
        ? timeClasses[type]
        : `${type.slice(0, 1).toUpperCase()}${type.slice(1)}`;
  const convert = conversions[type] ?? 'Number(v)';
  return `vectorFromArray(Array.from(column, (v) => (v === null ? null : ${convert})), new ${name}(${type === 'dictionary' ? 'new Utf8(), new Int32()' : quoted(timezone)}))`;
}

function quoted(timezone: string | undefined): string {
  return timezone === undefined ? '' : `'${timezone}'`;
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
