import { Int32, Utf8, type Vector, vectorFromArray } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { builtTransforms } from './built-transforms.js';
import { failureOf, outcomeOf } from './outcome.js';

const ascii = ['', 'a', 'abc def', 'a longer text of thirty-two units', 'aa'];
const others = ['é', 'aé', '😀', 'a😀b', 'Straße und Größe, länger als ein Vektor', '東京', '\u0301a'];

/** Lengths of runs, ASCII first; they repeat. A bitmap word has 64 rows, and a tile at least 64. */
const patterns: readonly (readonly number[])[] = [[1], [7, 1], [1, 7], [63, 1], [64, 64], [65, 3, 130, 2], [200, 1, 1]];

function columnsOf(pattern: readonly number[], rows: number, failing = -1): Record<string, Vector> {
  const [s, t, n]: [(string | null)[], string[], number[]] = [[], [], []];
  for (let run = 0; t.length < rows; run += 1) {
    for (let i = 0; i < (pattern[run % pattern.length] ?? 1) && t.length < rows; i += 1) {
      const row = t.length;
      const text = run % 2 === 0 ? (ascii[row % ascii.length] ?? '') : (others[row % others.length] ?? '');
      t.push(text);
      // A row is not ASCII if any of its texts is not.
      s.push(row % 5 === 0 ? null : row % 3 === 0 ? (ascii[row % ascii.length] ?? '') : text);
      // Some rows build more than the first 4 KB of an arena hold.
      n.push(row === failing ? 99 : row % 11 === 0 ? 90 : row % 3);
    }
  }
  return {
    s: vectorFromArray(s, new Utf8()),
    t: vectorFromArray(t, new Utf8()),
    n: vectorFromArray(n, new Int32()),
  };
}

describe('runs of ASCII rows between others', async () => {
  const transforms = (await builtTransforms()).filter(({ name }) => /^run[A-Z]/.test(name));
  for (const backend of backendsUnderTest) {
    for (const { name, input, run } of transforms) {
      it(`give the result of ${name} on ${backend}`, async () => {
        for (const pattern of patterns) {
          for (const failing of name === 'runFaults' ? [-1, 0, 64, 150, 299] : [-1]) {
            const all = columnsOf(pattern, 300, failing);
            const columns = Object.fromEntries(input.map((column) => [column.name, all[column.name] as Vector]));
            const expected = attempt(() => outcomeOf(run.reference(columns)));
            expect(await run(columns, { backend }).then(outcomeOf, failureOf)).toEqual(expected);
          }
        }
      });
    }
  }
});

function attempt<Result>(work: () => Result) {
  try {
    return work();
  } catch (error) {
    return failureOf(error);
  }
}
