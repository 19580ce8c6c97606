import { createRequire } from 'node:module';
import { configure, type DeviceTable } from '@rowfuse/runtime';
import { Int8, makeVector, type Vector, vectorFromArray } from 'apache-arrow';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Addon } from '../../runtime/backend/addon.js';
import { backendsUnderTest } from '../backends.js';
import { builtAddon } from '../built-folder.js';
import { builtToDevice } from '../run/built-transforms.js';
import { outcomeOf } from '../run/outcome.js';
import { transformNamed } from './calls.js';
import { repeated, text, textOf } from './columns.js';

const toDevice = await builtToDevice();
const redact = transformNamed('redact');
const maskEmail = transformNamed('maskEmail');
const displayName = transformNamed('displayName');
const tripFeatures = transformNamed('tripFeatures');
const narrow = transformNamed('narrow');

const { device }: Addon = createRequire(builtAddon)(builtAddon);
const limit = Number.MAX_SAFE_INTEGER;

async function columnOf(table: DeviceTable): Promise<unknown> {
  const vector = (await table.toArrow()).getChildAt(0);
  if (!vector) throw new Error('no column');
  return outcomeOf(vector);
}

const trips = (rows: number) => ({
  kilometres: makeVector(new Float64Array(rows).map((_, row) => row / 3)),
  seconds: makeVector(new Uint32Array(rows).map((_, row) => (row % 977) * 11)),
  fare: makeVector(new Float32Array(rows).map((_, row) => row % 89)),
  passengers: vectorFromArray(
    Array.from({ length: rows }, (_, row) => (row % 7 === 0 ? null : row % 5)),
    new Int8(),
  ),
});

for (const backend of backendsUnderTest) {
  describe(backend, () => {
    it('carries large tables to the device and back, in many pinned chunks', async () => {
      const rows = 700_003;
      const names = text(Array.from({ length: 5000 }, (_, row) => `Ada${row} ${'é'.repeat(row % 9)}Lovelace`));
      const name = names.concat(...Array.from({ length: 3 }, () => names));
      const few = { name, visibility: repeated('public', name.length) };
      const many = { name: repeated('Ada Lovelace-Byron of Ockham Park', rows), visibility: repeated('public', rows) };
      for (const input of [few, many]) {
        using table = await toDevice(input, { backend });
        const back = (await table.toArrow()).getChild('name');
        expect(back?.toArray().join()).toBe(input.name.toArray().join());
        using masked = await redact(table);
        expect(await columnOf(masked)).toEqual(outcomeOf(redact.reference(input)));
      }
      const input = trips(500_000);
      using table = await toDevice(input, { backend });
      using features = await tripFeatures(table);
      expect(outcomeOf(await features.toArrow())).toEqual(outcomeOf(await tripFeatures(input, { backend: 'js' })));
    });

    it('gives the result of the single steps for a chain', async () => {
      const names = ['Ada Lovelace', 'Grace Hopper', 'Édith Piaf', 'Björk', '', ' '];
      const input = { name: text(names), visibility: text(names.map((_, row) => (row % 2 ? 'public' : 'private'))) };
      using table = await toDevice(input, { backend });
      using masked = await redact(table);
      using given = masked.rename({ redact: 'given' });
      using others = table.rename({ name: 'family', visibility: 'nickname' });
      using both = given.assign(others);
      using shown = await displayName(both);
      const step = (await redact(input, { backend })) as Vector;
      const expected = await displayName({ given: step, family: input.name, nickname: input.visibility }, { backend });
      expect(await columnOf(shown)).toEqual(outcomeOf(expected));
    });

    it('reports a failing row as the reference does, at the start, in the middle and at the end', async () => {
      const rows = 5000;
      for (const bad of [0, 63, 2500, rows - 1]) {
        const n = new Int32Array(rows).fill(1);
        n[bad] = 100_000;
        const input = { n: makeVector(n), factor: makeVector(new Float64Array(rows).fill(2)) };
        using table = await toDevice(input, { backend });
        const error = await narrow(table).then(undefined, (reason: unknown) => reason);
        expect(error).toMatchObject({ code: 'RowError', row: bad, value: '200000' });
        expect(() => narrow.reference(input)).toThrow(error as Error);
      }
    });

    it('reports malformed offsets and text that is not UTF-8', async () => {
      const good = { length: 3, data: new Uint8Array([97, 98, 0xff, 100]), nullCount: 0 };
      const malformed = textOf({ ...good, valueOffsets: Int32Array.of(0, 3, 2, 4) });
      await expect(toDevice({ email: malformed }, { backend })).rejects.toMatchObject({
        code: 'RowError',
        row: 1,
        message: expect.stringContaining('from byte 3 to byte 2 of 4'),
      });
      const email = textOf({ ...good, valueOffsets: Int32Array.of(1, 2, 3, 4) });
      using table = await toDevice({ email }, { backend });
      const error = await maskEmail(table).then(undefined, (reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'RowError', row: 1, byte: 0 });
      expect(() => maskEmail.reference({ email })).toThrow(error as Error);
    });

    it('runs concurrent calls over one table that is disposed of meanwhile', async () => {
      const rows = 60_000;
      const table = await toDevice(
        { name: repeated('Ada Lovelace', rows), visibility: repeated('public', rows) },
        { backend },
      );
      const calls = Array.from({ length: 12 }, () => redact(table));
      const back = table.toArrow();
      table.dispose();
      for (const call of calls) {
        using masked = await call;
        expect((await masked.toArrow()).getChild('redact')?.get(rows - 1)).toBe('L Ada');
      }
      expect((await back).numRows).toBe(rows);
    });
  });
}

