import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSet, unpacked } from '../../runtime/values/bitmap.js';

test('bits from any place are unpacked to one byte each', () => {
  const cases = fc.tuple(fc.uint8Array({ maxLength: 6 }), fc.nat({ max: 20 }), fc.nat({ max: 40 }));
  fc.assert(
    fc.property(cases, ([bits, offset, length]) => {
      const expected = Array.from({ length }, (_, at) => (isSet(bits, offset + at) ? 1 : 0));
      expect(Array.from(unpacked(bits, offset, length))).toEqual(expected);
    }),
  );
});
