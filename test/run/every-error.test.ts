import { Duplex, Readable } from 'node:stream';
import { configure, DeviceTable, RowfuseError } from '@rowfuse/runtime';
import {
  Table as ArrowTable,
  Float64,
  type RecordBatch,
  type Table,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { builtCalls, builtToDevice, builtTransforms } from './built-transforms.js';

/**
 * docs/reference/errors.md promises that every error is a RowfuseError with a code, whatever is passed. Errors of the caller's own code
 * pass through unchanged.
 */
type Run = ((input: unknown, options?: unknown) => Promise<Vector | Table>) & {
  reference(input: unknown, options?: unknown): Vector | Table;
  stream(source: unknown, options?: unknown): AsyncIterable<RecordBatch>;
};
const found = new Map([...(await builtTransforms()), ...(await builtCalls())].map(({ name, run }) => [name, run]));
const call = (name: string): Run => {
  const run = found.get(name);
  if (run === undefined) throw new Error(`no ${name} is built`);
  return run as unknown as Run;
};
const toDevice = (await builtToDevice()) as unknown as (input: unknown, options?: unknown) => Promise<DeviceTable>;

const own = new Error('of the caller');
const throwing = new Proxy(
  {},
  {
    get: () => {
      throw own;
    },
    has: () => {
      throw own;
    },
    ownKeys: () => {
      throw own;
    },
    getOwnPropertyDescriptor: () => {
      throw own;
    },
    getPrototypeOf: () => {
      throw own;
    },
  },
);
const circle: { self?: unknown } = {};
circle.self = [circle, circle];
const deep = () => {
  let value: unknown = 1;
  for (let depth = 0; depth < 30; depth += 1) value = Array.from({ length: 90 }, () => value);
  return value;
};
const numbers = new Int32Array([1, 2, 3]);
const s = vectorFromArray(['a', 'b', null], new Utf8());
const n = vectorFromArray([1, 2, 3], new Float64());

/** Values that are wrong everywhere. */
const things: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['a number', 1],
  ['NaN', Number.NaN],
  ['a bigint', 1n],
  ['a boolean', true],
  ['a string', 'text'],
  ['a symbol', Symbol('s')],
  ['a function', () => 1],
  ['a class', class Thing {}],
  ['an object', {}],
  ['an object without a prototype', Object.create(null)],
  ['an array', []],
  ['an array of things', [circle, throwing, Symbol('s'), deep()]],
  ['a Map', new Map([['s', 1]])],
  ['a Date', new Date(Number.NaN)],
  ['a promise', Promise.resolve({})],
  ['a regular expression', /s/],
  ['an error', new Error('x')],
  ['a proxy that throws', throwing],
  ['an object in a circle', circle],
  ['a deep array', deep()],
  ['a typed array', numbers],
  ['a DataView', new DataView(new ArrayBuffer(8))],
  ['shared memory', new SharedArrayBuffer(8)],
  ['bytes', new Uint8Array([1, 2, 3])],
  ['a vector', n],
  ['what only looks like a vector', { type: { typeId: 5 }, data: [null, 1, throwing] }],
  ['what only looks like a table', { schema: { fields: [null] }, batches: [1] }],
  [
    'what only looks like a batch',
    { schema: { fields: [{ name: 's', type: {} }] }, data: { children: [], length: -1 } },
  ],
  ['what only looks like a date', { [Symbol.toStringTag]: 'Date', getTime: () => 1 }],
  ['what only looks like a stream', { getReader: () => null, [Symbol.asyncIterator]: () => null }],
  ['an iterator without results', { [Symbol.iterator]: () => ({ next: () => null }) }],
];

/** Returns the error that is thrown or rejected with, or undefined if there is none. */
async function failureOf(work: () => unknown): Promise<unknown> {
  try {
    const result = await work();
    if (typeof result === 'object' && result !== null && Symbol.asyncIterator in result)
      for await (const _ of result as AsyncIterable<unknown>);
    return undefined;
  } catch (error) {
    return error;
  }
}

function expectTyped(error: unknown): void {
  if (error === undefined) return;
  if (!(error instanceof RowfuseError)) throw error;
  expect(error.code).toMatch(/^[A-Z][A-Za-z]+$/);
  expect(error.name).toBe(error.constructor.name);
  expect(error.message.length).toBeGreaterThan(20);
  expect(error.message.length).toBeLessThan(3000);
}

const rejects = async (work: () => unknown): Promise<RowfuseError> => {
  const error = await failureOf(work);
  expect(error).toBeInstanceOf(RowfuseError);
  expectTyped(error);
  return error as RowfuseError;
};

