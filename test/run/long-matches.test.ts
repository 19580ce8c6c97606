import { Utf8, vectorFromArray } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { builtTransforms } from './built-transforms.js';
import { outcomeOf } from './outcome.js';

describe('patterns that take memory', async () => {
  const transforms = (await builtTransforms()).filter(({ name }) => name === 'matchesOfLongTexts');
  for (const backend of backendsUnderTest) {
    for (const { run } of transforms) {
      // The first memory of a row has 4 KB. A row that takes more begins anew.
      it(`match texts of any length on ${backend}`, async () => {
        const texts = [1, 2, 10, 100, 300, 1000, 3000, 30_000].flatMap((times) =>
          ['ab', 'abc', 'é😀ab'].map((text) => text.repeat(times)),
        );
        const s = vectorFromArray(texts, new Utf8());
        expect(outcomeOf(await run({ s }, { backend }))).toEqual(outcomeOf(run.reference({ s })));
      });
    }
  }
});
