import { Dictionary, Int32, Utf8, type Vector, vectorFromArray } from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import {
  BackendMismatchError,
  createRuntime,
  DeviceError,
  InputChangedError,
  MemoryError,
  RowError,
  type TransformDescription,
} from '../../runtime/index.js';
import { abiVersion } from '../../schema/abi.js';
import { describeTransform, tableTransform } from './describe-transform.js';
import { type FakeAddonOptions, fakeAddon } from './fake-addon.js';
import { textsOf, utf8Vector } from './text-vectors.js';

const cpu = { backend: 'cpu' } as const;
const numbered = describeTransform({ text: 'utf8', n: 'int32?' }, 'utf8?', ({ text, n }) =>
  n === null ? null : `${text}${n}`,
);

function prepare(transform: TransformDescription, options: FakeAddonOptions = {}, maxBytes?: number) {
  const addon = fakeAddon([transform], options);
  const runtime = createRuntime({
    directory: import.meta.url,
    abi: abiVersion,
    buildHash: 'hash',
    load: () => addon,
    ...(maxBytes !== undefined && { maxBytes }),
  });
  return { addon, call: runtime.transform<Record<string, unknown>, Vector>(transform) };
}

const count = (addon: ReturnType<typeof fakeAddon>, call: string) =>
  addon.calls.filter((made) => made.call === call).length;

describe('memory of a native call', () => {
  test('is not copied for plain columns: values are cut, offsets stay, bits have an offset', async () => {
    const { addon, call } = prepare(numbered);
    const text = utf8Vector(['skipped', 'a', 'é', 'b']).slice(1);
    const n = vectorFromArray([0, 1, null, 3], new Int32()).slice(1);
    expect(textsOf(await call({ text, n }, cpu))).toEqual(['a1', null, 'b3']);
    const [first, second] = addon.calls[0]?.columns ?? [];
    const [textData, nData] = [text.data[0], n.data[0]];
    expect(first?.values.buffer).toBe(textData?.values.buffer);
    expect(first?.offsets?.buffer).toBe(textData?.valueOffsets.buffer);
    expect([...(first?.offsets ?? [])]).toEqual([12, 13, 15, 16]);
    expect(first).not.toHaveProperty('validity');
    expect(second?.values.buffer).toBe(nData?.values.buffer);
    expect(second?.values).toEqual(Int32Array.of(1, 0, 3));
    expect(second?.validity?.buffer).toBe(nData?.nullBitmap?.buffer);
    expect(second?.validityBit).toBe(1);
  });

  test('of booleans is passed as bits with an offset', async () => {
    const flag = describeTransform({ x: 'bool?' }, 'bool?', ({ x }) => x);
    const { addon, call } = prepare(flag);
    const vector = vectorFromArray([true, null, false, true, true, true, false, true, true, false, true]);
    const halves = vector.slice(3).concat(vector.slice(9));
    expect([...(await call({ x: halves }, cpu))]).toEqual([
      true,
      true,
      true,
      false,
      true,
      true,
      false,
      true,
      false,
      true,
    ]);
    expect(addon.calls[0]?.columns?.[0]).toMatchObject({ valuesBit: 3 });
    expect(addon.calls.filter(({ call: made }) => made === 'measure')[1]?.columns?.[0]).toMatchObject({ valuesBit: 9 });
  });

  test('of results is filled by native code and sized exactly', async () => {
    const { addon, call } = prepare(numbered);
    const result = await call({ text: ['a', 'bc', 'd'], n: [1, null, 2] }, cpu);
    const output = addon.calls.find((made) => made.call === 'fill')?.outputs?.[0];
    expect(output?.values.length).toBe(4);
    expect(output?.offsets?.length).toBe(4);
    expect(output?.validity?.length).toBe(1);
    expect(result.data[0]?.values.buffer).toBe(output?.values.buffer);
    expect(result.data[0]?.valueOffsets.buffer).toBe(output?.offsets?.buffer);
    expect(result.data[0]?.nullBitmap?.buffer).toBe(output?.validity?.buffer);
  });

  test('has a validity bitmap for nullable outputs only, which is dropped without nulls', async () => {
    const two = describeTransform({ n: 'int32' }, { a: 'int32', b: 'int32?' }, ({ n }) => ({ a: n, b: n }));
    const addon = fakeAddon([two]);
    const result = await tableTransform(two, addon)({ n: [1, 2] }, cpu);
    expect(result.getChild('b')?.nullCount).toBe(0);
    const outputs = addon.calls.find((made) => made.call === 'fill')?.outputs;
    expect(outputs?.[0]).not.toHaveProperty('validity');
    expect(outputs?.[1]).toHaveProperty('validity');
    expect(result.getChildAt(1)?.data[0]?.nullBitmap?.length ?? 0).toBe(0);
  });

  test('of dictionaries is passed as indices on the cpu, and as text to a GPU', async () => {
    const one = describeTransform({ text: 'utf8' }, 'utf8', ({ text }) => text);
    const { addon, call } = prepare(one, { cuda: () => ({ available: true, reason: 'a test' }) });
    const text = vectorFromArray(['a', 'bc', 'a'], new Dictionary(new Utf8(), new Int32()));
    expect(textsOf(await call({ text }, { backend: 'cuda' }))).toEqual(['a', 'bc', 'a']);
    expect(textsOf(await call({ text }, cpu))).toEqual(['a', 'bc', 'a']);
    const [onGpu, onCpu] = addon.calls.filter((made) => made.call === 'measure');
    expect(onGpu?.columns?.[0]).not.toHaveProperty('indices');
    expect([...(onGpu?.columns?.[0]?.offsets ?? [])]).toEqual([0, 1, 3, 4]);
    expect(onCpu?.columns?.[0]).toHaveProperty('indices');
  });

  test('of columns that are not read is neither passed nor converted', async () => {
    const one = describeTransform({ unused: '-utf8', n: 'int32' }, 'int32', ({ n }) => n);
    const { addon, call } = prepare(one);
    await call({ unused: vectorFromArray(['a', 'b']), n: [1, 2] }, cpu);
    expect(addon.calls[0]?.columns?.[0]).toEqual({ values: new Uint8Array(0), valuesBit: 0, validityBit: 0 });
  });
});

