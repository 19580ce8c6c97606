import { type Backend, configure } from '@rowfuse/runtime';
import {
  Bool,
  Field,
  makeData,
  makeVector,
  RecordBatchStreamWriter,
  Schema,
  Table,
  tableFromIPC,
  tableToIPC,
  Utf8,
  type Vector,
} from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { expectReference, transformNamed } from './calls.js';
import { buffersOf, text, textBuffers, textOf, validity } from './columns.js';

type Columns = Record<string, Vector>;

const pieces = ['Ada Lovelace', 'é@x.de', '', ' ', '😀 grin', 'ada@example.com', 'public', 'Zoë\0 n', '李 小龙', 'x'];
const phrase = (row: number, step: number) =>
  `${pieces[(row * step + (row >> 3)) % 10]}${pieces[(row >> 4) % 10]}`.slice(0, row % 61);

/** Columns of any length per example, with rows of all kinds side by side. */
const samples: Readonly<Record<string, (rows: number) => Columns>> = {
  redact: (rows) => ({
    name: text(Array.from({ length: rows }, (_, row) => phrase(row, 7))),
    visibility: text(Array.from({ length: rows }, (_, row) => (row % 3 ? 'public' : 'private'))),
  }),
  maskEmail: (rows) => ({
    email: text(Array.from({ length: rows }, (_, row) => (row % 5 === 2 ? null : phrase(row, 3)))),
  }),
  displayName: (rows) => ({
    given: text(Array.from({ length: rows }, (_, row) => (row % 4 ? phrase(row, 3) : null))),
    family: text(Array.from({ length: rows }, (_, row) => (row % 3 ? phrase(row, 9) : null))),
    nickname: text(Array.from({ length: rows }, (_, row) => (row % 2 ? 'é' : null))),
  }),
  tripFeatures: (rows) => ({
    kilometres: makeVector(Float64Array.from({ length: rows }, (_, row) => row * 1.37)),
    seconds: makeVector(Uint32Array.from({ length: rows }, (_, row) => (row % 5 ? row * 977 : 0))),
    fare: makeVector(Float32Array.from({ length: rows }, (_, row) => row / 3)),
    passengers: int8(Array.from({ length: rows }, (_, row) => (row % 4 ? (row % 9) - 2 : null))),
  }),
  coalesced: (rows) => ({
    s: text(Array.from({ length: rows }, (_, row) => (row % 3 ? null : phrase(row, 7)))),
    t: text(Array.from({ length: rows }, (_, row) => (row % 2 ? null : phrase(row, 1)))),
    n: float64(Array.from({ length: rows }, (_, row) => (row % 7 ? row / 7 : null))),
    b: bool(Array.from({ length: rows }, (_, row) => (row % 5 ? row % 2 === 0 : null))),
  }),
};

function nullable<Value>(values: readonly (Value | null)[]) {
  const nullCount = values.filter((value) => value === null).length;
  return { length: values.length, nullCount, nullBitmap: validity(values) };
}

function int8(values: readonly (number | null)[]): Vector {
  const data = Int8Array.from(values, (value) => value ?? 99);
  return makeVector(makeData({ type: makeVector(data).type, data, ...nullable(values) }));
}

function float64(values: readonly (number | null)[]): Vector {
  const data = Float64Array.from(values, (value) => value ?? 99);
  return makeVector(makeData({ type: makeVector(data).type, data, ...nullable(values) }));
}

function bool(values: readonly (boolean | null)[]): Vector {
  const data = validity(values.map((value) => value || null));
  return makeVector(makeData({ type: new Bool(), data, ...nullable(values) }));
}

const each = (columns: Columns, change: (vector: Vector, index: number) => Vector): Columns =>
  Object.fromEntries(Object.entries(columns).map(([name, vector], index) => [name, change(vector, index)]));

/** Returns the column in chunks that end at these rows, each in its own memory or not. */
function chunked(vector: Vector, ends: readonly number[]): Vector {
  const [first = vector, ...others] = [...ends, vector.length].map((end, index) =>
    vector.slice(ends[index - 1] ?? 0, end),
  );
  return first.concat(...others);
}

const emptyText = (name: string) => new Field(name, new Utf8(), true);

async function expectEveryLayout(name: string, backend: Backend, rows: number): Promise<void> {
  await expectReference(transformNamed(name), samples[name]?.(rows) ?? {}, { backend });
}

