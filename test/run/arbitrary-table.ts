import {
  Binary,
  Bool,
  type Data,
  type DataType,
  DateDay,
  Dictionary,
  Field,
  Float32,
  Float64,
  Int8,
  Int16,
  Int32,
  Int64,
  LargeBinary,
  LargeUtf8,
  List,
  makeData,
  Struct,
  Timestamp,
  TimestampMicrosecond,
  TimestampMillisecond,
  TimestampNanosecond,
  TimestampSecond,
  Type,
  Uint8,
  Uint16,
  Uint32,
  Uint64,
  Utf8,
  Vector,
} from 'apache-arrow';
import fc from 'fast-check';
import type { Column, ColumnTypeName, ElementType } from 'rowfuse/compiler';
import { type ColumnNode, columnTree, typeWithin } from 'rowfuse/compiler';

/** Returns random columns of a schema: of one length, each in its own chunks, with nulls and offsets that start anywhere. */
export function arbitraryColumns(schema: readonly Column[]): fc.Arbitrary<Record<string, Vector>> {
  // Text that is ASCII throughout takes its own paths.
  const shape = fc.record({ length: fc.integer({ min: 0, max: 70 }), ascii: fc.boolean() });
  return shape.chain(({ length, ascii }) => {
    const vectors = [...columnTree(schema)].map(([name, node]) => {
      const column = node.kind === 'value' ? schema[node.place] : undefined;
      const vector = column ? arbitraryVector(column, length, ascii) : arbitraryNested(node, schema, length, ascii);
      return [name, vector] as const;
    });
    return fc.tuple(...vectors.map(([, vector]) => vector)).map((made) => {
      const columns: Record<string, Vector> = Object.create(null);
      for (const [index, [name]] of vectors.entries()) columns[name] = made[index] as Vector;
      return columns;
    });
  });
}

/** Structs, and lists of structs, with rows before and after them in the same buffers. */
function arbitraryNested(
  node: ColumnNode,
  schema: readonly Column[],
  length: number,
  ascii: boolean,
): fc.Arbitrary<Vector> {
  const before = 3;
  return arbitraryChunks(length, (rows) =>
    arbitraryNode(node, schema, 0, before + rows + 2, ascii).map((data) => data.slice(before, rows)),
  );
}

/** Returns `length` values of a node within `lists` lists. */
function arbitraryNode(
  node: ColumnNode,
  schema: readonly Column[],
  lists: number,
  length: number,
  ascii: boolean,
): fc.Arbitrary<Data> {
  if (node.kind === 'value') {
    const { required, ...element } = typeWithin(schema[node.place] as Column, lists);
    // Such a field is spoiled later in rows whose struct is null.
    return arbitraryElements(required ? { ...element, nullable: false } : element, 2, length, ascii);
  }
  const isNullable = node.presence !== undefined;
  if (node.kind === 'list') {
    return arbitraryListOf(isNullable, mayBeNull(node.element, schema, lists + 1), length, (skipped, total) =>
      arbitraryNode(node.element, schema, lists + 1, skipped + total, ascii).map((data) => data.slice(skipped, total)),
    );
  }
  const fields = [...node.fields];
  const children = fc.tuple(...fields.map(([, field]) => arbitraryNode(field, schema, lists, length, ascii)));
  const valid = fc.array(isNullable ? fc.integer({ min: 0, max: 3 }).map((n) => n > 0) : fc.constant(true), {
    minLength: length,
    maxLength: length,
  });
  return fc.tuple(children, valid).map(([made, there]) => {
    const type = new Struct(
      fields.map(([name, field], at) => new Field(name, (made[at] as Data).type, mayBeNull(field, schema, lists))),
    );
    const nulls = there.filter((one) => !one).length;
    return makeData({
      type,
      length,
      ...(nulls > 0 ? { nullBitmap: bits(there), nullCount: nulls } : { nullCount: 0 }),
      children: nulls > 0 ? made.map((data) => spoiled(data, there)) : made,
    });
  });
}

