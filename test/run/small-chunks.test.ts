import type { Backend } from '@rowfuse/runtime';
import type { Data, Table, Vector } from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { arbitraryColumns, arbitraryParams } from './arbitrary-table.js';
import { type BuiltTransform, builtTransforms } from './built-transforms.js';
import { withRuntimeOptions } from './other-runtime.js';
import { failureOf, type Outcome, outcomeOf } from './outcome.js';
import { randomRuns } from './random-runs.js';

/**
 * Runs every sample with few bytes per chunk in place of 2^31 - 1, and with few rows per chunk after a filter or an expansion. Inputs
 * are cut and results continue in further chunks, on every path, and must hold the values of a single chunk.
 */
const maxBytes = 420;
const maxRows = 40;

const small = await withRuntimeOptions('low-limit', `maxBytes: ${maxBytes},\n  maxRows: ${maxRows}`);

/** The most bytes of text, or of elements, in one chunk of a column. A larger row is its own chunk. */
function mostBytes(result: Vector | Table): number {
  const vectors = 'schema' in result ? result.schema.fields.map((_, index) => result.getChildAt(index)) : [result];
  const chunks = vectors.flatMap((vector) => vector?.data ?? []).filter(({ length }) => length > 1);
  return Math.max(0, ...chunks.map(bytesIn));
}

/** The most rows in one chunk. */
function mostRows(result: Vector | Table): number {
  const chunks =
    'schema' in result ? result.batches.map(({ numRows }) => numRows) : result.data.map(({ length }) => length);
  return Math.max(0, ...chunks);
}

function bytesIn({ valueOffsets, values, children }: Data): number {
  const within = children.map((child) => bytesIn(child as Data));
  return Math.max(0, valueOffsets && values ? values.length : 0, ...within);
}

/** A single row may exceed the limit, which is an error. */
function isTooLarge(outcome: Outcome): boolean {
  return 'message' in outcome && /can address|more bytes of text|Pass fewer rows/.test(outcome.message);
}

async function expectEqualsWhole({ name, input, params, emits, run }: BuiltTransform, backend: Backend): Promise<void> {
  const limited = small[name];
  if (limited === undefined) throw new Error(`no transform ${name}`);
  await fc.assert(
    fc.asyncProperty(arbitraryColumns(input), arbitraryParams(params), async (columns, values) => {
      const options = { params: values, backend };
      const whole = await run(columns, options).then(outcomeOf, failureOf);
      let [most, rows] = [0, 0];
      const cut = await limited(columns, options).then((result) => {
        [most, rows] = [mostBytes(result), mostRows(result)];
        return outcomeOf(result);
      }, failureOf);
      if (isTooLarge(cut)) return;
      expect(cut).toEqual(whole);
      if (!isSharing(run)) expect(most).toBeLessThanOrEqual(maxBytes);
      // A filter has no more rows than its input, which plain JavaScript does not cut.
      if (emits === 'any' || (emits !== 'one' && backend !== 'js')) expect(rows).toBeLessThanOrEqual(maxRows);
    }),
    { numRuns: randomRuns(backend, 5) },
  );
}

/** Columns that are kept in place are the input's, chunk by chunk. */
function isSharing(run: BuiltTransform['run']): boolean {
  return run.output.some(({ keep }) => keep !== undefined);
}

for (const backend of backendsUnderTest) {
  describe(`${backend}: chunks of at most ${maxBytes} bytes and ${maxRows} rows hold the result of a single chunk`, async () => {
    for (const transform of await builtTransforms()) it(transform.name, () => expectEqualsWhole(transform, backend));
  });
}
