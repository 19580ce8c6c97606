import { inspect } from 'node:util';
import type { DeviceTable } from '@rowfuse/runtime';
import {
  Binary,
  Field,
  Float64,
  Int32,
  makeData,
  makeVector,
  type RecordBatch,
  Struct,
  Table,
  tableFromIPC,
  tableToIPC,
  Utf8,
  Vector,
  vectorFromArray,
} from 'apache-arrow';
import { beforeAll, describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { utf8Vector } from '../runtime/text-vectors.js';
import { type BuiltTransform, builtToDevice, builtTransforms } from './built-transforms.js';

const toDevice = await builtToDevice();
let transforms: readonly BuiltTransform[] = [];
beforeAll(async () => {
  transforms = await builtTransforms();
});

const named = (name: string) => {
  const found = transforms.find((transform) => transform.name === name);
  if (!found) throw new Error(`no transform ${name}`);
  return found.run;
};

const point = new Struct([new Field('x', new Float64()), new Field('y', new Float64())]);

function points(x: readonly number[], y: readonly number[], nulls?: Uint8Array): Vector {
  const children = [x, y].map((values) => makeData({ type: new Float64(), data: Float64Array.from(values) }));
  return makeVector(
    makeData({
      type: point,
      length: x.length,
      children,
      ...(nulls ? { nullBitmap: nulls, nullCount: -1 } : { nullCount: 0 }),
    }),
  );
}

function addresses(values: readonly ({ city: string; zip: number | null } | null)[]): Vector {
  const city = utf8Vector(values.map((value) => value?.city ?? '#'));
  const zip = vectorFromArray(
    values.map((value) => (value ? value.zip : 7)),
    new Int32(),
  );
  const [bits = 0, length] = [values.reduce((sum, value, row) => sum + (value ? 2 ** row : 0), 0), values.length];
  return makeVector(
    makeData({
      type: new Struct([new Field('city', new Utf8()), new Field('zip', new Int32(), true)]),
      length,
      children: [city.data[0], zip.data[0]].flatMap((data) => data ?? []),
      nullBitmap: Uint8Array.of(bits),
      nullCount: -1,
    }),
  );
}

function vectorsOf({ x, y, far }: { readonly x: number[]; readonly y: number[]; readonly far: number[] }) {
  const [first, second] = [x, y].map((values) => vectorFromArray(values, new Float64()));
  return { x: first, y: second, far: vectorFromArray(far, new Int32()) } as Record<string, Vector>;
}

const deepType = new Struct<{ x: Float64; in: Struct<{ s: Utf8; b: Binary }> }>([
  new Field('x', new Float64()),
  new Field('in', new Struct<{ s: Utf8; b: Binary }>([new Field('s', new Utf8()), new Field('b', new Binary())]), true),
]);

const names = vectorFromArray(
  [
    { name: 'a', flag: true },
    { name: 'bc', flag: null },
    { name: '', flag: false },
  ],
  new Struct([new Field('name', new Utf8()), new Field('flag', vectorFromArray([true]).type, true)]),
);

for (const backend of backendsUnderTest) {
  describe(`structs on ${backend}`, () => {
    const call = (name: string, columns: unknown) =>
      named(name)(columns as Record<string, Vector>, { backend }) as Promise<Table>;
    const vectorOf = async (name: string, columns: unknown) => (await call(name, columns)) as unknown as Vector;
    const rows = (table: Table) => JSON.parse(JSON.stringify(table.toArray()));
    const expected = [
      { p: { x: 1, y: 4 }, moved: { x: 2, y: 4 }, q: { name: 'a', flag: true, length: 1 } },
      { p: { x: 2, y: 5 }, moved: { x: 3, y: 5 }, q: { name: 'bc', flag: null, length: 2 } },
      { p: { x: 3, y: 6 }, moved: { x: 4, y: 6 }, q: { name: '', flag: false, length: 0 } },
    ];

    it('come from vectors, slices, tables, IPC and plain arrays', async () => {
      const p = points([1, 2, 3], [4, 5, 6]);
      expect(rows(await call('structThrough', { p, q: names }))).toEqual(expected);
      expect(rows(await call('structThrough', { p: p.slice(1), q: names.slice(1) }))).toEqual(expected.slice(1));
      const table = new Table({ p, q: names });
      expect(rows(await call('structThrough', table))).toEqual(expected);
      const read = tableFromIPC(tableToIPC(table));
      expect(rows(await call('structThrough', read.slice(1, 3)))).toEqual(expected.slice(1));
      const plain = { p: expected.map((row) => row.p), q: expected.map((row) => row.q) };
      expect(rows(await call('structThrough', plain))).toEqual(expected);
      const result = await call('structThrough', table);
      expect(rows(tableFromIPC(tableToIPC(result)))).toEqual(expected);
      expect(rows(await call('structThrough', result))).toEqual(expected);
    });

    it('are refused if null as a whole, without a field, or of another type', async () => {
      const q = names;
      const fails = (p: unknown) => call('structThrough', { p, q }).then(String, (error: Error) => error.message);
      expect(await fails(points([1, 2, 3], [4, 5, 6], Uint8Array.of(0b101)))).toBe(
        'structThrough: column "p": row 1 is null as a whole, but the struct is not declared nullable. Declare it so, `nullable(struct({ … }))`, and handle null in the row function, or fill the nulls before the call.',
      );
      expect(await fails(vectorFromArray([{ x: 1 }], new Struct([new Field('x', new Float64())])))).toContain(
        'column "p": got Struct<{x:Float64}>, which has no field "y", but "x"',
      );
      expect(await fails(utf8Vector(['a', 'b', 'c']))).toContain('column "p": got Utf8, which has no field "x"');
      const text = vectorFromArray(
        [
          { x: 'a', y: 1 },
          { x: 'b', y: 1 },
          { x: 'c', y: 1 },
        ],
        new Struct<{ x: Utf8; y: Float64 }>([new Field('x', new Utf8()), new Field('y', new Float64())]),
      );
      expect(await fails(text)).toContain('column "p.x": got Utf8, declared float64.');
      expect(await fails([{ x: 1, y: 2 }, { x: 1 }, { x: 3, y: 3 }])).toContain(
        'column "p.y": row 1 is null, but the column is declared float64',
      );
      expect(await fails([{ x: 1, y: 2 }, { x: '1', y: 2 }, null])).toContain(
        'column "p.x": element 1 of the array is "1"',
      );
    });

    it('without a name are a vector of all chunks, with its own null and memory', async () => {
      const whole = { x: [1, 2], y: [3, 4], far: [0, 2] };
      const vector = await vectorOf('unnamedStruct', whole);
      expect(vector).toBeInstanceOf(Vector);
      expect(String(vector.type)).toBe('Struct<{x:Float64, y:Float64}>');
      const made = [
        { x: -3, y: 1 },
        { x: 4, y: 4 },
      ];
      expect(JSON.parse(JSON.stringify(vector.toArray()))).toEqual(made);
      const again = await named('unnamedStruct')({ ...vectorsOf(whole) }, { backend, out: vector });
      expect(JSON.parse(JSON.stringify(again.toArray()))).toEqual(made);

      const line = vectorFromArray(['a b', null, 'c']).concat(vectorFromArray([null, '']));
      const n = vectorFromArray([1, 2, null, 3, 9], new Int32());
      const nullable = await vectorOf('unnamedNullableStruct', { line, n });
      expect(nullable.nullCount).toBe(3);
      expect(JSON.parse(JSON.stringify([...nullable]))).toEqual([
        { words: ['a', 'b'], at: { n: 1 }, label: ' b', length: 3 },
        null,
        { words: ['c'], at: null, label: '', length: 1 },
        null,
        null,
      ]);
    });

    it('in a list without a name are a vector', async () => {
      const points = [[{ x: 1, y: 2 }], [], [{ x: 3, y: -4 }]];
      const vector = await vectorOf('unnamedRecords', { points, s: ['a', 'b', 'c'], n: [0, 0, -5] });
      expect(String(vector.type)).toBe('List<Struct<{x:Float64, label:Utf8}>>');
      expect(JSON.parse(JSON.stringify(vector.toArray()))).toEqual([
        [{ x: 1, label: 'l' }],
        [],
        [{ x: -1, label: null }],
      ]);
    });

    it('without a name fail the row if null is not declared', async () => {
      const failing = call('unnamedPresent', { at: [{ x: 1, y: 2 }, null] });
      await expect(failing).rejects.toThrow(
        'unnamedPresent: row 1, column "unnamedPresent": the row function returned null for a struct that is not nullable.',
      );
    });

    it('that may be null come from vectors, slices, chunks, IPC and plain arrays', async () => {
      const given = addresses([{ city: 'a', zip: 1 }, null, { city: ' bc', zip: null }, null, { city: '', zip: 0 }]);
      const expected = [
        { label: 'n0: a', zip: 1 },
        { label: 'n1: nowhere', zip: null },
        { label: 'n2:  bc', zip: null },
        { label: 'n3: nowhere', zip: null },
        { label: 'n4: ', zip: 0 },
      ];
      const name = utf8Vector(['n0', 'n1', 'n2', 'n3', 'n4']);
      const table = new Table({ address: given, name });
      expect(rows(await call('addressTested', table))).toEqual(expected);
      expect(rows(await call('addressTested', { address: given.slice(1), name: name.slice(1) }))).toEqual(
        expected.slice(1),
      );
      const chunks = new Vector([...given.slice(0, 3).data, ...given.slice(3).data]);
      expect(rows(await call('addressTested', { address: chunks, name }))).toEqual(expected);
      expect(rows(await call('addressTested', tableFromIPC(tableToIPC(table)).slice(2)))).toEqual(expected.slice(2));
      const plain = [{ city: 'a', zip: 1 }, null, { city: ' bc' }, undefined, { city: '', zip: 0 }];
      const names = ['n0', 'n1', 'n2', 'n3', 'n4'];
      expect(rows(await call('addressTested', { address: plain, name: names }))).toEqual(expected);
      const batches: RecordBatch[] = [];
      for await (const batch of named('addressTested').stream(table.batches, { backend })) batches.push(batch);
      expect(rows(new Table(batches))).toEqual(expected);
    });

    it('pass nulls through, with the fields below them', async () => {
      const given = addresses([{ city: 'a ', zip: null }, null, { city: ' bc', zip: 3 }]);
      const deep = [null, { x: 1, in: null }, { x: 2, in: { s: 's', b: Uint8Array.of(1) } }];
      const table = await call('structsPassed', { address: given, deep });
      expect(rows(table)).toEqual([
        { address: { city: 'a ', zip: null }, moved: { city: 'a', zip: 0, note: null }, deep: null, inner: null },
        { address: null, moved: null, deep: { x: 1, in: null }, inner: null },
        {
          address: { city: ' bc', zip: 3 },
          moved: { city: 'bc', zip: 3, note: 'zip' },
          deep: { x: 2, in: { s: 's', b: { 0: 1 } } },
          inner: { s: 's!' },
        },
      ]);
      expect(table.schema.fields.map((field) => [field.name, field.nullable])).toEqual(
        ['address', 'moved', 'deep', 'inner'].map((field) => [field, true]),
      );
      const [moved] = table.getChild('moved')?.data ?? [];
      expect(moved?.nullCount).toBe(1);
      const [city, zip, note] = moved?.children ?? [];
      expect([city?.nullCount, zip?.nullCount, note?.nullCount]).toEqual([0, 0, 2]);
      expect(Array.from(zip?.values ?? [])).toEqual([0, 0, 3]);
      expect(Array.from(city?.valueOffsets ?? [])).toEqual([0, 1, 1, 3]);
      expect(moved?.type.children.map((field: Field) => field.nullable)).toEqual([false, false, true]);
      expect(rows(tableFromIPC(tableToIPC(table)))).toEqual(rows(table));
    });

    it('are kept even if the text under a null is invalid', async () => {
      const address = addresses([{ city: 'a', zip: 1 }, null, { city: 'b', zip: null }]);
      const [data] = address.data;
      data?.children[0]?.values.fill(0xff, 1, 2);
      const kept = await call('addressesKept', { address, n: [1, 2, 3] });
      expect(rows(kept)).toEqual([
        { address: { city: 'a', zip: 1 }, twice: 2 },
        { address: null, twice: 4 },
        { address: { city: 'b', zip: null }, twice: 6 },
      ]);
      expect(rows(await call('addressesFiltered', { address, n: [2, 2, 1] }))).toEqual([
        { address: { city: 'a', zip: 1 }, n: 2, city: 'a', where: { city: 'a', zip: 1 } },
        { address: { city: 'b', zip: null }, n: 1, city: 'b', where: null },
      ]);
    });

    it('are null for rows that fail', async () => {
      const run = named('structsOrFail') as unknown as (
        columns: unknown,
        options: unknown,
      ) => Promise<{ result: Table; errors: readonly Error[] }>;
      const { result, errors } = await run({ n: [1, -1, 300, 0] }, { backend, onError: 'collect' });
      expect(rows(result)).toEqual([{ p: { n: 1, s: '1' } }, { p: null }, { p: null }, { p: null }]);
      expect(errors.map(({ message }) => message)).toEqual([
        expect.stringContaining('row 1: the row function threw Error: negative'),
        expect.stringContaining('row 2, column "p.n"'),
      ]);
      await expect(call('structsOrFail', { n: [1, 300] })).rejects.toThrow('row 1, column "p.n"');
      await expect(call('structNeverNull', { n: [1, -1] })).rejects.toThrow('row 1, column "p"');
      await expect(call('structNeverNull', { n: [1, 0] })).rejects.toThrow('row 1, column "q.n"');
      expect(rows(await call('structNeverNull', { n: [1] }))).toEqual([{ p: { n: 1 }, q: { n: 1 } }]);
    });

    it('report an undeclared null in a struct that is present', async () => {
      const name = ['x', 'y', 'z'];
      const fails = (address: unknown) =>
        call('addressTested', { address, name }).then(String, (error: Error) => error.message);
      const city = vectorFromArray([null, null, 'c'], new Utf8());
      const zip = vectorFromArray([1, 2, 3], new Int32());
      const nulls = (bits: number) =>
        makeVector(
          makeData({
            type: new Struct([new Field('city', new Utf8(), true), new Field('zip', new Int32(), true)]),
            length: 3,
            children: [city.data[0], zip.data[0]].flatMap((data) => data ?? []),
            nullBitmap: Uint8Array.of(bits),
            nullCount: -1,
          }),
        );
      expect(await fails(nulls(0b110))).toContain(
        'column "address.city": row 1 is null, but the column is declared utf8',
      );
      expect(await fails([{ city: 'a', zip: 1 }, null, { zip: 1 }])).toContain(
        'column "address.city": row 2 is null, but the column is declared utf8',
      );
      expect(await fails([{ city: 'a', zip: 1 }, 5, null])).toContain(
        'column "address": element 1 of the array is a number',
      );
      expect(await fails(utf8Vector(name))).toContain('column "address": got Utf8, declared struct');
      expect(rows(await call('addressTested', { address: nulls(0b100), name }))).toEqual([
        { label: 'x: nowhere', zip: null },
        { label: 'y: nowhere', zip: null },
        { label: 'z: c', zip: 3 },
      ]);
      const deep = { at: { x: 1, label: '' }, owner: null, count: null };
      const within = (given: unknown) =>
        call('structsWithin', { deep: [given], plain: [{ inner: null, b: true }] }).then(
          (table) => rows(table)[0].text,
          (error: Error) => error.message,
        );
      expect(await within(deep)).toBe('+0');
      expect(await within({ ...deep, owner: { name: null, born: null, tags: [] } })).toContain(
        'column "deep.owner.name": row 0 is null',
      );
      expect(await within({ ...deep, owner: { name: '', born: null, tags: ['a', null] } })).toContain(
        'column "deep.owner.tags"',
      );
    });

    it('go to device tables and back, in parts, under other names, and from transform to transform', async () => {
      const address = addresses([{ city: 'a', zip: 1 }, null, { city: ' bc ', zip: null }]);
      const name = utf8Vector(['x', 'y', 'z']);
      using people = await toDevice(new Table({ address, name }), { backend });
      expect(people.columns).toEqual([
        { name: 'address', type: 'struct', nullCount: 1 },
        { name: 'name', type: 'utf8', nullCount: 0 },
      ]);
      expect(people.numCols).toBe(2);
      expect(rows(await people.toArrow())).toEqual(rows(new Table({ address, name })));
      const call = (run: string, table: unknown) =>
        (named(run) as unknown as (table: unknown) => Promise<DeviceTable>)(table);
      using tested = await call('addressTested', people);
      expect(rows(await tested.toArrow())).toEqual([
        { label: 'x: a', zip: 1 },
        { label: 'y: nowhere', zip: null },
        { label: 'z:  bc ', zip: null },
      ]);
      using deep = await toDevice({ deep: vectorFromArray([null], deepType) }, { backend });
      using two = people.select(['address']).rename({ address: 'home' });
      using back = two.rename({ home: 'address' });
      expect(inspect(back)).toContain('address: struct');
      using three = await toDevice(
        { deep: vectorFromArray([null, { x: 1, in: null }, { x: 2, in: { s: 's', b: new Uint8Array(1) } }], deepType) },
        { backend },
      );
      using given = back.assign(three);
      using passed = await call('structsPassed', given);
      using again = await call('structsPassed', passed);
      expect(rows(await again.toArrow())).toEqual(rows(await passed.toArrow()));
      expect(rows(await passed.toArrow())[2]).toMatchObject({ moved: { city: 'bc', zip: 0 }, inner: { s: 's!' } });
      expect(() => two.select(['address' as never])).toThrow(
        'there is no column "address": the device table has "home"',
      );
      expect(() => given.rename({ deep: 'address' })).toThrow('two columns would be called "address"');
      await expect(call('addressTested', deep)).rejects.toThrow('column "address" (struct({ … })) is missing');
    });

    it('in device tables report undeclared nulls', async () => {
      const call = (run: string, table: unknown) =>
        (named(run) as unknown as (table: unknown) => Promise<DeviceTable>)(table);
      using wholes = await toDevice(
        { p: points([1, 2], [3, 4], Uint8Array.of(0b01)), name: utf8Vector(['a', 'b']) },
        { backend },
      );
      await expect(call('structFiltered', wholes)).rejects.toThrow('column "p": row 1 is null as a whole');
      const city = vectorFromArray([null, null, 'c'], new Utf8());
      const zip = vectorFromArray([1, 2, 3], new Int32());
      const address = makeVector(
        makeData({
          type: new Struct([new Field('city', new Utf8(), true), new Field('zip', new Int32(), true)]),
          length: 3,
          children: [city.data[0], zip.data[0]].flatMap((data) => data ?? []),
          nullBitmap: Uint8Array.of(0b110),
          nullCount: -1,
        }),
      );
      using fields = await toDevice({ address, name: utf8Vector(['a', 'b', 'c']) }, { backend });
      await expect(call('addressTested', fields)).rejects.toThrow('column "address.city": row 1 is null');
      using good = await toDevice({ p: points([3], [4]), name: utf8Vector(['a']) }, { backend });
      using norms = await call('structFiltered', good);
      expect(rows(await norms.toArrow())).toEqual([{ q: { norm: 7, name: 'a' } }]);
    });

    it('leave the next call working', async () => {
      const table = await call('structFiltered', { p: points([0, 3], [0.5, -4]), name: ['a', 'b'] });
      expect(rows(table)).toEqual([{ q: { norm: 7, name: 'b' } }]);
    });
  });
}
