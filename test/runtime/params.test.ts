import { makeVector, Table } from 'apache-arrow';
import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  type ColumnTypeName,
  createRuntime,
  OptionError,
  type ParamInput,
  type Row,
  type Transform,
} from '../../runtime/index.js';
import { abiVersion } from '../../schema/abi.js';
import { describeTransform, vectorTransform } from './describe-transform.js';

const column = (name: string, type: ColumnTypeName, nullable = false) => ({
  name,
  type,
  nullable,
  read: true,
});

/** Returns the arguments of the row function, as JSON. */
function told(params: readonly ReturnType<typeof column>[], seen: (values: Row) => unknown = (values) => values) {
  const description = describeTransform({ n: 'int8' }, 'utf8', () => '');
  return vectorTransform({
    ...description,
    params,
    readsIndex: true,
    row: (_, { params: values, index }) => `${index}: ${JSON.stringify(seen(values))}`,
  });
}

const rows = { n: Int8Array.of(1, 2) };

async function refusal(call: Promise<unknown>): Promise<string> {
  const error = await call.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(OptionError);
  return (error as OptionError).message;
}

describe('params', () => {
  test('reach the row function, with the number of the row', async () => {
    const run = told([column('text', 'utf8'), column('flag', 'bool'), column('x', 'float64')]);
    const params = { text: 'é', flag: true, x: -0.5 };
    const expected = ['0: {"text":"é","flag":true,"x":-0.5}', '1: {"text":"é","flag":true,"x":-0.5}'];
    expect(run.reference(rows, { params } as object).toJSON()).toEqual(expected);
    expect((await run(rows, { params, backend: 'js' } as object)).toJSON()).toEqual(expected);
  });

  test('have the value that a column of their type would hold', () => {
    const run = told([column('x', 'float32')]);
    expect(run.reference(rows, { params: { x: 0.1 } } as object).get(0)).toBe(`0: {"x":${Math.fround(0.1)}}`);
  });

  test('are Dates for columns of milliseconds', async () => {
    const run = told([column('since', 'timestamp[ms]')]);
    const since = new Date('2026-11-22T08:00:00.5Z');
    expect(run.reference(rows, { params: { since } } as object).get(0)).toBe(`0: {"since":${since.getTime()}}`);
    expect(await refusal(run(rows, { params: { since: new Date(Number.NaN) }, backend: 'js' } as object))).toContain(
      "params.since is an invalid Date, but timestamp('ms') holds",
    );
  });

  test('cannot be changed by the row function', () => {
    const run = told([column('x', 'float64')], (values) => Object.isFrozen(values) && Object.getPrototypeOf(values));
    expect(run.reference(rows, { params: { x: 1 } } as object).get(0)).toBe('0: null');
  });

  test('may be missing if they are nullable', () => {
    const run = told([column('text', 'utf8', true)]);
    expect(run.reference(rows).get(1)).toBe('1: {"text":null}');
    expect(run.reference(rows, { params: { text: undefined } } as object).get(1)).toBe('1: {"text":null}');
  });

  test.each([
    [{}, 'params.low is missing: it is declared int8. Pass { params: { low: … } }.'],
    [{ low: null }, 'params.low is null, but it is declared int8, not nullable(int8). Pass a value, or declare it'],
    [{ low: 128 }, 'params.low is 128, but int8 holds an integer from -128 to 127. Pass one that fits'],
    [{ low: '1' }, 'params.low is "1", but int8 holds an integer from -128 to 127.'],
    [{ low: 1, big: 5 }, 'params.big is 5, but int64 holds a bigint from'],
    [{ low: 1, text: 5 }, 'params.text is 5, but utf8 holds a string without lone surrogate halves.'],
    [{ low: 1, text: '\ud83d' }, 'but utf8 holds a string without lone surrogate halves.'],
    [{ low: 1, flag: 0 }, 'params.flag is 0, but bool holds true or false.'],
    [{ low: 1, hihg: 2 }, 'params has "hihg", which is not declared. Declared: low, big, text, flag.'],
  ])('%o is refused, and the next call works', async (params, message) => {
    const run = told([
      column('low', 'int8'),
      column('big', 'int64', true),
      column('text', 'utf8', true),
      column('flag', 'bool', true),
    ]);
    expect(await refusal(run(rows, { params, backend: 'js' } as object))).toContain(`sample: ${message}`.slice(8));
    expect(() => run.reference(rows, { params } as object)).toThrow(OptionError);
    expect((await run(rows, { params: { low: 1 }, backend: 'js' } as object)).get(0)).toContain('"low":1');
  });

  test('apply to every batch of a stream, whose rows are numbered continuously', async () => {
    const run = told([column('x', 'float64')]);
    const batches = [0, 1].flatMap(() => new Table({ n: makeVector(Int8Array.of(1, 2)) }).batches);
    const seen: unknown[] = [];
    for await (const batch of run.stream(batches, { params: { x: 7 }, backend: 'js' } as object))
      seen.push(...(batch.getChildAt(0)?.toJSON() ?? []));
    expect(seen).toEqual([0, 1, 2, 3].map((index) => `${index}: {"x":7}`));
    expect(() => run.stream(batches, {} as object)).toThrow('params.x is missing');
  });

  test('stay out of messages together with values', async () => {
    const run = told([column('low', 'int8')]);
    const message = await refusal(run(rows, { params: { low: 4711 }, valuesInErrors: false } as object));
    expect(message).toBe(
      'sample: params.low is a number, but int8 holds an integer from -128 to 127. Pass one that fits, or declare another type.',
    );
  });

  test('are refused if the transform declares none', async () => {
    const run = vectorTransform(describeTransform({ n: 'int8' }, 'int8', ({ n }) => n));
    expect(await refusal(run(rows, { params: { x: 1 } } as object))).toContain('takes no params, but got "x"');
    expect(await refusal(run(rows, { params: [1] } as object))).toContain('option params must be an object of values');
  });

  test('are required by the type of the call', () => {
    const runtime = createRuntime({ directory: import.meta.url, abi: abiVersion, buildHash: 'hash' });
    expectTypeOf(runtime).not.toBeNever();
    type Call = Transform<Record<string, unknown>, never, never, { readonly x: ParamInput<'float64'> }>;
    type Optional = Transform<Record<string, unknown>, never, never, { readonly x?: ParamInput<'utf8', null> }>;
    expectTypeOf<{ params: { x: number } }>().toExtend<Parameters<Call>[1]>();
    expectTypeOf<{ backend: 'cpu' }>().not.toExtend<Parameters<Call>[1]>();
    expectTypeOf<undefined>().not.toExtend<Parameters<Call>[1]>();
    expectTypeOf<undefined>().toExtend<Parameters<Optional>[1]>();
    expectTypeOf<{ params: { x: null } }>().toExtend<Parameters<Optional>[1]>();
    expectTypeOf<{ params: { x: 5 } }>().not.toExtend<Parameters<Optional>[1]>();
  });
});