function mayBeNull(node: ColumnNode, schema: readonly Column[], lists: number): boolean {
  if (node.kind !== 'value') return node.presence !== undefined;
  const { nullable, required } = typeWithin(schema[node.place] as Column, lists);
  return nullable && !required;
}

/** Replaces a field's values in rows whose struct is null: some become null, and text becomes invalid. */
function spoiled(data: Data, valid: readonly boolean[]): Data {
  const isText = data.type.typeId === Type.Utf8;
  if (!isText && data.type.typeId !== Type.Int && data.type.typeId !== Type.Float) return data;
  const own = valid.map((there, row) => (there || row % 3 > 0) && data.getValid(row));
  const nulls = own.filter((one) => !one).length;
  const validity = nulls > 0 ? { nullBitmap: bits(own), nullCount: nulls } : { nullCount: 0 };
  const { type, length, valueOffsets } = data;
  if (!isText) return makeData({ type: type as Int32, length, data: data.values, ...validity });
  const bytes = Uint8Array.from(data.values);
  for (const [row, there] of valid.entries()) if (!there) bytes.fill(0xff, valueOffsets[row], valueOffsets[row + 1]);
  return makeData({ type: type as Utf8, length, valueOffsets, data: bytes, ...validity });
}

/** Random values for the params of a transform. */
export function arbitraryParams(schema: readonly Column[]): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(
    Object.fromEntries(
      schema.map(({ name, type, nullable }) => {
        const value = fc
          .boolean()
          .chain((ascii) => arbitraryValue(type, ascii).map((stored) => rowValue(type, stored)));
        return [name, nullable ? fc.option(value, { nil: null, freq: 3 }) : value];
      }),
    ),
  );
}

type Value = string | number | bigint | boolean | Uint8Array;

/** Returns the value that a row function sees for a stored one. Times that columns cannot write are replaced. */
function rowValue(type: ColumnTypeName, stored: Value): Value {
  if (type === 'date32') return Number(stored) * 86_400_000;
  const unit = type === 'timestamp[s]' ? 1000 : type === 'timestamp[ms]' ? 1 : undefined;
  return unit === undefined ? stored : Number(BigInt.asIntN(42, BigInt(String(stored)))) * unit;
}

function arbitraryVector(column: Column, length: number, ascii: boolean): fc.Arbitrary<Vector> {
  const { type } = column;
  if (column.element) return arbitraryLists(column, column.element, length, ascii);
  if (type === 'dictionary') return arbitraryDictionaries(column, length, ascii);
  const layout = fc.nat({ max: 5 }).map((kind) => type === 'utf8' && kind === 0);
  return layout.chain((looked) =>
    looked ? arbitraryDictionaries(column, length, ascii) : arbitraryPlainVector(column, length, ascii),
  );
}

/** Lists in one or two chunks, sliced, with sliced elements, anything under a null, and elements that belong to no row. */
function arbitraryLists(
  { nullable }: Column,
  element: ElementType,
  length: number,
  ascii: boolean,
): fc.Arbitrary<Vector> {
  return arbitraryChunks(length, (rows) => arbitraryListData(nullable, element, rows, ascii));
}

/** One chunk, or two. */
function arbitraryChunks(length: number, part: (rows: number) => fc.Arbitrary<Data>): fc.Arbitrary<Vector> {
  return fc
    .record({ cut: fc.integer({ min: 0, max: length }), chunked: fc.boolean() })
    .chain(({ cut, chunked }) => fc.tuple(...(chunked ? [cut, length - cut] : [length]).map(part)))
    .map((parts) => new Vector<DataType>([...parts]));
}

function arbitraryListData(nullable: boolean, element: ElementType, rows: number, ascii: boolean): fc.Arbitrary<Data> {
  const elements = (skipped: number, total: number) => arbitraryElements(element, skipped, total, ascii);
  return arbitraryListOf(nullable, element.nullable, rows, elements);
}

