import { RowError } from '@rowfuse/runtime';
import type { RecordBatch, Vector } from 'apache-arrow';
import { makeVector, Table, Utf8, vectorFromArray } from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { arbitraryColumns, arbitraryParams } from './arbitrary-table.js';
import { builtToDevice, builtTransforms } from './built-transforms.js';
import { outcomeOf } from './outcome.js';

/** Pipes of the samples, and the transforms that they consist of. */
const pipes = {
  halvesThroughColumns: ['pipedHalves', 'pipedJoin'],
  trimmedFirst: ['pipedTrim', 'pipedFirst'],
  trimmedFirstInPlace: ['pipedTrim', 'pipedFirst'],
  trimmedUpperFirst: ['pipedTrim', 'pipedUpper', 'pipedFirst', 'pipedUpper'],
  numbersThroughColumns: ['pipedNumbers', 'pipedSum'],
  filteredTwice: ['pipedLong', 'pipedEven'],
  oddRows: ['pipedNumbered', 'pipedOdd'],
  loopsInStages: ['pipedCount', 'pipedRepeat'],
  structsThroughPipe: ['structsOf', 'structsTaken'],
  homesTwice: ['homesOnly', 'homesOnly'],
  pointThrough: ['pointOf', 'pointTaken'],
  labelledWords: ['wordsOf', 'wordLabels'],
  labelledLines: ['linesOf', 'wordsOf', 'wordLabels'],
  wordsOfLines: ['linesOf', 'wordsOf'],
  lettersTwice: ['lettersOf', 'letterTwice'],
  lettersAgain: ['lettersOf', 'lettersOf', 'letterTwice'],
  countdownTwice: ['countdown', 'countdown'],
  countdownSmall: ['countdown', 'smallOnly'],
  numberedSome: ['someLines', 'numberedLines'],
  numberedParts: ['partsOf', 'numberedLines'],
  numberedSomeParts: ['someLines', 'partsOf', 'numberedLines'],
  numberedTwice: ['someLines', 'everyThird', 'partsOf', 'numberedLines'],
  numberedFailing: ['failingLines', 'failingNumbers'],
};

const built = new Map((await builtTransforms()).map((transform) => [transform.name, transform]));

function transformNamed(name: string) {
  const found = built.get(name);
  if (!found) throw new Error(`No sample is called ${name}`);
  return found;
}

/** Returns the columns of a result as the next transform takes them. */
function asInput(
  result: Vector | Table,
  input: readonly { readonly name: string; readonly path?: readonly string[] }[],
): Record<string, Vector> {
  const names = [...new Set(input.map(({ name, path: [root = name] = [] }) => root))];
  const [only = ''] = names;
  if (!(result instanceof Table)) return { [only]: result };
  if (result.numCols === 1 && names.length === 1) return { [only]: result.getChildAt(0) as Vector };
  return Object.fromEntries(names.map((name) => [name, result.getChild(name) as Vector]));
}

describe('a pipe equals its stages one after the other', () => {
  for (const [name, stages] of Object.entries(pipes)) {
    it(name, () => {
      const pipe = transformNamed(name);
      let compared = 0;
      const random = fc.tuple(arbitraryColumns(pipe.input), arbitraryParams(pipe.params));
      for (const [columns, params] of fc.sample(random, { numRuns: 300, seed: 7 })) {
        let result: Vector | Table | undefined;
        try {
          for (const stage of stages.map(transformNamed)) {
            const input = result === undefined ? columns : asInput(result, stage.input);
            const own = Object.fromEntries(stage.params.map((param) => [param.name, params[param.name]]));
            result = stage.run.reference(input, { params: own });
          }
        } catch (error) {
          // A pipe takes one row through all stages, a transform all rows through one, so another row may fail first.
          expect(error).toBeInstanceOf(RowError);
          expect(() => pipe.run.reference(columns, { params })).toThrow(RowError);
          continue;
        }
        const piped = pipe.run.reference(columns, { params });
        const values = ({ columns: made }: ReturnType<typeof outcomeOf> & { columns?: object }) =>
          Object.values(made ?? {});
        expect(values(outcomeOf(piped))).toEqual(values(outcomeOf(result as Table)));
        compared += 1;
      }
      expect(compared).toBeGreaterThan(15);
    });
  }
});

