import { OptionError, RowError } from '@rowfuse/runtime';
import { makeVector, Utf8, vectorFromArray } from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { text, textBuffers, textOf } from '../addon/columns.js';
import { backendsUnderTest } from '../backends.js';
import { arbitraryColumns } from './arbitrary-table.js';
import { builtToDevice, builtTransforms, transformNamed } from './built-transforms.js';
import { failureOf, outcomeOf } from './outcome.js';

const transforms = await builtTransforms();
const tolerant = transforms.filter(({ name }) => name.startsWith('tolerant'));
const toDevice = await builtToDevice();
const numRuns = Number(process.env.ROWFUSE_TEST_RUNS ?? 60);

for (const backend of backendsUnderTest) {
  describe(`${backend}, rows that fail`, () => {
    for (const { name, input, run, single } of tolerant) {
      it(`give the errors and results of the reference for ${name}`, () =>
        fc.assert(
          fc.asyncProperty(arbitraryColumns(input), fc.nat(3), async (columns, maxErrors) => {
            const options = { onError: 'collect', maxErrors } as const;
            const expected = run.reference(columns, options);
            const actual = await run(columns, { backend, ...options });
            expect(outcomeOf(actual.result)).toEqual(outcomeOf(expected.result));
            expect(actual.failedRows).toBe(expected.failedRows);
            expect(actual.errors.map(failureOf)).toEqual(expected.errors.map(failureOf));
            const quiet = await run(columns, { backend, onError: 'null' });
            expect(outcomeOf(quiet)).toEqual(outcomeOf(expected.result));
            using table = await toDevice(columns, { backend });
            const resident = await run(table, options);
            using result = resident.result;
            const arrow = await result.toArrow();
            expect(outcomeOf((single ? arrow.getChildAt(0) : null) ?? arrow)).toEqual(outcomeOf(expected.result));
            expect(resident.failedRows).toBe(expected.failedRows);
            expect(resident.errors.map(failureOf)).toEqual(expected.errors.map(failureOf));
          }),
          { numRuns },
        ));
    }

    it('report the lowest errors with their rows', async () => {
      const { run } = named('tolerantText');
      const texts = Array.from({ length: 5000 }, (_, row) => (row % 100 === 7 ? 'x' : 'ok'));
      const columns = {
        s: vectorFromArray(texts, new Utf8()),
        n: makeVector(new Float64Array(texts.length).fill(1)),
        flag: vectorFromArray(texts.map(() => true)),
      };
      const { result, errors, failedRows } = await run(columns, { backend, onError: 'collect', maxErrors: 3 });
      expect(failedRows).toBe(50);
      expect(errors.map(({ row }) => row)).toEqual([7, 107, 207]);
      expect(errors[0]).toBeInstanceOf(RowError);
      expect(errors[0]?.message).toBe(
        'tolerantText: row 7: the row function threw RangeError: x has 1 units, for { "s": "x", "n": 1, "flag": true }. ' +
          'Handle such a row in the row function, or filter it out before the call.',
      );
      expect('schema' in result && result.getChild('text')?.get(7)).toBeNull();
      expect('schema' in result && result.getChild('text')?.get(8)).toBe('ok.');
      const told = await run(columns, { backend, onError: 'collect', valuesInErrors: false });
      expect(told.errors).toHaveLength(50);
      expect(told.errors[0]?.message).toBe(
        'tolerantText: row 7: the row function threw RangeError. ' +
          'Handle such a row in the row function, or filter it out before the call.',
      );
    });

    it('are left out if their input is malformed', async () => {
      const { run } = named('tolerantLoops');
      const rows = 3000;
      const broken = Array.from({ length: rows }, (_, row) => (row % 7 === 3 ? Uint8Array.of(0x61, 0xff) : `é${row}`));
      const buffers = textBuffers(new Array(rows).fill('Ada L'));
      // Each of these values ends a byte before it begins.
      for (let at = 5; at < rows; at += 37) buffers.valueOffsets[at + 1] = (buffers.valueOffsets[at] ?? 0) - 1;
      for (const s of [text(broken), textOf(buffers)]) {
        const expected = run.reference({ s }, { onError: 'collect' });
        const actual = await run({ s }, { backend, onError: 'collect' });
        expect(outcomeOf(actual.result)).toEqual(outcomeOf(expected.result));
        expect(actual.failedRows).toBe(expected.failedRows);
        expect(actual.errors.map(failureOf)).toEqual(expected.errors.map(failureOf));
        expect(actual.failedRows).toBeGreaterThan(80);
      }
    });

    it('are refused where no null can stand for them', async () => {
      const { run } = named('narrow');
      for (const onError of ['null', 'collect'] as const) {
        const call = run({ n: [1], factor: [1] } as never, { backend, onError } as never);
        await expect(call).rejects.toThrow(OptionError);
        await expect(call).rejects.toThrow('column "small" is declared int16. Declare every output column nullable');
      }
    });
  });
}

const named = (name: string) => transformNamed(transforms, name);