const optionNames = [
  'backend',
  'copyInputs',
  'valuesInErrors',
  'onError',
  'maxErrors',
  'signal',
  'out',
  'params',
  'inFlight',
  'onProgress',
  'columns',
  'unknown',
];

for (const backend of backendsUnderTest) {
  describe(`the error on ${backend}`, () => {
    const functions: readonly (readonly [string, Run, unknown])[] = [
      ['a transform', call('tolerantText'), { s: ['aa'], n: [1], flag: [true] }],
      ['a transform of numbers', call('copiedNumbers'), { x: [1, 2] }],
      ['an expand', call('tagRows'), { id: [1], tags: [['a']] }],
      ['a transform with params', call('linesMeasured'), new TextEncoder().encode('a\nb')],
      ['a rolling', call('windowSummary'), { x: [1, 2] }],
      // `collect` has no kernels, so a call on cuda is refused: sums stand for it there.
      backend === 'cuda'
        ? ['an aggregate', call('groupsOfSums'), { key: [1], d: [1n], e: [2n] }]
        : ['an aggregate', call('keptValues'), { key: ['a'], x: [1], s: ['b'] }],
      ['an aggregate of lines', call('lineGroups'), new TextEncoder().encode('a\nb')],
      ['a transform of lines', call('linesAsRows'), new TextEncoder().encode('a\nb')],
    ];

    describe.each(functions)('of %s', (name, run, good) => {
      const params = name === 'a transform with params' ? { params: { least: 1 } } : {};
      const works = async () => expect(await run(good, { backend, ...params })).toBeDefined();

      it.each(things)('is typed for %s as the input', async (_, thing) => {
        expectTyped(await failureOf(() => run(thing, { backend, ...params })));
        expectTyped(await failureOf(() => run.reference(thing, params)));
        if ('stream' in run) expectTyped(await failureOf(() => run.stream(thing, { backend })));
        // Awaiting a value of a source reads its `then`. An error of that getter passes through unchanged.
        if ('stream' in run && thing !== throwing) expectTyped(await failureOf(() => run.stream([thing], { backend })));
        await works();
      });

      it.each(things)('is typed for %s as a column, and in an array', async (_, thing) => {
        for (const column of Object.keys(good as object).filter((key) => !/^\d+$/.test(key))) {
          for (const value of [thing, [thing], [[thing]]])
            expectTyped(await failureOf(() => run({ ...(good as object), [column]: value }, { backend, ...params })));
        }
        await works();
      });

      it.each(things)('is typed for %s as options, and as each option', async (_, thing) => {
        if (thing !== throwing) expectTyped(await failureOf(() => run(good, thing)));
        for (const option of optionNames) {
          const options = { backend, ...params, [option]: thing };
          // An error of a user-defined function belongs to the caller.
          if (option === 'onProgress' && typeof thing === 'function') continue;
          expectTyped(await failureOf(() => run(good, options)));
          expectTyped(await failureOf(() => run.reference(good, options)));
          if ('stream' in run) expectTyped(await failureOf(() => run.stream([], options)));
        }
        if (thing !== throwing)
          expectTyped(await failureOf(() => run(good, { backend, params: { least: thing, [String(name)]: thing } })));
        await works();
      });
    });

    it.each(things)('is typed for %s as the argument of toDevice', async (_, thing) => {
      expectTyped(await failureOf(() => toDevice(thing, { backend })));
      expectTyped(await failureOf(() => toDevice({ x: thing }, { backend })));
      if (thing !== throwing) expectTyped(await failureOf(() => toDevice({ n }, thing)));
      for (const option of optionNames)
        expectTyped(await failureOf(() => toDevice({ n }, { backend, [option]: thing })));
    });

    it('is typed for misused device tables', async () => {
      const table = await toDevice({ x: n, s }, { backend });
      for (const [, thing] of things) {
        if (thing === throwing) continue;
        expectTyped(await failureOf(() => table.select(thing as never)));
        expectTyped(await failureOf(() => table.select([thing] as never)));
        expectTyped(await failureOf(() => table.rename(thing as never)));
        expectTyped(await failureOf(() => table.rename({ x: thing } as never)));
        expectTyped(await failureOf(() => table.assign(thing as never)));
        expectTyped(await failureOf(() => call('copiedNumbers')(table, { out: thing })));
      }
      await rejects(() => call('redact')(table));
      await rejects(() => call('copiedNumbers').reference(table));
      await rejects(() => call('manyGroups')(table));
      await rejects(() => call('windowSummary')(table));
      await rejects(() => call('linesAsRows')(table));
      await rejects(() => call('copiedNumbers').stream([table]));
      table.dispose();
      await rejects(() => table.toArrow());
      await rejects(() => table.columns);
      await rejects(() => call('copiedNumbers')(table));
    });

    it('is typed for data of an undeclared type', async () => {
      const run = call('tolerantText');
      const flag = vectorFromArray([true, false, true]);
      const inputs = [
        { s, n, flag },
        { s: n, n: s, flag },
        { s: vectorFromArray(['a'], new Utf8()), n, flag },
        new ArrowTable({ s, n }),
        new ArrowTable({ s, n, flag }).batches[0],
      ];
      for (const input of inputs) await rejects(() => run(input, { backend }));
      await rejects(() => run({ s: ['aaaa'], n: [1], flag: [true] }, { backend }));
      await rejects(() => run({ s: ['\ud800'], n: [1e99], flag: [true] }, { backend }));
      await rejects(() => run({ s: ['a'], n: [1], flag: [true] }, { backend, out: s }));
    });

    it('is typed for files and streams', async () => {
      const run = call('lineGroups');
      for (const file of [
        '/nowhere',
        '/',
        '',
        '\0',
        new URL('https://example.com'),
        new URL('file:///nowhere'),
        1,
        {},
        throwing,
      ])
        await rejects(() => run({ file }, { backend }));
      const locked = new ReadableStream();
      locked.getReader();
      for (const stream of [locked, [1], ['text'], [null], [new ArrayBuffer(8)], Readable.from(['text'])])
        await rejects(() => run(stream, { backend }));
      await rejects(() => call('copiedNumbers').stream(locked, { backend }));
    });

    it("passes through unchanged if the caller's own code throws it", async () => {
      const bytes = new TextEncoder().encode('a\nb\n');
      const summary = call('lineGroups');
      const rows = call('linesAsRows');
      for (const error of [own, 'text', undefined, new RangeError('Invalid array length')]) {
        const fail = () => {
          throw error;
        };
        const sources = [
          (async function* () {
            yield bytes;
            throw error;
          })(),
          new ReadableStream({ start: (controller) => controller.error(error) }),
          { [Symbol.asyncIterator]: fail },
          { [Symbol.asyncIterator]: () => ({ next: async () => fail() }) },
        ];
        const caught = (work: () => unknown) =>
          Promise.resolve()
            .then(work)
            .then(
              () => 'nothing',
              (thrown) => ({ thrown }),
            );
        for (const run of [summary, rows]) {
          expect(await caught(() => run(bytes, { backend, onProgress: fail }))).toEqual({ thrown: error });
          const signal = AbortSignal.abort(error === undefined ? null : error);
          expect(await caught(() => run(bytes, { backend, signal }))).toEqual({ thrown: signal.reason });
        }
        for (const source of sources)
          expect(await caught(() => summary(source, { backend }))).toEqual({ thrown: error });
        const batches = {
          [Symbol.asyncIterator]: () => ({ next: async () => fail() }),
        };
        const drain = async () => {
          for await (const _ of call('copiedNumbers').stream(batches, { backend }));
        };
        expect(await caught(drain)).toEqual({ thrown: error });
        const getter = Object.defineProperty({}, 'backend', { get: fail, enumerable: true });
        expect(await caught(() => summary(bytes, getter))).toEqual({ thrown: error });
      }
      const broken = new Duplex({ read: () => undefined });
      broken.destroy(own);
      expect(await failureOf(() => summary(broken, { backend }))).toBe(own);
    });

    it('is typed for a missing backend', async () => {
      const before = process.env.ROWFUSE_BACKEND;
      process.env.ROWFUSE_BACKEND = 'abacus';
      try {
        expect(await rejects(() => call('copiedNumbers')({ x: [1] }))).toMatchObject({ code: 'OptionError' });
      } finally {
        if (before === undefined) delete process.env.ROWFUSE_BACKEND;
        else process.env.ROWFUSE_BACKEND = before;
      }
    });
  });
}

describe('configure', () => {
  const usual = { device: 0, threads: 2, memoryLimit: Number.MAX_SAFE_INTEGER, tileRows: 64 };

  it.each(things)('rejects %s', async (_, thing) => {
    if (thing !== throwing) expectTyped(await failureOf(() => configure(thing as never)));
    for (const name of [...Object.keys(usual), 'unknown']) {
      expectTyped(await failureOf(() => configure({ [name]: thing } as never)));
      configure(usual);
    }
  });
});

describe('the error of the DeviceTable class', () => {
  it.each(things)('is typed for a device table of %s', async (_, thing) => {
    if (thing === throwing) return;
    const Made = DeviceTable as unknown as new (content: unknown) => DeviceTable;
    expectTyped(await failureOf(() => new Made(thing).numRows));
    expectTyped(await failureOf(() => call('copiedNumbers')(new Made(thing))));
  });
});