for (const backend of backendsUnderTest) {
  describe.each(Object.keys(samples))(`${backend}: %s`, (name) => {
    const run = transformNamed(name);
    const columnsOf = samples[name] ?? (() => ({}));

    it("gives the reference's result for 0, 1, and about 64 rows and their multiples", async () => {
      for (const rows of [0, 1, 2, 63, 64, 65, 127, 128, 129, 191, 192, 193])
        await expectEveryLayout(name, backend, rows);
    });

    it('does not depend on the number of threads or the size of tiles', async () => {
      const columns = columnsOf(10_007);
      const expected = buffersOf(run.reference(columns));
      for (const [threads, tileRows] of [
        [1, 64],
        [2, 64],
        [7, 192],
        [3, 320],
        [2, 4160],
        [64, 9984],
        [1, 10_048],
        [5, 2 ** 20],
      ] as const) {
        configure({ threads, tileRows });
        const actual = buffersOf(await run(columns, { backend }));
        expect(actual.length).toBe(expected.length);
        actual.forEach((buffers, index) => {
          for (const [kind, bytes] of Object.entries(buffers)) {
            const same = expected[index]?.[kind]?.equals(bytes);
            expect(same, `${kind} of column ${index}, ${threads} threads, tiles of ${tileRows} rows`).toBe(true);
          }
        });
      }
    });

    it('does not depend on chunks, which may differ per column', async () => {
      const columns = columnsOf(700);
      const whole = run.reference(columns).toArray();
      const cuts = [[], [64], [1, 2, 3], [63, 127, 699], [0, 300, 300], [511, 512, 513], [70, 140, 210, 280, 350]];
      for (let shift = 0; shift < cuts.length; shift += 1) {
        const input = each(columns, (vector, index) => chunked(vector, cuts[(index + shift) % cuts.length] ?? []));
        await expectReference(run, input, { backend });
        expect((await run(input, { backend })).toArray()).toEqual(whole);
      }
    });

    it('takes slices of slices', async () => {
      const columns = columnsOf(400);
      for (const [from, to] of [
        [0, 1],
        [1, 66],
        [7, 8],
        [9, 300],
        [100, 100],
        [65, 399],
      ] as const) {
        const sliced = each(columns, (vector) => vector.slice(1).slice(from, to).slice(0));
        await expectReference(run, sliced, { backend });
        const again = each(columns, (vector) =>
          vector
            .slice(from)
            .slice(1, to)
            .slice(from % 3, -1),
        );
        await expectReference(run, again, { backend });
      }
    });

    it('takes a table that was written and read again, whose buffers are padded', async () => {
      const table = new Table(each(columnsOf(300), (vector) => chunked(vector, [65, 200])));
      for (const format of ['stream', 'file'] as const) {
        const read = tableFromIPC(tableToIPC(table, format));
        await expectReference(run, read, { backend });
        await expectReference(run, read.slice(3, 290).slice(60, 200), { backend });
        for (const batch of read.batches) await expectReference(run, batch, { backend });
      }
    });
  });

  describe(backend, () => {
    const maskEmail = transformNamed('maskEmail');
    const redact = transformNamed('redact');

    it('takes columns that hold only nulls', async () => {
      for (const rows of [1, 64, 65, 1000]) {
        const email = text(new Array<null>(rows).fill(null));
        const result = (await maskEmail({ email }, { backend })) as Vector;
        expect([result.length, result.nullCount]).toEqual([rows, rows]);
        await expectReference(maskEmail, { email }, { backend });
      }
    });

    it('takes tables and streams without batches', async () => {
      const schema = new Schema([emptyText('name'), emptyText('visibility')]);
      const writer = new RecordBatchStreamWriter();
      writer.reset(undefined, schema);
      for (const empty of [new Table(schema), tableFromIPC(writer.finish().toUint8Array(true))]) {
        const result = await redact(empty, { backend });
        expect(result.toArray()).toEqual([]);
        expect((result as Vector).type.toString()).toBe('Utf8');
      }
    });

    it('takes columns of no rows whose buffers are missing, as Arrow allows', async () => {
      const none = textOf({ ...textBuffers([]), valueOffsets: new Int32Array(0), data: new Uint8Array(0) });
      expect((await redact({ name: none, visibility: none }, { backend })).toArray()).toEqual([]);
    });

    it('takes offsets that start anywhere, and more offsets than rows', async () => {
      const buffers = textBuffers(['Ada Lovelace', 'é', 'Bo', 'Cy']);
      const name = textOf({ ...buffers, length: 2, valueOffsets: buffers.valueOffsets.slice(1) });
      const result = await redact({ name, visibility: text(['public', 'public']) }, { backend });
      expect(result.toArray()).toEqual(['é é', 'B Bo']);
      expect((result as Vector).data[0]?.valueOffsets).toEqual(Int32Array.of(0, 5, 9));
    });
  });
}
