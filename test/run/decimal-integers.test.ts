import { Utf8, vectorFromArray } from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { builtCalls, builtTransforms } from './built-transforms.js';
import { failureOf, outcomeOf } from './outcome.js';

const transforms = (await builtTransforms()).filter(({ name }) => name.startsWith('decimal'));
const [cut] = (await builtCalls()).filter(({ name }) => name === 'decimalLines');
const numRuns = Number(process.env.ROWFUSE_TEST_RUNS ?? 100);

/** Short decimals of every form, longer ones, those halfway between two integers, and texts that are no numbers. */
const digits = fc.stringMatching(/^[0-9]{0,9}$/);
const texts = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom('', '-'), fc.stringMatching(/^[0-9]{0,3}(\.[0-9]{0,3})?$/))
      .map((parts) => parts.join('')),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('', '-', '+'), digits, fc.constantFrom('', '.'), digits)
      .map((parts) => parts.join('')),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('', '-'), fc.nat(9999), fc.constantFrom('.5', '.05', '.005', '.25', '.15', '.35'))
      .map((parts) => parts.join('')),
  },
  fc.constantFrom(
    '',
    ' ',
    '-',
    '.',
    '-.',
    '--1',
    '1.2.3',
    '1-2',
    '-0',
    '-0.0',
    '0.',
    '.0',
    ' 12.5 ',
    '1e2',
    '1E-1',
    '0x1F',
    'NaN',
    '-Infinity',
    '12:3',
    '1/2',
    'é',
    '1\u00a0',
    '-32768',
    '32767.4',
    '4294967295',
    '214748364.7',
    '99999999',
    '-9999999',
  ),
);

for (const backend of backendsUnderTest) {
  describe(`${backend}, integers read from text`, () => {
    for (const { name, run } of transforms) {
      it(`${name} equals the reference, including its errors`, () =>
        fc.assert(
          fc.asyncProperty(fc.array(texts, { maxLength: 60 }), async (values) => {
            const columns = { s: vectorFromArray(values, new Utf8()) };
            const expected = run.reference(columns, { onError: 'collect' });
            const actual = await run(columns, { backend, onError: 'collect' });
            expect(outcomeOf(actual.result)).toEqual(outcomeOf(expected.result));
            expect(actual.errors.map(failureOf)).toEqual(expected.errors.map(failureOf));
          }),
          { numRuns },
        ));
    }

    it('of lines equal the reference', () =>
      fc.assert(
        fc.asyncProperty(fc.array(texts, { maxLength: 60 }), async (values) => {
          const text = Buffer.from(values.map((value, row) => `${'é'.repeat(row % 3)};${value}\n`).join(''));
          const expected = cut?.run.reference(text, { onError: 'collect' });
          const actual = await cut?.run(text, { backend, onError: 'collect' });
          expect(actual && outcomeOf(actual.result)).toEqual(expected && outcomeOf(expected.result));
          expect(actual?.errors.map(failureOf)).toEqual(expected?.errors.map(failureOf));
        }),
        { numRuns },
      ));
  });
}
