import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Collected, configure, type LinesInput } from '@rowfuse/runtime';
import type { Table, Vector } from 'apache-arrow';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { rowsOf } from '../aggregate/compiled.js';
import { backendsUnderTest } from '../backends.js';
import { arbitraryColumns, arbitraryParams } from './arbitrary-table.js';
import { type BuiltCall, builtCalls, takesLines } from './built-transforms.js';
import { hasKernels } from './has-kernels.js';
import { failureOf, type Outcome, outcomeOf } from './outcome.js';

/** Compares aggregates over random columns, and transforms of lines over random text, with the reference. */
const runs = Number(process.env.ROWFUSE_TEST_RUNS ?? 40);

const calls = await builtCalls();

for (const backend of backendsUnderTest.filter((one) => one !== 'js')) {
  describe(`${backend} equals the reference`, () => {
    // Several threads, and so few rows per tile that all have groups to merge.
    beforeAll(() => configure({ tileRows: 64, threads: 3 }));
    for (const call of calls.filter((one) => !takesLines(one)))
      it(`for ${call.name}, over random columns`, unlessRefused(call, backend, overColumns));
    for (const call of calls.filter(takesLines)) {
      it(`for ${call.name}, over random text`, unlessRefused(call, backend, overText));
      it(`for ${call.name}, over a file and its parts`, unlessRefused(call, backend, overFiles));
    }
  });
}

describe('rows that fail', () => {
  const failing = Buffer.from('a;1\n\nb\na;3\n');
  for (const backend of backendsUnderTest) {
    it(`are left out of groups of lines on ${backend}, and reported`, async () => {
      const summary = callNamed('lineSummary');
      const { result, errors } = (await summary(failing, {
        backend,
        onError: 'collect',
      } as never)) as unknown as Collected<Table>;
      expect(rowsOf(result)).toMatchObject([{ station: 'a', n: 2n }]);
      expect(errors.map(({ row }) => row)).toEqual([2]);
      await expect(summary(failing, { backend } as never)).rejects.toThrow(
        'lineSummary: line 3: the row function threw Error: no semicolon',
      );
    });

    it(`of missing files and folders are errors on ${backend}`, async () => {
      const counted = callNamed('lineCount');
      await expect(counted({ file: '/none/of/these' }, { backend } as never)).rejects.toMatchObject({ code: 'ENOENT' });
      await expect(counted({ file: tmpdir() }, { backend } as never)).rejects.toMatchObject({ code: 'EISDIR' });
    });
  }
});

/** A call for which the GPU has no kernels is skipped there. */
function unlessRefused(
  call: BuiltCall,
  backend: 'cpu' | 'cuda',
  test: (call: BuiltCall, backend: 'cpu' | 'cuda') => Promise<void>,
) {
  return async ({ skip }: TestContext) => {
    if (backend === 'cuda' && !(await hasKernels(call))) skip();
    await test(call, backend);
  };
}

function overColumns(call: BuiltCall, backend: 'cpu' | 'cuda'): Promise<void> {
  return fc.assert(
    fc.asyncProperty(arbitraryColumns(call.input), arbitraryParams(call.params), (columns, params) =>
      expectSame(call, backend, columns as never, params),
    ),
    { numRuns: runs },
  );
}

const text = fc
  .array(
    fc.constantFrom(
      '\uFEFF',
      'a',
      'b;1',
      'b;2.5',
      'é;-0.1',
      ';',
      ',',
      '\n',
      '\n',
      '\r\n',
      '\r',
      ' ',
      'x;1e300',
      '😀;7\n',
      '\0',
    ),
    {
      maxLength: 60,
    },
  )
  .map((parts) => Buffer.from(parts.join('')));

function overText(call: BuiltCall, backend: 'cpu' | 'cuda'): Promise<void> {
  return fc.assert(
    fc.asyncProperty(
      text,
      arbitraryParams(call.params),
      fc.array(fc.nat(20), { maxLength: 6 }),
      async (bytes, params, cuts) => {
        await expectSame(call, backend, bytes, params);
        const parts: Uint8Array[] = [];
        let at = 0;
        for (const cut of cuts) {
          parts.push(bytes.subarray(at, at + cut));
          at += cut;
        }
        const given = async () => call.run([...parts, bytes.subarray(at)], { backend, params });
        const expected = attempt(() => outcomeOf(call.run.reference(bytes, { params })));
        if (isTolerant(call)) {
          const tolerant = { params, onError: 'collect' } as const;
          expect(toldOf(await call.run(bytes, { ...tolerant, backend }))).toEqual(
            toldOf(call.run.reference(bytes, tolerant)),
          );
        }
        expect(await given().then(outcomeOf, failureOf)).toEqual(expected);
      },
    ),
    { numRuns: runs },
  );
}