/** Lists cut from longer ones, over elements cut from more, some of which belong to no list. */
function arbitraryListOf(
  nullable: boolean,
  nullableElements: boolean,
  rows: number,
  elements: (skipped: number, total: number) => fc.Arbitrary<Data>,
): fc.Arbitrary<Data> {
  return fc
    .record({
      before: fc.nat({ max: 5 }),
      first: fc.nat({ max: 3 }),
      skipped: fc.nat({ max: 9 }),
      sizes: fc.array(fc.nat({ max: 4 }), { minLength: rows + 5, maxLength: rows + 5 }),
      valid: fc.array(nullable ? fc.integer({ min: 0, max: 3 }).map((n) => n > 0) : fc.constant(true), {
        minLength: rows + 5,
        maxLength: rows + 5,
      }),
    })
    .chain(({ before, first, skipped, sizes, valid }) => {
      const total = first + sizes.reduce((sum, size) => sum + size, 0) + 2;
      return elements(skipped, total).map((child) => {
        const offsets = [first];
        for (const size of sizes) offsets.push((offsets.at(-1) ?? 0) + size);
        const nulls = valid.filter((one) => !one).length;
        return makeData({
          type: new List(new Field('item', child.type, nullableElements)),
          length: sizes.length,
          valueOffsets: Int32Array.from(offsets),
          child,
          ...(nulls > 0 && { nullBitmap: bits(valid), nullCount: nulls }),
        }).slice(before, rows);
      });
    });
}

/** Returns `total` elements, cut from more. */
function arbitraryElements(element: ElementType, skipped: number, total: number, ascii: boolean): fc.Arbitrary<Data> {
  if (element.element) return arbitraryListData(element.nullable, element.element, total, ascii);
  if (element.type === 'dictionary') return arbitraryDictionaryData(element.nullable, total, ascii);
  const one = arbitraryValue(element.type, ascii);
  const value = element.nullable ? fc.option(one, { nil: null, freq: 3 }) : one;
  return fc
    .array(value, { minLength: skipped + total, maxLength: skipped + total })
    .map((values) => slicedData({ name: 'item', ...element }, ascii, values, skipped, total));
}

const indexTypes = [
  { type: new Int8(), array: Int8Array },
  { type: new Uint16(), array: Uint16Array },
  { type: new Int32(), array: Int32Array },
  { type: new Uint32(), array: Uint32Array },
] as const;

/**
 * Chunks of indices, each with its own dictionary. Dictionaries have equal entries, nulls, entries that no row uses and that are
 * invalid text, and several chunks as deltas leave them. Chunks are sliced, with anything under a null.
 */
function arbitraryDictionaries({ nullable }: Column, length: number, ascii: boolean): fc.Arbitrary<Vector> {
  return arbitraryChunks(length, (rows) => arbitraryDictionaryData(nullable, rows, ascii));
}

function arbitraryDictionaryData(nullable: boolean, rows: number, ascii: boolean): fc.Arbitrary<Data> {
  return fc
    .record({
      entries: fc.array(arbitraryValue('utf8', ascii), { minLength: 1, maxLength: 5 }),
      deltas: fc.array(arbitraryValue('utf8', ascii), { maxLength: 2 }),
      nullEntry: fc.boolean(),
      before: fc.nat({ max: 9 }),
      kind: fc.constantFrom(...indexTypes),
    })
    .chain(({ entries, deltas, nullEntry, before, kind }) => {
      const total = entries.length + deltas.length;
      const most = nullable && nullEntry ? total : total - 1;
      const index: fc.Arbitrary<number | null> = fc.nat({ max: most });
      return fc
        .array(nullable ? fc.option(index, { nil: null, freq: 4 }) : index, {
          minLength: before + rows,
          maxLength: before + rows,
        })
        .map((indices) => {
          const utf8 = { name: '', type: 'utf8', nullable: true } as const;
          const text = (values: readonly (Value | null)[]) => slicedData(utf8, ascii, values, 0, values.length);
          const dictionary = new Vector([text(entries), text([...deltas, null])]) as Vector<Utf8>;
          const nulls = indices.filter((one) => one === null).length;
          const validity = nulls > 0 ? { nullBitmap: bits(indices.map((one) => one !== null)), nullCount: nulls } : {};
          return makeData({
            type: new Dictionary(new Utf8(), kind.type as Int32),
            length: indices.length,
            data: new kind.array(indices.map((one) => one ?? 99)) as Int32Array,
            dictionary,
            ...validity,
          }).slice(before, rows);
        });
    });
}

