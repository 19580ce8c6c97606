import { inspect } from 'node:util';
import {
  DurationSecond,
  Int32,
  LargeUtf8,
  makeData,
  makeVector,
  Table,
  tableToIPC,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { afterEach, describe, expect, test } from 'vitest';
import { configure, createRuntime, DeviceTable, type ToDeviceOptions } from '../../runtime/index.js';
import { abiVersion } from '../../schema/abi.js';
import { describeTransform } from './describe-transform.js';
import { type FakeAddonOptions, fakeAddon } from './fake-addon.js';

const upper = describeTransform({ name: 'utf8' }, 'utf8', ({ name }) => String(name).toUpperCase(), 'upper');
const count = describeTransform({ upper: 'utf8' }, 'int32', ({ upper }) => String(upper).length, 'count');
const initials = describeTransform(
  { name: 'utf8', age: 'int32?' },
  { initial: 'utf8', older: 'float64?', adult: 'bool?' },
  ({ name, age }) => ({
    initial: String(name).slice(0, 1),
    older: age === null ? null : Number(age) + 0.5,
    adult: age === null ? null : Number(age) >= 18,
  }),
  'initials',
);
const strict = describeTransform({ age: 'int32' }, 'int8', ({ age }) => Number(age) * 10, 'strict');
const tens = describeTransform({ age: 'int32?' }, 'int8?', ({ age }) => age === null || Number(age) * 10, 'tens');
const echo = describeTransform({ flag: 'bool?' }, 'bool?', ({ flag }) => flag, 'echo');

function prepare(kind: 'cuda' | 'cpu' | 'js', options: FakeAddonOptions = {}, maxBytes?: number) {
  const transforms = [upper, count, initials, strict, tens, echo];
  const cuda = () => ({ available: kind === 'cuda', reason: 'a test', devices: kind === 'cuda' ? ['Fake GPU'] : [] });
  const addon = fakeAddon(transforms, { cuda, ...options });
  const load = () => (kind === 'js' ? undefined : addon);
  const runtime = createRuntime({
    directory: import.meta.url,
    abi: abiVersion,
    buildHash: 'hash',
    load,
    ...(maxBytes !== undefined && { maxBytes }),
  });
  type Columns = Record<string, unknown>;
  return {
    addon,
    toDevice: (input: unknown, given?: ToDeviceOptions): Promise<DeviceTable> =>
      runtime.toDevice(input as Table, given),
    upper: runtime.transform<Columns, Vector>(upper),
    count: runtime.transform<Columns, Vector>(count),
    initials: runtime.transform<Columns, Table>(initials),
    strict: runtime.transform<Columns, Vector>(strict),
    tens: runtime.transform<Columns, Vector>(tens),
    echo: runtime.transform<Columns, Vector>(echo),
  };
}

const people = () =>
  new Table({
    name: vectorFromArray(['Ada', 'Björn', 'Åsa', 'Zoë'], new Utf8()),
    age: vectorFromArray([36, null, 17, 64], new Int32()),
  });

async function rows(table: DeviceTable): Promise<unknown[]> {
  return (await table.toArrow()).toArray().map((row) => ({ ...row.toJSON() }));
}

const withMessage = (code: string, message: RegExp | string) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });

