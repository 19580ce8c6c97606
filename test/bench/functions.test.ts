import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Vector } from 'apache-arrow';
import { compile } from 'rowfuse/compiler';
import { beforeAll, describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { buildCompiled, isChecked } from '../build-transforms.js';
import { root } from '../root.js';
import { type BuiltTransform, builtTransforms } from '../run/built-transforms.js';
import { failureOf, outcomeOf } from '../run/outcome.js';

const script = (name: string) => import(pathToFileURL(path.join(root, 'bench/functions', name)).href);
type Shape = Readonly<Record<'content' | 'length', unknown>>;
const { shapesOf, valuesOf } = (await script('columns.mjs')) as {
  shapesOf(names: readonly string[]): readonly Shape[];
  valuesOf(name: string, shape: Shape, rows: number): readonly unknown[];
};
const { inputOf } = (await script('arrow-columns.mjs')) as {
  inputOf(columns: readonly unknown[], values: Readonly<Record<string, unknown>>): Record<string, Vector>;
};

/** Every kind of bench/functions, and every slow kind of loop. Growth is not tested: times of shared processors decide nothing. */
const chosen: Readonly<Record<string, readonly string[]>> = {
  text: ['isPalindrome', 'caesar', 'runLength', 'slugByUnits', 'eatLeadingLetters', 'naiveSearch', 'editDistance'],
  parsing: ['logSummary', 'pairSum', 'csvFields'],
  formatting: ['toRoman', 'money'],
  arrays: ['sortedWords', 'movingMax'],
  tables: ['transliterateByIndex'],
  dates: ['isoWeek'],
  numbers: ['collatzSteps', 'luhn'],
  bits: ['hexToNumber'],
  hashes: ['murmurLike', 'bucketOfHash'],
  objects: ['wordsCounted', 'medianUnit'],
  patterns: ['logByGroups', 'slugByPattern', 'pairsSummed'],
};
/** ROWFUSE_TEST_FUNCTIONS=all compares all functions. */
const takesAll = process.env.ROWFUSE_TEST_FUNCTIONS === 'all';
const kinds = Object.keys(chosen).map((kind) => path.join(root, 'bench/functions/kinds', `${kind}.ts`));
const compiled = compile({ files: kinds, root, checked: isChecked });
const names = takesAll ? compiled.transforms.map(({ name }) => name) : Object.values(chosen).flat();
const out = path.join(root, 'test/.fuzz/functions');
const rows = 40;

describe('functions of the benchmark', () => {
  let built: readonly BuiltTransform[] = [];

  beforeAll(async () => {
    const transforms = compiled.transforms.filter(({ name }) => names.includes(name));
    await buildCompiled({ transforms }, out, { optimization: 1, quick: takesAll });
    built = await builtTransforms(out);
  });

  it.skipIf(takesAll)('are twenty-six', () => {
    expect(built.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    expect(names).toHaveLength(26);
  });

  it.each(names.flatMap((name) => backendsUnderTest.map((backend) => [name, backend] as const)))(
    '%s gives the results of the reference on %s, for every content and length',
    async (name, backend) => {
      const transform = built.find((other) => other.name === name);
      if (!transform) throw new Error(`${name} was not built`);
      const { input, run } = transform;
      const columns = input.map((column) => column.name);
      for (const shape of shapesOf(columns)) {
        const values = Object.fromEntries(columns.map((column) => [column, valuesOf(column, shape, rows)]));
        const table = inputOf(input, values);
        const actual = await run(table, { backend, params: {} }).then(outcomeOf, failureOf);
        const expected = outcomeOf(run.reference(table, { params: {} }));
        expect(actual, JSON.stringify(shape)).toEqual(expected);
      }
    },
  );
});