describe('pieces of a native call', () => {
  test('are run by one job each, in order, and every job is released', async () => {
    const { addon, call } = prepare(numbered);
    const text = utf8Vector(['a', 'b', 'c']).concat(utf8Vector(['d', 'e']));
    const n = vectorFromArray([1, 2], new Int32()).concat(vectorFromArray([3, 4, 5], new Int32()));
    const result = await call({ text, n }, cpu);
    expect(textsOf(result)).toEqual(['a1', 'b2', 'c3', 'd4', 'e5']);
    expect(result.data.map((data) => data.length)).toEqual([2, 1, 2]);
    const step = ['measure', 'fill', 'release'];
    expect(addon.calls.map((made) => made.call)).toEqual([...step, ...step, ...step]);
  });

  test('are halved if a result exceeds its offsets', async () => {
    const { addon, call } = prepare(numbered, {}, 6);
    const text = utf8Vector(['aa', 'bb', 'cc', 'dd', 'ee']);
    const result = await call({ text, n: vectorFromArray([1, 2, null, 4, 5], new Int32()) }, cpu);
    expect(textsOf(result)).toEqual(['aa1', 'bb2', null, 'dd4', 'ee5']);
    expect(result.data.length).toBeGreaterThan(1);
    expect(count(addon, 'release')).toBe(count(addon, 'measure'));
  });

  test('are halved if native code says that the result is too large', async () => {
    const inner = fakeAddon([numbered]);
    const { call } = prepare(numbered, {
      async measure(...call) {
        if (call[2] > 1) throw Object.assign(new Error('too large'), { code: 'ResultTooLarge' });
        return inner.measure(...call);
      },
      fill: (job, outputs) => inner.fill(job, outputs),
    });
    expect(textsOf(await call({ text: ['a', 'b', 'c'], n: [1, 2, 3] }, cpu))).toEqual(['a1', 'b2', 'c3']);
  });

  test('fail with a RowError if a single row exceeds the limit', async () => {
    const { call } = prepare(numbered, {}, 3);
    const rejection = call({ text: utf8Vector(['a', 'long', 'b']), n: [1, 2, 3] }, cpu);
    await expect(rejection).rejects.toMatchObject({ code: 'RowError', row: 1 });
  });
});

describe('faults of a native call', () => {
  const picky = describeTransform({ n: 'int32' }, 'int8', ({ n }) => n);

  test("have the reference's message and a row number over all chunks, and the job is released", async () => {
    const { addon, call } = prepare(picky);
    const n = vectorFromArray([1, 2], new Int32()).concat(vectorFromArray([3, 777, 888], new Int32()));
    const error = await call({ n }, cpu).catch((caught) => caught);
    expect(error).toBeInstanceOf(RowError);
    expect(error).toMatchObject({ row: 3, column: 'sample', value: '777' });
    expect(() => call.reference({ n })).toThrow(error.message);
    expect(count(addon, 'release')).toBe(2);
    expect(count(addon, 'fill')).toBe(1);
    const quiet = await call({ n }, { ...cpu, valuesInErrors: false }).catch((caught) => caught);
    expect(quiet.message).not.toContain('777');
    expect((await call({ n: [1] }, cpu)).length).toBe(1);
  });

  test('are reported by the fill pass too', async () => {
    const { addon, call } = prepare(picky, {
      fill: async () => ({ nullCounts: [0], fault: { row: 1, code: 4, column: 0 } }),
      measure: async () => ({ job: {}, bytes: [] }),
    });
    await expect(call({ n: [1, 777] }, cpu)).rejects.toMatchObject({ code: 'RowError', row: 1, value: '777' });
    expect(count(addon, 'release')).toBe(1);
  });

  test('ask for a bug report if the reference does not share them', async () => {
    const { call } = prepare(picky, {
      measure: async () => ({ job: {}, bytes: [], fault: { row: 1, code: 4, column: 0 } }),
    });
    const error = await call({ n: [1, 2] }, cpu).catch((caught) => caught);
    expect(error).toBeInstanceOf(BackendMismatchError);
    expect(error).toMatchObject({ code: 'BackendMismatch', row: 1 });
    expect(error.message).toContain('the cpu backend reports out_of_range for row 1');
    expect(error.message).toContain('please report it');
  });
});

