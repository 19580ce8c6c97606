import { type RowfuseError, SchemaError } from '@rowfuse/runtime';
import { Float64, Int32, makeData, makeVector, Table, Uint32, type Vector } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { expectReference, failureOf, transformNamed } from './calls.js';
import { text, textBuffers, textOf, validity } from './columns.js';

const redact = transformNamed('redact');
const maskEmail = transformNamed('maskEmail');
const tripFeatures = transformNamed('tripFeatures');

const names = ['Ada Lovelace', 'José Ñandú', '😀 grin'];
const good = { name: text(names), visibility: text(['public', 'private', 'public']) };
const emails = { email: text(['ada@example.com', null, 'é@x.de']) };

function trips(changes: Record<string, Vector> = {}): Record<string, Vector> {
  return {
    kilometres: makeVector(Float64Array.of(1, 2, 3)),
    seconds: makeVector(Uint32Array.of(60, 0, 90)),
    fare: makeVector(Float32Array.of(1, 2, 3)),
    passengers: makeVector(Int8Array.of(1, 0, 2)),
    ...changes,
  };
}

const named = (changes: object) => ({ ...good, name: textOf({ ...textBuffers(names), ...changes }) });
const detach = (view: ArrayBufferView) => structuredClone(view.buffer, { transfer: [view.buffer as ArrayBuffer] });

/** Copies bytes into memory that can shrink. Node has such buffers; TypeScript's library for ES2023 does not know them. */
function resizable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const Resizable = ArrayBuffer as unknown as new (size: number, options: { maxByteLength: number }) => ArrayBuffer;
  const view = new Uint8Array(new Resizable(bytes.length, { maxByteLength: 2 * bytes.length }));
  view.set(bytes);
  return view;
}