function arbitraryPlainVector(column: Column, length: number, ascii: boolean): fc.Arbitrary<Vector> {
  const { type, nullable } = column;
  const value: fc.Arbitrary<Value | null> = nullable
    ? fc.option(arbitraryValue(type, ascii), { nil: null, freq: 3 })
    : arbitraryValue(type, ascii);
  return fc
    .record({
      values: fc.array(value, { minLength: length, maxLength: length }),
      /** Rows before and after the chunk in the same buffers, which a slice leaves out. */
      before: fc.array(value, { maxLength: 11 }),
      after: fc.array(value, { maxLength: 3 }),
      cut: fc.integer({ min: 0, max: length }),
      chunked: fc.boolean(),
    })
    .map(({ values, before, after, cut, chunked }) => {
      const parts = chunked ? [values.slice(0, cut), values.slice(cut)] : [values];
      return new Vector(
        parts.map((part) => slicedData(column, ascii, [...before, ...part, ...after], before.length, part.length)),
      );
    });
}

/** Pieces that make every length of UTF-8, surrogate halves that meet, white space of every kind and words that match. */
const units = [
  'a',
  'b',
  'A',
  ' ',
  '\t',
  '\n',
  ',',
  'é',
  'ß',
  '\u00a0',
  '\u2003',
  '\ufeff',
  '\u1680',
  '✓',
  '\ue000',
  '\uffff',
  '😀',
  '😁',
  '\u{10000}',
  '\u{10ffff}',
  '\0',
  '@',
  '.',
  'public',
];

/** Numbers as text, and near misses. */
const numerals: fc.Arbitrary<string> = fc.oneof(
  fc.double().map(String),
  fc.bigInt({ min: -(2n ** 130n), max: 2n ** 130n }).map(String),
  fc.integer({ min: -40, max: 4000 }).map((value) => String(value / 8)),
  fc
    .tuple(
      fc.constantFrom('', ' ', '-', '+', '\t', '0x', '0X', '0b', '0o', '-0'),
      fc.constantFrom(
        '0',
        '7',
        '10',
        '1.5',
        '.5',
        '5.',
        '9007199254740993',
        '1e400',
        '1E-5',
        'ff',
        'Infinity',
        '1_0',
        'e1',
      ),
      fc.constantFrom('', ' ', 'px', '.5', 'e3', 'n', '\n'),
    )
    .map((parts) => parts.join('')),
);

const strings: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: numerals },
  { weight: 6, arbitrary: fc.array(fc.constantFrom(...units), { maxLength: 10 }).map((parts) => parts.join('')) },
  { weight: 2, arbitrary: fc.array(fc.constantFrom('a', 'b', ' '), { maxLength: 40 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.toWellFormed()) },
  { weight: 1, arbitrary: fc.constantFrom('public', 'private', '', 'John Doe', 'quotes', 'a@b.c') },
);

const asciiStrings: fc.Arbitrary<string> = fc.oneof(
  fc
    .array(fc.constantFrom('a', 'b', 'A', ' ', '\t', ',', '@', '.', '\0', '\x7f'), { maxLength: 24 })
    .map((parts) => parts.join('')),
  fc.constantFrom('public', 'private', '', 'John Doe', 'a@b.c', 'undefined'),
  numerals,
);

/** Bytes that are text, that are not, and of a single value, over which searches run. */
const binaries: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.uint8Array({ maxLength: 20 }),
  fc.array(fc.constantFrom(0, 1, 7, 255), { maxLength: 9 }).map((bytes) => Uint8Array.from(bytes)),
  strings.map((text) => new TextEncoder().encode(text)),
);

