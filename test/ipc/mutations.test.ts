import { beforeAll, describe, expect, test } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { type BuiltTransform, builtTransforms } from '../run/built-transforms.js';
import { MutantSource } from './campaign/mutant-source.js';
import { checkMutant } from './check-mutant.js';

/** A few seconds of the campaign that scripts/ipc-mutations.mjs runs for longer. */
const mutants = 2150;

const source = new MutantSource(7);
let transforms: readonly BuiltTransform[] = [];

beforeAll(async () => {
  transforms = await builtTransforms();
});

const taking = (names: readonly string[]) => transforms.filter(({ name }) => names.includes(name));

describe('undamaged Arrow IPC', () => {
  test.each(source.fixtures.map((name, index) => [name, index] as const))('%s', async (_, index) => {
    const { bytes, transforms: names } = source.original(index);
    expect(await checkMutant(bytes, taking(names), backendsUnderTest)).toMatchObject({ problems: [] });
  });

  test('gives results to every transform on each backend', async () => {
    let results = 0;
    for (const [index, name] of source.fixtures.entries()) {
      const { bytes, transforms: names } = source.original(index);
      const checked = await checkMutant(bytes, taking(names), backendsUnderTest);
      if (/^(deep|compressed|list-views|run-ends|no-)/.test(name)) continue;
      expect(checked).toMatchObject({ isAccepted: true, errors: [] });
      expect(checked).not.toHaveProperty('byArrow');
      results += checked.results;
    }
    expect(results).toBeGreaterThan(60);
  });
});

test(`${mutants} mutations of Arrow IPC are each refused by a SchemaError or give the reference's result`, async () => {
  const found = { accepted: 0, refused: 0, results: 0 };
  const refusals = new Set<string>();
  for (let index = 0; index < mutants; index += 1) {
    const { bytes, transforms: names, fixture } = source.mutant(index);
    const { isAccepted, refusal, results, problems, byArrow } = await checkMutant(
      bytes,
      taking(names),
      backendsUnderTest,
    );
    expect({ index, fixture, problems, byArrow }).toEqual({ index, fixture, problems: [], byArrow: undefined });
    found[isAccepted ? 'accepted' : 'refused'] += 1;
    found.results += results;
    if (refusal !== undefined) refusals.add(refusal);
  }
  // Mutations that are never read, or are all refused at their first bytes, would prove nothing.
  expect(found.accepted).toBeGreaterThan(mutants / 12);
  expect(found.results).toBeGreaterThan(mutants / 4);
  expect(refusals.size).toBeGreaterThan(150);
});