describe('the addon checks its arguments', () => {
  const strange = [undefined, null, 7, {}, new Uint8Array(4)];

  it.each(strange)('refuses %o', async (value) => {
    await expect(device.run('redact', 0, 1, [value, value] as object[], [])).rejects.toThrow();
    await expect(device.run('redact', 0, 1, value as object[], [])).rejects.toThrow();
    await expect(device.download([value as object], [])).rejects.toThrow();
    await expect(device.upload(value as string[], 1, [])).rejects.toThrow();
    await expect(device.upload(['utf8'], 1, value as never[])).rejects.toThrow();
    await expect(device.firstNull(value as object)).rejects.toThrow();
    expect(() => device.free(value as object)).not.toThrow();
  });
});

describe.runIf(backendsUnderTest.includes('cuda'))('the memory of the GPU', () => {
  const backend = 'cuda' as const;
  const rows = 200_000;
  const people = () => ({ name: repeated('Ada Lovelace', rows), visibility: repeated('public', rows) });
  const held = () => device.statistics();

  // The first call allocates what later calls reuse.
  beforeAll(async () => {
    using table = await toDevice(people(), { backend });
    (await redact(table)).dispose();
  });
  afterEach(() => configure({ memoryLimit: limit }));

  it('transfers nothing but reports when transforms are chained on a device table', async () => {
    using table = await toDevice(people(), { backend });
    const before = held();
    using masked = await redact(table);
    using email = masked.rename({ redact: 'email' });
    using second = await maskEmail(email);
    const after = held();
    expect([after.uploadedBytes, after.downloadedBytes]).toEqual([before.uploadedBytes, before.downloadedBytes]);
    expect(second.deviceMs).toBeGreaterThan(0);
    expect(second.device).toBe('cuda:0');
    const arrow = await second.toArrow();
    expect(held().downloadedBytes).toBeGreaterThan(before.downloadedBytes);
    expect(arrow.numRows).toBe(rows);
  });

  it('is released by dispose, after errors, and after calls over Arrow data', async () => {
    const { tableBytes } = held();
    for (let round = 0; round < 40; round += 1) {
      using table = await toDevice(people(), { backend });
      expect(held().tableBytes - tableBytes).toBe(table.byteLength);
      (await redact(table)).dispose();
      await expect(maskEmail(table)).rejects.toMatchObject({ code: 'SchemaError' });
      if (round % 8 === 0) await redact(people(), { backend });
    }
    expect(held()).toMatchObject({ tableBytes, callBytes: 0 });
  });

  it('is limited over tables and calls together, and the error says what holds it', async () => {
    using table = await toDevice(people(), { backend });
    configure({ memoryLimit: held().tableBytes + held().scratchBytes + 1000 });
    const message =
      /memoryLimit is reached: \d+ bytes; device tables hold \d+ bytes, running calls \d+, scratch memory \d+/;
    const refused = { code: 'MemoryError', message: expect.stringMatching(message) };
    await expect(redact(table)).rejects.toMatchObject(refused);
    await expect(toDevice(people(), { backend })).rejects.toMatchObject(refused);
    await expect(redact(people(), { backend })).rejects.toMatchObject(refused);
    configure({ memoryLimit: limit });
    using masked = await redact(table);
    expect(masked.numRows).toBe(rows);
    expect(held().callBytes).toBe(0);
  });

  it('finds a null in a result where the next transform declares none', async () => {
    const email: ReturnType<typeof text> = text(['a@b.c', null, 'd@e.f']);
    using table = await toDevice({ email }, { backend });
    using masked = await maskEmail(table);
    using first = masked.rename({ maskEmail: 'name' });
    using second = masked.rename({ maskEmail: 'visibility' });
    using named = first.assign(second);
    await expect(redact(named)).rejects.toMatchObject({ code: 'SchemaError', column: 'name', row: 1 });
  });
});