describe('inputs that change', () => {
  test.each(['measure', 'fill'] as const)('are reported if transferred during %s', async (pass) => {
    const n = Int32Array.of(1, 2);
    const { addon, call } = prepare(numbered, {
      meanwhile: (now) => {
        if (now === pass) structuredClone(n.buffer, { transfer: [n.buffer] });
      },
    });
    const error = await call({ text: ['a', 'b'], n }, cpu).catch((caught) => caught);
    expect(error).toBeInstanceOf(InputChangedError);
    expect(error.code).toBe('InputChanged');
    expect(error.message).toContain('copyInputs: true');
    expect(count(addon, 'release')).toBe(1);
  });

  test('are reported if transferred before a later chunk is converted', async () => {
    const text = vectorFromArray(['a', 'b']).concat(vectorFromArray(['c', 'd']));
    const memory = text.data[1]?.values.buffer as ArrayBuffer;
    const { call } = prepare(numbered, {
      meanwhile: () => {
        if (memory.byteLength > 0) structuredClone(memory, { transfer: [memory] });
      },
    });
    await expect(call({ text, n: [1, 2, 3, 4] }, cpu)).rejects.toThrow(InputChangedError);
  });

  test('are reported if native code notices them', async () => {
    const { call } = prepare(numbered, {
      fill: async () => {
        throw Object.assign(new Error('changed'), { code: 'InputChanged' });
      },
    });
    await expect(call({ text: ['a'], n: [1] }, cpu)).rejects.toMatchObject({ code: 'InputChanged' });
  });

  test('are reported on the js backend between two turns', async () => {
    const { call } = prepare(numbered);
    const n = new Int32Array(20_000);
    const text = Array.from(n, String);
    const pending = call({ text, n }, { backend: 'js' });
    structuredClone(n.buffer, { transfer: [n.buffer] });
    await expect(pending).rejects.toThrow(InputChangedError);
  });
});

describe('trouble with the device', () => {
  test.each([
    ['measure', { measure: () => Promise.reject(new Error('CUDA error: out of memory.')) }],
    ['fill', { fill: () => Promise.reject(new Error('CUDA error: out of memory.')) }],
  ])('is reported in %s', async (_, options) => {
    const { call } = prepare(numbered, options);
    const error = await call({ text: ['a'], n: [1] }, cpu).catch((caught) => caught);
    expect(error).toBeInstanceOf(DeviceError);
    expect(error.message).toContain('sample failed on cpu: CUDA error: out of memory. Pass fewer rows per call');
    expect(error.cause).toBeInstanceOf(Error);
  });

  test('includes a result that does not fit into memory', async () => {
    const { call } = prepare(numbered, { measure: async () => ({ job: {}, bytes: [2 ** 53] }) }, 2 ** 54);
    const error = await call({ text: ['a'], n: [1] }, cpu).catch((caught) => caught);
    expect(error).toBeInstanceOf(MemoryError);
    expect(error.requested).toBeGreaterThanOrEqual(2 ** 53);
    expect(error.limit).toBeLessThan(2 ** 53);
    expect(error.message).toMatch(
      /^sample: the call needs \d+ bytes \(\d+ MiB\) of memory or more, and this machine has /,
    );
  });

  test('includes memory that the system refuses', async () => {
    const failing = {
      measure: () => Promise.reject(Object.assign(new Error('Out of memory.'), { code: 'OutOfMemory' })),
    };
    const { call } = prepare(numbered, failing);
    const error = await call({ text: ['a'], n: [1] }, cpu).catch((caught) => caught);
    expect(error).toBeInstanceOf(MemoryError);
    expect(error.message).toContain('sample: there is no memory for what the call needs');
    expect(error.limit).toBeUndefined();
  });
});

describe('AbortSignal', () => {
  test('prevents the start if it is aborted before', async () => {
    const { addon, call } = prepare(numbered);
    const signal = AbortSignal.abort(new Error('never mind'));
    await expect(call({ text: ['a'], n: [1] }, { ...cpu, signal })).rejects.toThrow('never mind');
    expect(addon.calls).toEqual([]);
  });

  test.each(['measure', 'fill'] as const)('releases the job if it is aborted during %s', async (pass) => {
    const controller = new AbortController();
    const { addon, call } = prepare(numbered, {
      meanwhile: (now) => {
        if (now === pass) controller.abort();
      },
    });
    const rejection = call({ text: ['a'], n: [1] }, { ...cpu, signal: controller.signal });
    await expect(rejection).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    expect(count(addon, 'release')).toBeGreaterThan(0);
  });

  test('stops the js backend, where the event loop turns between rows', async () => {
    const { call } = prepare(numbered);
    const controller = new AbortController();
    setImmediate(() => controller.abort());
    const n = new Int32Array(100_000);
    const rejection = call({ text: Array.from(n, String), n }, { backend: 'js', signal: controller.signal });
    await expect(rejection).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  });
});