/** True if rows that fail can be null or left out. */
function isTolerant({ emits, output, groups }: BuiltCall): boolean {
  return groups !== undefined || emits !== 'one' || output.every(({ nullable }) => nullable);
}

function toldOf({ result, errors, failedRows }: Collected<Table | Vector>) {
  return { result: outcomeOf(result), errors: errors.map(({ message }) => message), failedRows };
}

/** Enough lines for blocks of several threads. */
async function overFiles(call: BuiltCall, backend: 'cpu' | 'cuda'): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rowfuse-aggregates-'));
  const file = path.join(folder, 'lines.txt');
  const lines = Array.from(
    { length: 40_000 },
    (_, row) => `${'abcdefgh'[row % 8]}é${row % 97};${(row % 1999) / 10 - 99.9}`,
  );
  writeFileSync(file, `\uFEFF${lines.join('\r\n')}`);
  const params = Object.fromEntries(call.params.map(({ name }) => [name, 1]));
  const expected = outcomeOf(call.run.reference({ file }, { params }));
  expect(outcomeOf(await call.run({ file }, { backend, params }))).toEqual(expected);
  expect(outcomeOf(await call.run(readFileSync(file), { backend, params }))).toEqual(expected);
}

async function expectSame(
  call: BuiltCall,
  backend: 'cpu' | 'cuda',
  input: LinesInput,
  params: Record<string, unknown>,
): Promise<void> {
  const order = call.groups?.isOrdered === false ? sorted : (outcome: Outcome) => outcome;
  const expected = attempt(() => outcomeOf(call.run.reference(input, { params })));
  const actual = await call.run(input, { backend, params }).then(outcomeOf, failureOf);
  expect(order(actual)).toEqual(order(expected));
  if (!isTolerant(call)) return;
  const tolerant = { params, onError: 'collect' } as const;
  const told = await call.run(input, { ...tolerant, backend }).then(toldOf, failureOf);
  const reference = attemptTold(() => toldOf(call.run.reference(input, tolerant)));
  if ('result' in told && 'result' in reference) {
    expect({ ...told, result: order(told.result) }).toEqual({ ...reference, result: order(reference.result) });
  } else expect(told).toEqual(reference);
}

function attemptTold<Told>(call: () => Told): Told | Outcome {
  try {
    return call();
  } catch (error) {
    return failureOf(error);
  }
}

/** Returns unordered groups as one sorted list. */
function sorted(outcome: Outcome): unknown {
  if ('code' in outcome) return outcome;
  const columns = Object.values(outcome.columns);
  return columns[0]?.map((_, row) => JSON.stringify(columns.map((column) => column[row]))).sort();
}

function attempt(call: () => Outcome): Outcome {
  try {
    return call();
  } catch (error) {
    return failureOf(error);
  }
}

/** The folder of the challenge's own samples, each beside its expected result. */
const official = process.env.ROWFUSE_1BRC;
const samples = official === undefined ? [] : readdirSync(official).filter((name) => name.endsWith('.txt'));

for (const backend of official === undefined ? [] : backendsUnderTest) {
  it.each(samples)(`the official sample %s of the One Billion Row Challenge is right on ${backend}`, async (name) => {
    const file = path.join(official ?? '', name);
    const table = (await callNamed('lineSummary')({ file }, { backend } as never)) as unknown as Table;
    const shown = rowsOf(table).map(
      ({ station, low, average, high }) => `${station}=${[low, average, high].map((x) => tenths(Number(x))).join('/')}`,
    );
    expect(`{${shown.join(', ')}}\n`).toBe(readFileSync(file.replace('.txt', '.out'), 'utf8'));
  });
}

function callNamed(name: string): BuiltCall['run'] {
  const found = calls.find((call) => call.name === name);
  if (found === undefined) throw new Error(`no ${name} is built`);
  return found.run;
}

/** Rounds tenths as `Math.round` of Java does. */
function tenths(value: number): string {
  const rounded = Math.floor(value * 10 + 0.5) / 10;
  return (rounded === 0 ? 0 : rounded).toFixed(1);
}
