import { RowError } from '@rowfuse/runtime';
import { makeData, makeVector, type Table, type Vector, vectorFromArray } from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toStored } from '../../runtime/values/stored-values.js';
import { arrowType } from '../../schema/arrow-types.js';
import { hasOffsets, type NumberType, numberTypes } from '../../schema/column-types.js';
import { text } from '../addon/columns.js';
import { backendsUnderTest } from '../backends.js';
import { arbitraryColumns, arbitraryParams } from '../run/arbitrary-table.js';
import { type BuiltTransform, builtTransforms, isPortable } from '../run/built-transforms.js';
import { joinedDictionaries } from '../run/joined-dictionaries.js';
import { outcomeOf } from '../run/outcome.js';
import {
  attempt,
  type Case,
  errorOf,
  hasPyarrow,
  isSharing,
  portableTransforms,
  resultOf,
  rowsOf,
  runCases,
  write,
} from './python-calls.js';

// Python's Arrow reads and writes the data here, so both sides of the library are another implementation's.
describe.skipIf(!hasPyarrow)('the library for other languages, called from Python', async () => {
  const built = await builtTransforms();
  const transforms = await portableTransforms();

  for (const backend of backendsUnderTest.filter((name) => name !== 'js')) {
    it(`${backend}: every sample gives the result of the reference`, () => {
      const cases = transforms.flatMap((transform) => {
        const tables = fc.sample(fc.tuple(arbitraryColumns(transform.input), arbitraryParams(transform.params)), 10);
        return tables.map(([columns, values], index) => {
          const name = `${transform.name}-${backend}-${index}`;
          const params = Object.keys(values).length > 0;
          if (params) write(`${name}.params`, oneRow(transform, values));
          const looksUp = index % 3 === 0;
          const one: Case = { name, transform: transform.name, params, options: { backend }, looksUp };
          return { one, transform, table: write(name, joinedDictionaries(columns)), values };
        });
      });
      const names = runCases(cases.map(({ one }) => one));
      expect(names).toEqual(expect.arrayContaining(transforms.map(({ name }) => name)));
      for (const { one, transform, table, values } of cases) {
        const expected = attempt(() => transform.run.reference(table, { params: values }));
        if (!(expected instanceof RowError)) {
          const result = readResult(one);
          if (result === undefined) expect(errorOf(one).text).toContain('a bigint leaves 128 bits');
          else expect(rowsOf(outcomeOf(result)), one.name).toEqual(rowsOf(outcomeOf(expected)));
          continue;
        }
        const { status, text } = errorOf(one);
        expect(status, one.name).toBe(3);
        const earlier = text.includes('a bigint leaves 128 bits');
        if (!earlier) expect(text, one.name).toMatch(new RegExp(`^${transform.name}: row ${expected.row}[,:]`, 'u'));
      }
    });
  }

  it('refuses windows that only Node can find', () => {
    const others = built.filter((one) => one.windows !== undefined && !isSharing(one) && !isPortable(one));
    const cases = others.map(({ name, input }) => {
      const [columns] = fc.sample(arbitraryColumns(input), { numRuns: 1, seed: 1 });
      write(`${name}-windows`, joinedDictionaries(columns ?? {}));
      return { name: `${name}-windows`, transform: name, params: false, options: { backend: 'cpu' as const } };
    });
    runCases(cases);
    expect(cases.length).toBeGreaterThan(2);
    for (const one of cases) expect(errorOf(one).text).toMatch(/which only Node can find. Call it there\.$/);
  });

  it('refuses transforms whose results share columns with the input', () => {
    const one: Case = { name: 'sharing', transform: 'tolerantKept', params: false, options: {} };
    write('sharing', { s: text(['a']), n: makeVector(Float64Array.of(1)) });
    runCases([one]);
    expect(errorOf(one)).toEqual({
      status: 1,
      text: expect.stringContaining('tolerantKept: its results keep column "s" of the input'),
    });
  });

  it('numbers rows from the start that the caller passes', () => {
    const one: Case = { name: 'numbered', transform: 'numberedRows', params: false, options: { first_row: 2 ** 40 } };
    write('numbered', { s: text(['a', 'b']) });
    runCases([one]);
    expect(resultOf(one).getChild('number')?.toJSON()).toEqual([2 ** 40, 2 ** 40 + 1]);
  });
});

/** Returns params as columns of one row. */
function oneRow({ params }: BuiltTransform, values: Record<string, unknown>): Record<string, Vector> {
  return Object.fromEntries(params.map((param) => [param.name, oneValue(param, values[param.name] ?? null)]));
}

function oneValue(column: BuiltTransform['params'][number], value: unknown): Vector {
  const type = arrowType(column);
  if (hasOffsets(column.type) || column.type === 'bool') return vectorFromArray([value], type);
  const number: NumberType = numberTypes[column.type];
  const stored = value === null ? undefined : toStored(number, value as number | bigint);
  const data = new number.array(new ArrayBuffer(number.width), 0, 1);
  if (stored !== undefined) (data as { [place: number]: unknown })[0] = stored;
  const validity = stored === undefined ? { nullCount: 1, nullBitmap: Uint8Array.of(0) } : {};
  return makeVector(makeData({ type, length: 1, data, ...validity } as never));
}

function readResult(one: Case): Table | undefined {
  try {
    return resultOf(one);
  } catch {
    return undefined;
  }
}
