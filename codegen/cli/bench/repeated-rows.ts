import { type Data, makeData, RecordBatch, type Struct, Table, Type } from 'apache-arrow';

/** The largest offset in a batch, well below the limit of 32-bit offsets. */
const mostInBatch = 2 ** 30;

/** Repeats the rows of a table of one batch, in order, until there are `rows` of them. */
export function repeatedRows(table: Table, rows: number, most = mostInBatch): Table {
  const [batch] = table.batches;
  if (batch === undefined || batch.numRows === 0) throw new RangeError('There is no row to repeat');
  const times = Math.ceil(rows / batch.numRows);
  const timesInBatch = Math.min(times, Math.max(1, Math.floor(most / longest(batch.data))));
  const whole = new RecordBatch(table.schema, repeated(batch.data, timesInBatch) as Data<Struct>);
  const batches = Array.from({ length: Math.ceil(times / timesInBatch) }, () => whole);
  return new Table(table.schema, batches).slice(0, rows);
}

/** Returns the largest offset or row count of a column and its children. */
function longest(data: Data): number {
  const { offsets } = buffersOf(data);
  return Math.max(data.length, Number(offsets?.[data.length] ?? 0), ...data.children.map(longest));
}

/** Repeats a column that is not sliced, so that its buffers begin with its first row. */
function repeated(data: Data, times: number): Data {
  const { type, length, nullCount, nullBitmap, children, dictionary } = data;
  const { values, offsets } = buffersOf(data);
  const isBits = data.typeId === Type.Bool;
  return makeData({
    type,
    length: length * times,
    nullCount: nullCount * times,
    ...(nullCount > 0 && { nullBitmap: repeatedBits(nullBitmap, length, times) }),
    ...(offsets && { valueOffsets: repeatedOffsets(offsets, length, times) }),
    ...(values && {
      data: isBits ? repeatedBits(values as Uint8Array, length, times) : repeatedValues(values, valuesOf(data), times),
    }),
    ...(dictionary && { dictionary }),
    ...(data.typeId === Type.List && { child: repeated(children[0] as Data, times) }),
    ...(data.typeId === Type.Struct && { children: children.map((child) => repeated(child, times)) }),
  } as never);
}

type Values = Uint8Array | Int32Array | BigInt64Array;
type Offsets = Int32Array | BigInt64Array;

/** Arrow's types claim that every layout has these buffers; they are `undefined` or `null` if it does not. */
function buffersOf(data: Data): { readonly values: Values | undefined; readonly offsets: Offsets | undefined } {
  const { values, valueOffsets } = data as unknown as { values: Values | null; valueOffsets: Offsets | null };
  return { values: values ?? undefined, offsets: valueOffsets ?? undefined };
}

/** Returns the number of bytes of text, or of values of a fixed width. */
function valuesOf(data: Data): number {
  return Number(buffersOf(data).offsets?.[data.length] ?? data.length);
}

function repeatedValues(values: Values, length: number, times: number): Values {
  const result = new (values.constructor as new (length: number) => Values)(length * times);
  result.set(values.subarray(0, length) as never);
  // Each copy doubles the filled part.
  for (let filled = length; filled > 0 && filled < result.length; filled *= 2) result.copyWithin(filled, 0, filled);
  return result;
}

function repeatedOffsets(offsets: Offsets, length: number, times: number): Offsets {
  const step = Number(offsets[length] ?? 0);
  const of = (index: number): number => Number(offsets[index % length] ?? 0) + step * Math.floor(index / length);
  if (offsets instanceof Int32Array) return Int32Array.from({ length: length * times + 1 }, (_, index) => of(index));
  return BigInt64Array.from({ length: length * times + 1 }, (_, index) => BigInt(of(index)));
}

function repeatedBits(bits: Uint8Array, length: number, times: number): Uint8Array {
  const result = new Uint8Array((length * times + 7) >>> 3);
  for (let to = 0, from = 0; to < length * times; to += 1, from = from + 1 === length ? 0 : from + 1)
    result[to >>> 3] = (result[to >>> 3] ?? 0) | ((((bits[from >>> 3] ?? 0) >>> (from & 7)) & 1) << (to & 7));
  return result;
}