function shared<View extends Uint8Array | Int32Array>(view: View): View {
  const memory = new SharedArrayBuffer(view.byteLength);
  new Uint8Array(memory).set(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
  return new (view.constructor as new (memory: SharedArrayBuffer) => View)(memory);
}

function expectSchemaError(error: RowfuseError, column: string | undefined, ...parts: readonly string[]): void {
  expect(error).toBeInstanceOf(SchemaError);
  expect(error).toMatchObject({ code: 'SchemaError', column });
  for (const part of parts) expect(error.message).toContain(part);
}

for (const backend of backendsUnderTest) {
  describe(backend, () => {
    it.each<[string, unknown, string | undefined, string, string]>([
      ['a vector for a table', good.name, undefined, 'the input is a Vector', 'Pass a Table or RecordBatch'],
      ['nothing', undefined, undefined, 'the input is undefined', 'Pass a Table or RecordBatch'],
      ['a missing column', { name: good.name }, 'visibility', 'is missing: the input has "name"', 'Add it'],
      [
        'a missing column of a table',
        new Table({ visibility: good.visibility }),
        'name',
        'is missing: the input has "visibility"',
        'Add it',
      ],
      [
        'columns of different lengths',
        { ...good, visibility: good.visibility.slice(1) },
        'visibility',
        'has 2 rows, column "name" has 3',
        'must be of one length',
      ],
      [
        'another type',
        { ...good, name: makeVector(Int32Array.of(1, 2, 3)) },
        'name',
        'got Int32, declared utf8',
        'Convert it: Array.from(column',
      ],
      [
        'a null where none may be',
        { ...good, visibility: text(['public', null, 'no']) },
        'visibility',
        'row 1 is null',
        'Declare it nullable',
      ],
      [
        'a null in a later chunk',
        { ...good, name: text(['a', 'b']).concat(text([null])) },
        'name',
        'row 2 is null',
        'fill the nulls',
      ],
      [
        'too few offsets',
        named({ valueOffsets: Int32Array.of(5, 6, 7) }),
        'name',
        'offsets has 3 entries, but 4 are needed',
        'build it again',
      ],
      [
        'no offsets',
        named({ valueOffsets: new Int32Array(0) }),
        'name',
        'offsets has 0 entries, but 4',
        'build it again',
      ],
      [
        'offsets that end past the buffer',
        named({ valueOffsets: Int32Array.of(0, 1, 2, 2 ** 31 - 1) }),
        'name',
        'run from 0 to 2147483647',
        'build it again',
      ],
      [
        'a negative first offset',
        named({ valueOffsets: Int32Array.of(-(2 ** 31), 1, 2, 3) }),
        'name',
        'run from -2147483648',
        'build it again',
      ],
      [
        'a resizable buffer',
        named({ data: resizable(textBuffers(names).data) }),
        'name',
        'resizable ArrayBuffer',
        'copyInputs: true',
      ],
    ])('refuses %s', async (_, input, column, what, fix) => {
      expectSchemaError(await failureOf(redact, input, good, backend), column, what, fix);
    });

    it.each(['data', 'valueOffsets'] as const)('refuses a detached buffer: %s', async (buffer) => {
      const buffers = textBuffers(names);
      const input = { ...good, name: textOf(buffers) };
      detach(buffers[buffer]);
      expectSchemaError(await failureOf(redact, input, good, backend), 'name', 'is detached', 'transfer a copy');
    });

    it('refuses a detached bitmap', async () => {
      const nullBitmap = validity([1, null, 3]);
      const email = textOf({ ...textBuffers(['a', 'b', 'c']), nullBitmap, nullCount: 1 });
      detach(nullBitmap);
      expectSchemaError(await failureOf(maskEmail, { email }, emails, backend), 'email', 'is detached');
    });

    it('refuses a bitmap that is too short', async () => {
      const long = Array.from({ length: 100 }, (_, row) => (row % 2 ? null : 'a@b.c'));
      const email = textOf({ ...textBuffers(long), nullBitmap: new Uint8Array(12) });
      expectSchemaError(
        await failureOf(maskEmail, { email }, emails, backend),
        'email',
        'bitmap has 96 bits, but 100 are needed',
        'build it again',
      );
    });

    it('refuses a bitmap that is too short for its slice', async () => {
      const passengers = makeData({
        type: makeVector(new Int8Array(0)).type,
        length: 3,
        offset: 6,
        nullCount: 1,
        nullBitmap: new Uint8Array(1),
        data: new Int8Array(9),
      });
      const input = trips({ passengers: makeVector(passengers) });
      expectSchemaError(await failureOf(tripFeatures, input, trips(), backend), 'passengers', 'bitmap has 8 bits');
    });

    it('refuses numbers that are too few, detached, resizable or of another width', async () => {
      const float64 = (data: Float64Array) => makeVector(makeData({ type: new Float64(), length: 3, data }));
      const short = trips({ kilometres: float64(Float64Array.of(1, 2)) });
      expectSchemaError(await failureOf(tripFeatures, short, trips(), backend), 'kilometres', 'has 2 rows, but 3');

      const gone = Float64Array.of(1, 2, 3);
      const detached = trips({ kilometres: float64(gone) });
      detach(gone);
      expectSchemaError(await failureOf(tripFeatures, detached, trips(), backend), 'kilometres', 'is detached');

      const seconds = new Uint32Array(resizable(new Uint8Array(12)).buffer);
      const shrinking = makeVector(makeData({ type: new Uint32(), length: 3, data: seconds }));
      const shaky = trips({ seconds: shrinking });
      expectSchemaError(await failureOf(tripFeatures, shaky, trips(), backend), 'seconds', 'resizable ArrayBuffer');

      const wide = trips({ seconds: makeVector(makeData({ type: new Int32(), length: 3, data: new Int32Array(3) })) });
      expectSchemaError(await failureOf(tripFeatures, wide, trips(), backend), 'seconds', 'got Int32, declared uint32');
    });

    it('takes a resizable buffer with copyInputs', async () => {
      const input = named({ data: resizable(textBuffers(names).data) });
      const result = await redact(input, { backend, copyInputs: true });
      expect(result.toArray()).toEqual(redact.reference(good).toArray());
    });

    it('takes shared memory as it was when the call was made', async () => {
      const buffers = textBuffers(names);
      const data = shared(buffers.data);
      const valueOffsets = shared(buffers.valueOffsets);
      const pending = redact({ ...good, name: textOf({ ...buffers, data, valueOffsets }) }, { backend });
      data.fill(0xff);
      valueOffsets.fill(99);
      expect((await pending).toArray()).toEqual(redact.reference(good).toArray());
    });

    it('never reads the bytes under a null', async () => {
      const bad = Uint8Array.of(0xc3, 0x28, 0xff);
      const values = ['ada@example.com', bad, 'é@x.de', bad];
      const email = textOf({ ...textBuffers(values), nullCount: 2, nullBitmap: Uint8Array.of(0b0101) });
      await expectReference(maskEmail, { email }, { backend });
    });

    it('ignores a bitmap beside a null count of 0', async () => {
      const visibility = textOf({ ...textBuffers(['public', 'public', 'no']), nullBitmap: new Uint8Array(1) });
      await expectReference(redact, { ...good, visibility }, { backend });
    });

    it('takes a table that has more columns than it needs', async () => {
      const table = new Table({ id: makeVector(Int32Array.of(1, 2, 3)), ...good });
      await expectReference(redact, table, { backend });
    });

    it('accepts anything in columns that are not read', async () => {
      const constant = transformNamed('constant');
      const s = textOf({
        ...textBuffers(['a', Uint8Array.of(0xff), 'c']),
        valueOffsets: Int32Array.of(3, 9, 1, 2),
      });
      await expectReference(constant, { s }, { backend });
    });
  });
}