describe.each(['cuda', 'cpu', 'js'] as const)('%s', (kind) => {
  test('uploads a table, which returns unchanged', async () => {
    const { toDevice } = prepare(kind);
    using table = await toDevice(people());
    expect(table).toBeInstanceOf(DeviceTable);
    expect([table.numRows, table.numCols]).toEqual([4, 2]);
    expect(table.device).toBe(kind === 'cuda' ? 'cuda:0' : 'cpu');
    expect(table.columns).toEqual([
      { name: 'name', type: 'utf8', nullCount: 0 },
      { name: 'age', type: 'int32', nullCount: 1 },
    ]);
    expect(table.byteLength).toBeGreaterThan(12 + 20 + 16);
    expect(table.deviceMs).toBeUndefined();
    expect(inspect(table)).toBe(`DeviceTable { ${table.device}, 4 rows, name: utf8, age: int32 }`);
    const back = await table.toArrow();
    expect(back.schema.fields.map(String)).toEqual(['name: Utf8', 'age: Int32']);
    expect(await rows(table)).toEqual(
      people()
        .toArray()
        .map((row) => row.toJSON()),
    );
  });

  test('uploads the bytes of Arrow IPC', async () => {
    const { toDevice } = prepare(kind);
    using table = await toDevice(tableToIPC(people()));
    using same = await toDevice(people());
    expect(await rows(table)).toEqual(await rows(same));
    await expect(toDevice(new Uint8Array(9))).rejects.toEqual(
      withMessage('SchemaError', 'toDevice: the input is 9 bytes'),
    );
  });

  test("keeps a transform's result on the device, with one unnamed column named like the transform", async () => {
    const { toDevice, upper, count, initials, addon } = prepare(kind);
    using table = await toDevice(people());
    using shouted = await upper(table);
    expect(shouted).toBeInstanceOf(DeviceTable);
    expect(shouted.deviceMs).toBe(kind === 'cuda' ? 0.25 : undefined);
    const { uploadedBytes } = addon.device.statistics();
    using lengths = await count(shouted);
    expect(addon.device.statistics()).toMatchObject({ uploadedBytes, downloadedBytes: 0 });
    expect(await rows(lengths)).toEqual([{ count: 3 }, { count: 5 }, { count: 3 }, { count: 3 }]);
    using several = await initials(table);
    expect(await rows(several)).toEqual([
      { initial: 'A', older: 36.5, adult: true },
      { initial: 'B', older: null, adult: null },
      { initial: 'Å', older: 17.5, adult: false },
      { initial: 'Z', older: 64.5, adult: true },
    ]);
  });

  test('gives the same result for Arrow data and for a device table', async () => {
    const { toDevice, initials } = prepare(kind);
    using table = await toDevice(people());
    using result = await initials(table);
    const expected = await initials(people());
    const actual = await result.toArrow();
    expect(actual.schema).toEqual(expected.schema);
    expect(actual.toArray().map(String)).toEqual(expected.toArray().map(String));
  });

  test('takes slices, chunks and bits at any offset', async () => {
    const { toDevice, upper, echo } = prepare(kind);
    const names = vectorFromArray(['skipped', 'é', 'bb', 'c'], new Utf8());
    const flags = vectorFromArray([true, true, null, false, true, false, true, true, null, true, false, true]);
    using table = await toDevice({ name: names.slice(1).concat(names.slice(2, 3)) });
    expect(await rows(table)).toEqual(['é', 'bb', 'c', 'bb'].map((name) => ({ name })));
    using shouted = await upper(table);
    expect(await rows(shouted)).toEqual(['É', 'BB', 'C', 'BB'].map((upper) => ({ upper })));
    using bits = await toDevice({ flag: flags.slice(3).concat(flags.slice(1, 3)) });
    expect(bits.columns).toEqual([{ name: 'flag', type: 'bool', nullCount: 2 }]);
    using echoed = await echo(bits);
    const expected = [false, true, false, true, true, null, true, false, true, true, null];
    expect(await rows(echoed)).toEqual(expected.map((echo) => ({ echo })));
    expect(await rows(bits)).toEqual(expected.map((flag) => ({ flag })));
  });

  test('gives null for rows that fail, with their errors beside the table', async () => {
    const { toDevice, tens } = prepare(kind);
    using table = await toDevice({
      age: vectorFromArray([1, 2], new Int32()).concat(vectorFromArray([100, 3, null, 4, 200], new Int32())),
    });
    const { result, errors, failedRows } = await tens(table, { onError: 'collect', maxErrors: 2 });
    using _ = result;
    expect(await rows(result)).toEqual([10, 20, null, 30, null, 40, null].map((tens) => ({ tens })));
    expect(failedRows).toBe(3);
    expect(errors.map(({ row, value }) => [row, value])).toEqual([
      [2, '1000'],
      [4, 'true'],
    ]);
    using quiet = await tens(table, { onError: 'null' });
    expect(quiet.columns).toEqual([{ name: 'tens', type: 'int8', nullCount: 3 }]);
    await expect(tens(table)).rejects.toEqual(withMessage('RowError', 'row 2'));
  });

  test('converts dictionaries and large offsets to utf8, and typed arrays to numbers', async () => {
    const { toDevice } = prepare(kind);
    using table = await toDevice({
      a: vectorFromArray(['x', 'y', 'x']),
      b: vectorFromArray(['é', null, ''], new LargeUtf8()),
      c: Float64Array.of(1, -0, 2),
    });
    expect(table.columns.map(({ type }) => type)).toEqual(['utf8', 'utf8', 'float64']);
    expect(await rows(table)).toEqual([
      { a: 'x', b: 'é', c: 1 },
      { a: 'y', b: null, c: -0 },
      { a: 'x', b: '', c: 2 },
    ]);
  });

  test('takes a table without rows', async () => {
    const { toDevice, upper } = prepare(kind);
    using table = await toDevice(people().slice(0, 0));
    using shouted = await upper(table);
    expect([shouted.numRows, shouted.columns]).toEqual([0, [{ name: 'upper', type: 'utf8', nullCount: 0 }]]);
    const back = await shouted.toArrow();
    expect([back.numRows, back.schema.fields.map(String)]).toEqual([0, ['upper: Utf8']]);
  });

  test('copies: later changes of the input or the output do not show', async () => {
    const { toDevice } = prepare(kind);
    const n = Int32Array.of(1, 2, 3);
    using table = await toDevice({ n });
    n.fill(9);
    (await table.toArrow()).getChild('n')?.data[0]?.values.fill(8);
    expect(await rows(table)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  test('uploads chosen columns, and refuses those that it cannot hold', async () => {
    const { toDevice } = prepare(kind);
    const table = people().assign(
      new Table({ when: vectorFromArray([0, 1, 2, 3].map(BigInt), new DurationSecond()) }) as Table,
    );
    using chosen = await toDevice(table, { columns: ['age'] });
    expect(chosen.columns.map(({ name }) => name)).toEqual(['age']);
    await expect(toDevice(table)).rejects.toEqual(
      withMessage('SchemaError', /"when": got .*, which no device table can hold.*\{ columns: \[\.\.\.\] \}/),
    );
    await expect(toDevice(table, { columns: ['nam'] })).rejects.toEqual(
      withMessage('SchemaError', 'no column "nam": the input has "name", "age", "when"'),
    );
    await expect(toDevice({ a: ['x'] })).rejects.toEqual(withMessage('SchemaError', 'got a plain array'));
    await expect(toDevice(table, { columns: ['age', 'age'] })).rejects.toEqual(
      withMessage('SchemaError', 'comes twice'),
    );
    await expect(toDevice('people')).rejects.toEqual(withMessage('SchemaError', 'the input is a string'));
    await expect(toDevice(table, { column: ['age'] } as ToDeviceOptions)).rejects.toEqual(
      withMessage('OptionError', 'unknown option "column"'),
    );
  });

  test('shares columns in select, rename and assign', async () => {
    const { toDevice, upper, addon } = prepare(kind);
    const table = await toDevice(people());
    const shouted = await upper(table);
    const renamed = shouted.rename({ upper: 'name' });
    const both = table.assign(renamed);
    expect(both.columns.map(({ name }) => name)).toEqual(['age', 'name']);
    const ages = both.select(['age']);
    for (const done of [table, shouted, renamed, both]) done.dispose();
    expect(await rows(ages)).toEqual([{ age: 36 }, { age: null }, { age: 17 }, { age: 64 }]);
    if (kind === 'cuda') expect(addon.device.live.size).toBe(1);
    ages.dispose();
    expect(addon.device.live.size).toBe(0);
  });

  test('prints a disposed table as such', async () => {
    const table = await prepare(kind).toDevice(people());
    table.dispose();
    expect(inspect(table)).toBe('DeviceTable { disposed }');
  });

  test('reports names that do not fit', async () => {
    const { toDevice } = prepare(kind);
    using table = await toDevice(people());
    using short = await toDevice({ other: Int32Array.of(1) });
    expect(() => table.select(['agee'])).toThrow(withMessage('SchemaError', 'no column "agee".*"name", "age"'));
    expect(() => table.rename({ age: 'name' })).toThrow(
      withMessage('SchemaError', 'two columns would be called "name"'),
    );
    expect(() => table.rename({ age: 7 as unknown as string })).toThrow(withMessage('OptionError', 'is no string'));
    expect(() => table.assign(short)).toThrow(withMessage('SchemaError', '4 rows and 1 row'));
    expect(() => table.assign({} as DeviceTable)).toThrow(withMessage('SchemaError', 'this is no device table'));
  });

  test('refuses everything after dispose, except dispose', async () => {
    const { toDevice, upper, addon } = prepare(kind);
    const table = await toDevice(people());
    table.dispose();
    table[Symbol.dispose]();
    expect(table.disposed).toBe(true);
    expect(addon.device.live.size).toBe(0);
    const error = withMessage('DeviceError', 'this device table was disposed of');
    expect(() => table.numRows).toThrow(error);
    expect(() => table.select(['name'])).toThrow(error);
    await expect(table.toArrow()).rejects.toEqual(error);
    await expect(upper(table)).rejects.toEqual(error);
  });

  test('allows disposal during a call over the table', async () => {
    const { toDevice, upper, addon } = prepare(kind);
    const table = await toDevice(people());
    const pending = upper(table);
    const download = table.toArrow();
    table.dispose();
    using shouted = await pending;
    expect((await rows(shouted))[1]).toEqual({ upper: 'BJÖRN' });
    expect((await download).numRows).toBe(4);
    if (kind === 'cuda') expect(addon.device.live.size).toBe(1);
  });

  test('reports what a table lacks for a transform', async () => {
    const { toDevice, upper, strict, count } = prepare(kind);
    using table = await toDevice(people());
    using strings = table.rename({ name: 'age', age: 'upper' });
    await expect(count(table)).rejects.toEqual(
      withMessage('SchemaError', '"upper" \\(utf8\\) is missing: .*"name", "age"'),
    );
    await expect(upper(table.select(['age']))).rejects.toEqual(
      withMessage('SchemaError', '"name" \\(utf8\\) is missing'),
    );
    await expect(strict(strings)).rejects.toEqual(
      withMessage('SchemaError', 'the device table has utf8, declared int32'),
    );
    await expect(strict(table)).rejects.toEqual(
      withMessage('SchemaError', 'row 1 is null, but the column is declared int32'),
    );
  });

  test('reports a failing row with its value and its place in the whole table, and leaks nothing', async () => {
    const { toDevice, strict, addon } = prepare(kind);
    const ages = makeVector([
      makeData({ type: new Int32(), length: 3, data: Int32Array.of(1, 2, 3) }),
      makeData({ type: new Int32(), length: 3, data: Int32Array.of(4, 50, 60) }),
    ]);
    using table = await toDevice({ age: ages });
    const live = addon.device.live.size;
    const error = await strict(table).then(undefined, (reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'RowError', row: 4, column: 'strict', value: '500' });
    expect(() => strict.reference({ age: ages })).toThrow(error as Error);
    expect(addon.device.live.size).toBe(live);
    await expect(strict(table, { valuesInErrors: false })).rejects.toMatchObject({ row: 4, value: undefined });
  });

  test('reports invalid UTF-8 in the transform that reads it', async () => {
    const { toDevice, upper } = prepare(kind);
    const name = makeVector(
      makeData({
        type: new Utf8(),
        length: 3,
        valueOffsets: Int32Array.of(0, 1, 3, 4),
        data: Uint8Array.of(0x61, 0x62, 0xff, 0x63),
      }),
    );
    using table = await toDevice({ name });
    await expect(upper(table)).rejects.toMatchObject({ code: 'RowError', row: 1, column: 'name', byte: 1 });
  });

  test('obeys an abort signal', async () => {
    const { toDevice, upper, addon } = prepare(kind);
    using table = await toDevice(people());
    const live = addon.device.live.size;
    await expect(upper(table, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
    await expect(toDevice(people(), { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
    expect(addon.device.live.size).toBe(live);
  });

  test('refuses a table of another generated folder', async () => {
    const { toDevice } = prepare(kind);
    const other = prepare(kind);
    using table = await toDevice(people());
    using foreign = await other.toDevice(people());
    await expect(other.upper(table)).rejects.toEqual(withMessage('DeviceError', 'another generated folder'));
    expect(() => table.assign(foreign)).toThrow(withMessage('DeviceError', 'on different devices or of different'));
  });

  test('refuses a device table for the reference, which needs host memory', async () => {
    const { toDevice, upper } = prepare(kind);
    using table = await toDevice(people());
    expect(() => upper.reference(table as unknown as Table)).toThrow(
      withMessage('DeviceError', 'await table.toArrow()'),
    );
  });

  test('runs a call where its table is', async () => {
    const { toDevice, upper } = prepare(kind);
    using table = await toDevice(people());
    const elsewhere = kind === 'cuda' ? 'cpu' : 'cuda';
    await expect(upper(table, { backend: elsewhere })).rejects.toEqual(
      withMessage('DeviceError', `asks for the ${elsewhere} backend, but the device table is on`),
    );
    using there = await upper(table, { backend: kind });
    expect(there.numRows).toBe(4);
  });
});

describe('the cuda backend', () => {
  test('splits a result past the limit of a text column into several blocks', async () => {
    const { toDevice, upper, addon } = prepare('cuda', {}, 9);
    using table = await toDevice({ name: vectorFromArray(['abcd', 'efgh', 'ijkl', 'mnop', 'qrst'], new Utf8()) });
    using shouted = await upper(table);
    expect((await shouted.toArrow()).batches.map(({ numRows }) => numRows)).toEqual([2, 1, 2]);
    expect((await rows(shouted)).at(-1)).toEqual({ upper: 'QRST' });
    expect(() => table.assign(shouted)).toThrow(withMessage('SchemaError', 'cut into different blocks'));
    table.dispose();
    shouted.dispose();
    expect(addon.device.live.size).toBe(0);
  });

  test('refuses one row past that limit', async () => {
    const { toDevice, upper, addon } = prepare('cuda', {}, 9);
    using table = await toDevice({ name: vectorFromArray(['a', 'abcdefghijkl'], new Utf8()) });
    await expect(upper(table)).rejects.toMatchObject({ code: 'RowError', row: 1 });
    expect(addon.device.live.size).toBe(1);
  });

  test("reports device failures as a DeviceError with the addon's message", async () => {
    const { toDevice, upper, addon } = prepare('cuda');
    using table = await toDevice(people());
    addon.device.meanwhile = () => {
      throw Object.assign(new Error('CUDA: unspecified launch failure.'), { code: 'DeviceError' });
    };
    await expect(upper(table)).rejects.toEqual(withMessage('DeviceError', 'upper failed on cuda:0: CUDA: unspecified'));
    await expect(table.toArrow()).rejects.toEqual(withMessage('DeviceError', 'toArrow failed on cuda:0'));
    await expect(toDevice(people())).rejects.toEqual(withMessage('DeviceError', 'toDevice failed on cuda'));
  });

  test('reports a MemoryError past its memory limit', async () => {
    const { toDevice, upper, addon } = prepare('cuda');
    using table = await toDevice(people());
    addon.device.meanwhile = () => {
      throw Object.assign(new Error('CUDA: memoryLimit is reached.'), { code: 'MemoryLimit' });
    };
    await expect(upper(table)).rejects.toEqual(withMessage('MemoryError', 'upper: CUDA: memoryLimit is reached'));
    await expect(toDevice(people())).rejects.toEqual(withMessage('MemoryError', 'toDevice: CUDA: memoryLimit'));
  });

  test('leaks nothing if an upload fails halfway', async () => {
    const { toDevice, addon } = prepare('cuda');
    let pieces = 0;
    addon.device.meanwhile = () => {
      pieces += 1;
      if (pieces === 2) throw new Error('lost');
    };
    const half = vectorFromArray(['a', 'b'], new Utf8());
    await expect(toDevice({ name: half.concat(half) })).rejects.toThrow('lost');
    expect(addon.device.live.size).toBe(0);
  });

  test('refuses a device that is chosen while columns are copied, and leaks nothing', async () => {
    const { toDevice, addon } = prepare('cuda');
    const { upload } = addon.device;
    let device = 0;
    Object.assign(addon.device, {
      upload: async (...given: Parameters<typeof upload>) => ({ ...(await upload(...given)), device: device++ }),
    });
    const half = vectorFromArray(['a', 'b'], new Utf8());
    await expect(toDevice({ name: half.concat(half) })).rejects.toEqual(
      withMessage('DeviceError', 'changed the device from cuda:0 to cuda:1'),
    );
    expect(addon.device.live.size).toBe(0);
  });

  test('is refused where no GPU is', async () => {
    const { toDevice } = prepare('cpu');
    await expect(toDevice(people(), { backend: 'cuda' })).rejects.toEqual(
      withMessage('DeviceError', 'The cuda backend does not work here'),
    );
  });
});

test('malformed offsets are reported when a table is made', async () => {
  const name = makeVector(
    makeData({ type: new Utf8(), length: 3, valueOffsets: Int32Array.of(0, 2, 1, 4), data: new Uint8Array(4) }),
  );
  await expect(prepare('cpu').toDevice({ name })).rejects.toMatchObject({
    code: 'RowError',
    column: 'name',
    row: 1,
    message: expect.stringContaining('from byte 2 to byte 1 of 4'),
  });
});

describe('configure({ device })', () => {
  afterEach(() => configure({ device: 0 }));

  test('names the available devices if the chosen one does not exist', async () => {
    const { toDevice } = prepare('cuda');
    configure({ device: 3 });
    await expect(toDevice(people())).rejects.toEqual(
      withMessage('OptionError', 'there is no device 3. This machine has 0 \\(Fake GPU\\)'),
    );
    configure({ device: 0 });
    using table = await toDevice(people());
    expect(table.device).toBe('cuda:0');
  });

  test('has no effect without a GPU', async () => {
    configure({ device: 3 });
    using table = await prepare('cpu').toDevice(people());
    expect(table.device).toBe('cpu');
  });
});