const doubles: fc.Arbitrary<number> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -4, max: 14 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      0,
      -0,
      Number.NaN,
      Infinity,
      -Infinity,
      0.5,
      -0.5,
      1.9,
      2 ** 31,
      -(2 ** 31),
      2 ** 53,
      1e300,
      5e-324,
    ),
  },
  { weight: 2, arbitrary: fc.double() },
);

function integers(min: number, max: number): fc.Arbitrary<number> {
  return fc.oneof(fc.integer({ min: Math.max(min, -4), max: 14 }), fc.integer({ min, max }), fc.constantFrom(min, max));
}

/** Extremes, values around the limits of doubles and of 32 bits, squares and other numbers that samples search for. */
function bigints(min: bigint, max: bigint): fc.Arbitrary<bigint> {
  const around = [0n, 2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 62n, 2n ** 63n, 10n ** 18n].flatMap((n) => [
    n - 1n,
    n,
    n + 1n,
  ]);
  const notable = [...around, ...around.map((n) => -n), min, max, 1000n, 77_777n, 4_000_000_000n, 2n ** 40n, 3n ** 30n];
  return fc.oneof(
    fc.bigInt({ min: min < -4n ? -4n : min, max: 26n }),
    fc.constantFrom(...notable.filter((n) => n >= min && n <= max)),
    fc.bigInt({ min, max }),
  );
}

/** Times within usual years, around the limits of dates and numbers, and anywhere. */
function times(perSecond: bigint): fc.Arbitrary<bigint> {
  const [min, max] = [-(2n ** 63n), 2n ** 63n - 1n];
  const lastSecond = 8_640_000_000_000n;
  const edges = [lastSecond * perSecond, (2n ** 53n / 1000n) * perSecond, 2n ** 53n, 951_782_400n * perSecond];
  const notable = edges.flatMap((n) => [n - 1n, n, n + 1n, -n - 1n, -n, 1n - n]);
  return fc.oneof(
    fc.bigInt({ min: -62_200_000_000n * perSecond, max: 4_200_000_000n * perSecond }).map((n) => BigInt.asIntN(64, n)),
    fc.integer({ min: -5_000_000, max: 5_000_000 }).map((n) => BigInt(n) * perSecond),
    fc.constantFrom(...notable.filter((n) => n >= min && n <= max)),
    bigints(min, max),
  );
}

function arbitraryValue(type: ColumnTypeName, ascii: boolean): fc.Arbitrary<Value> {
  switch (type) {
    case 'utf8':
    case 'dictionary':
    case 'largeUtf8':
      return ascii ? asciiStrings : strings;
    case 'binary':
    case 'largeBinary':
      return binaries;
    case 'list':
      throw new Error('a list has elements');
    case 'bool':
      return fc.boolean();
    case 'float64':
      return doubles;
    case 'float32':
      return doubles.map(Math.fround);
    case 'int8':
      return integers(-128, 127);
    case 'int16':
      return integers(-32768, 32767);
    case 'int32':
      return integers(-(2 ** 31), 2 ** 31 - 1);
    case 'uint8':
      return integers(0, 255);
    case 'uint16':
      return integers(0, 65535);
    case 'int64':
      return bigints(-(2n ** 63n), 2n ** 63n - 1n);
    case 'uint64':
      return bigints(0n, 2n ** 64n - 1n);
    case 'uint32':
      return integers(0, 2 ** 32 - 1);
    case 'date32':
      return fc.oneof(
        fc.integer({ min: -800_000, max: 800_000 }),
        integers(-(2 ** 31), 2 ** 31 - 1),
        fc.constantFrom(-100_000_000, 100_000_000, -100_000_001, 100_000_001, 104_249_992, 11_016),
      );
    case 'timestamp[s]':
      return times(1n);
    case 'timestamp[ms]':
      return times(1000n);
    case 'timestamp[us]':
      return times(1_000_000n);
    case 'timestamp[ns]':
      return times(1_000_000_000n);
  }
}

