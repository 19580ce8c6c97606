import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Int64, makeVector, Utf8, vectorFromArray } from 'apache-arrow';
import { beforeAll, describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { buildTransforms } from '../build-transforms.js';
import { Random } from '../native/random.js';
import { root } from '../root.js';
import { type BuiltTransform, builtTransforms } from './built-transforms.js';
import { outcomeOf } from './outcome.js';

const out = path.join(root, 'test/.fuzz/large-lookups');
const entries = 5000;
const random = new Random(7);
const next = (limit: number) => random.below(limit);

/** Words of up to three syllables, some of them not ASCII. */
const syllables = ['ka', 'lo', 'mi', 'é', 'ß', '✓', '😀', 'x', 'yz', 'ten', 'bra', 'u', 'q', ' ', '-', 'Ω'];
const words = distinct(() => Array.from({ length: 1 + next(5) }, () => syllables[next(syllables.length)]).join(''));
const numbers = distinct(() => next(2 ** 31) * (next(2) ? 1 : -1));
const bigints = distinct(() => BigInt(next(2 ** 31)) * BigInt(next(2 ** 31)) - 2n ** 60n);

function distinct<Value>(draw: () => Value): readonly Value[] {
  const found = new Set<Value>();
  while (found.size < entries) found.add(draw());
  return [...found];
}

/** Returns a module with tables of thousands of keys. */
function source(): string {
  return `import { bool, float64, int32, int64, nullable, transform, utf8 } from 'rowfuse';
const codes: Record<string, number> = { ${words.map((word, index) => `${JSON.stringify(word)}: ${index * 1.5}`).join(', ')} };
const names = new Map<number, string>([${numbers.map((n, index) => `[${n}, ${JSON.stringify(words[index])}]`).join(', ')}]);
const wide = new Map<bigint, number>([${bigints.map((n, index) => `[${n}n, ${index}]`).join(', ')}]);
const known = new Set(${JSON.stringify(words.slice(0, 3000))});
const few = new Set([${bigints
    .slice(0, 1500)
    .map((n) => `${n}n`)
    .join(', ')}]);
const dense = [${numbers.join(', ')}];
export const largeTables = transform({
  input: { s: utf8, n: int32, k: int64, i: int32 },
  output: { code: nullable(float64), name: nullable(utf8), place: nullable(int32), known: bool, few: bool, element: nullable(float64), index: int32 },
  row: ({ s, n, k, i }) => ({
    code: codes[s] ?? null,
    name: names.get(n) ?? null,
    place: wide.get(k) ?? null,
    known: known.has(s),
    few: few.has(k),
    element: dense[i] ?? null,
    index: dense.indexOf(n),
  }),
});
`;
}

describe('tables of thousands of constants', () => {
  let transform: BuiltTransform;

  beforeAll(async () => {
    mkdirSync(out, { recursive: true });
    const file = path.join(out, 'input.ts');
    writeFileSync(file, source());
    await buildTransforms([file], path.join(out, 'generated'));
    const [built] = await builtTransforms(path.join(out, 'generated'));
    if (!built) throw new Error('nothing was built');
    transform = built;
  });

  it.each(backendsUnderTest)('give every constant and no other value on %s', async (backend) => {
    const rows = Array.from({ length: entries * 2 }, (_, row) => row);
    const columns = {
      s: vectorFromArray(
        rows.map((row) => (row < entries ? words[row] : `${words[row - entries]}.`)),
        new Utf8(),
      ),
      n: makeVector(
        Int32Array.from(rows, (row) => (row < entries ? (numbers[row] ?? 0) : (numbers[row - entries] ?? 0) + 1)),
      ),
      k: vectorFromArray(
        rows.map((row) => (row < entries ? (bigints[row] ?? 0n) : (bigints[row - entries] ?? 0n) - 1n)),
        new Int64(),
      ),
      i: makeVector(Int32Array.from(rows, (row) => row - 5)),
    };
    const expected = transform.run.reference(columns);
    expect(outcomeOf(await transform.run(columns, { backend }))).toEqual(outcomeOf(expected));
    expect('schema' in expected && expected.getChild('code')?.nullCount).toBe(entries);
  });
});