for (const backend of backendsUnderTest) {
  describe(`rows that fail after an expanding stage, on ${backend}`, () => {
    const run = transformNamed('countdownSmall').run as unknown as (
      columns: unknown,
      options: unknown,
    ) => Promise<{ result: Table; errors: readonly Error[]; failedRows: number }>;

    it('lose all their rows, and report the number of the input row', async () => {
      const { result, errors } = await run({ n: [1, 4, 2, 3, 0, 1] }, { backend, onError: 'collect' });
      expect(Array.from(result.getChild('n') ?? [])).toEqual([50, 100, 50, 50]);
      expect(errors.map(({ message }) => message)).toEqual([
        expect.stringContaining('countdownSmall: row 1: the row function threw Error: four'),
        expect.stringContaining('countdownSmall: row 3, column "n": the row function returned 150, but int8'),
      ]);
    });

    it('fail the call otherwise, and the next one works', async () => {
      await expect(run({ n: [1, 2, 3] }, { backend })).rejects.toThrow('row 2, column "n"');
      const table = (await run({ n: [2] }, { backend })) as unknown as Table;
      expect(Array.from(table.getChild('n') ?? [])).toEqual([100, 50]);
    });
  });
}

for (const backend of backendsUnderTest) {
  describe(`row numbers within a stage, on ${backend}`, () => {
    const named = (name: string) =>
      transformNamed(name).run as unknown as ((
        columns: unknown,
        options: unknown,
      ) => Promise<{ result: Table; errors: readonly Error[] }>) & {
        stream(batches: Iterable<unknown>, options: unknown): AsyncIterable<RecordBatch>;
      };
    const id = Int32Array.from({ length: 40 }, (_, row) => row);
    const line = vectorFromArray(
      Array.from(id, (row) => 'ab c'.slice(0, row % 5)),
      new Utf8(),
    );

    it('continue over the batches of a stream', async () => {
      const table = new Table({ id: makeVector(id), text: line });
      const options = { backend, params: { least: 2 } };
      const whole = (await named('numberedSome')(table, options)) as unknown as Table;
      const batches = [table.slice(0, 7), table.slice(7, 8), table.slice(8)].flatMap((part) => part.batches);
      const made: RecordBatch[] = [];
      for await (const batch of named('numberedSome').stream(batches, options)) made.push(batch);
      expect(new Table(made).toArray().map(String)).toEqual(whole.toArray().map(String));
      expect(whole.getChild('at')?.get(whole.numRows - 1)).toBe(15);
    });

    it('count rows that fail at the stage, and none that fail before it', async () => {
      const { result, errors } = await named('numberedFailing')({ id, line }, { backend, onError: 'collect' });
      const before = Array.from(id).filter((row) => row % 7 !== 0 && row % 5 !== 1);
      const expected = before.flatMap((row, index) => (row % 5 === 2 ? [] : [index]));
      expect(Array.from(result.getChild('at') ?? [])).toEqual(expected);
      const rows = Array.from(id).filter((row) => row % 7 !== 0 && (row % 5 === 1 || row % 5 === 2));
      expect(errors.map(({ message }) => message)).toEqual(
        rows.map((row) =>
          expect.stringContaining(
            `numberedFailing: row ${row}: the row function threw ${row % 5 === 1 ? 'Error: one' : `RangeError: at ${before.indexOf(row)}`}`,
          ),
        ),
      );
      await expect(named('numberedFailing')({ id, line }, { backend })).rejects.toThrow(
        'row 1: the row function threw',
      );
      const none = (await named('numberedFailing')(
        { id: id.slice(3, 5), line: line.slice(3, 5) },
        { backend },
      )) as unknown as Table;
      expect(Array.from(none.getChild('at') ?? [])).toEqual([0, 1]);
    });

    it('are refused for device tables', async () => {
      using resident = await (await builtToDevice())({ id: makeVector(id), text: line }, { backend });
      const call = named('numberedSome')(resident, { params: { least: 2 } });
      await expect(call).rejects.toThrow('asks for `index` after a filter or an expansion');
    });
  });
}