const fixedWidth = {
  int8: { type: new Int8(), array: Int8Array },
  int16: { type: new Int16(), array: Int16Array },
  int32: { type: new Int32(), array: Int32Array },
  uint8: { type: new Uint8(), array: Uint8Array },
  uint16: { type: new Uint16(), array: Uint16Array },
  uint32: { type: new Uint32(), array: Uint32Array },
  int64: { type: new Int64(), array: BigInt64Array },
  uint64: { type: new Uint64(), array: BigUint64Array },
  float32: { type: new Float32(), array: Float32Array },
  float64: { type: new Float64(), array: Float64Array },
  date32: { type: new DateDay(), array: Int32Array },
  'timestamp[s]': { type: new TimestampSecond(), array: BigInt64Array },
  'timestamp[ms]': { type: new TimestampMillisecond(), array: BigInt64Array },
  'timestamp[us]': { type: new TimestampMicrosecond(), array: BigInt64Array },
  'timestamp[ns]': { type: new TimestampNanosecond(), array: BigInt64Array },
} as const;

/** A slice of a larger column, as a file reader would hand it over. */
function slicedData(
  column: Column,
  ascii: boolean,
  values: readonly (Value | null)[],
  start: number,
  length: number,
): Data {
  const nulls = values.filter((value) => value === null).length;
  const validity = nulls > 0 ? { nullBitmap: bits(values.map((value) => value !== null)), nullCount: nulls } : {};
  return wholeData(column, ascii, values, validity).slice(start, length);
}

function wholeData(
  { type, timezone }: Column,
  ascii: boolean,
  values: readonly (Value | null)[],
  validity: { nullBitmap?: Uint8Array; nullCount?: number },
): Data {
  const length = values.length;
  if (type === 'bool') return makeData({ type: new Bool(), length, data: bits(values.map(Boolean)), ...validity });
  if (type in fixedWidth) {
    const { type: arrowType, array } = fixedWidth[type as keyof typeof fixedWidth];
    const zoned = arrowType instanceof Timestamp ? new Timestamp(arrowType.unit, timezone) : arrowType;
    return makeData({ type: zoned, length, data: fixedWidthArray(array, values), ...validity } as never);
  }
  // A null has its own bytes, which are never read, not even to check UTF-8.
  const underNull = ascii ? Uint8Array.of(0x7a) : Uint8Array.of(0xff, 0xc0);
  const encoded = values.map((value) => (value === null ? underNull : bytesOf(value)));
  const ends = [0];
  for (const bytes of encoded) ends.push((ends.at(-1) ?? 0) + bytes.length);
  const data = Buffer.concat(encoded);
  if (type === 'largeUtf8' || type === 'largeBinary') {
    const large = type === 'largeUtf8' ? new LargeUtf8() : new LargeBinary();
    return makeData({
      type: large as LargeUtf8,
      length,
      valueOffsets: BigInt64Array.from(ends, BigInt),
      data,
      ...validity,
    });
  }
  const small = type === 'binary' ? new Binary() : new Utf8();
  return makeData({ type: small as Utf8, length, valueOffsets: Int32Array.from(ends), data, ...validity });
}

function bytesOf(value: Value): Uint8Array {
  return value instanceof Uint8Array ? value : new TextEncoder().encode(String(value));
}

function fixedWidthArray(
  array: (typeof fixedWidth)[keyof typeof fixedWidth]['array'],
  values: readonly (Value | null)[],
): ArrayBufferView {
  if (array === BigInt64Array || array === BigUint64Array)
    return array.from(values.map((value) => BigInt(String(value ?? 0))));
  return (array as typeof Float64Array).from(values.map(Number));
}

function bits(values: readonly boolean[]): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(values.length / 8));
  for (const [index, value] of values.entries())
    if (value) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (1 << (index & 7));
  return bytes;
}
