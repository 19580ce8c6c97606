import type { Table } from 'apache-arrow';
import { hmacSha256, sha256 } from 'rowfuse';
import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { builtTransforms } from './built-transforms.js';

/** FIPS 180-4: the examples that NIST publishes with it. */
const digests = [
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
  [
    'abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu',
    'cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1',
  ],
  ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
] as const;

/** RFC 4231: its test cases whose keys and data are text. The third publishes the first half of the digest only. */
const keyed = [
  ['\x0b'.repeat(20), 'Hi There', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
  ['Jefe', 'what do ya want for nothing?', '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'],
  ['\x0c'.repeat(20), 'Test With Truncation', 'a3b6167473100ee06e0c796c2955552b'],
] as const;

it('the hash functions that Node calls give the published digests', () => {
  for (const [text, digest] of digests) expect(sha256(text)).toBe(digest);
  for (const [key, text, digest] of keyed) expect(hmacSha256(key, text)).toMatch(new RegExp(`^${digest}`));
});

for (const backend of backendsUnderTest) {
  describe(`${backend} gives the published digests`, async () => {
    const built = await builtTransforms();
    const column = async (transform: string, input: Record<string, readonly unknown[]>, name: string) => {
      const found = built.find((other) => other.name === transform);
      const table: unknown = await found?.run(input as never, { backend });
      return [...((table as Table).getChild(name) ?? [])];
    };

    it('of SHA-256', async () => {
      const s = digests.map(([text]) => text);
      const other = { t: s, k: s.map(() => 0), x: s.map(() => 0) };
      expect(await column('digests', { s, ...other }, 'plain')).toEqual(digests.map(([, digest]) => digest));
    });

    it('of HMAC', async () => {
      const s = keyed.map(([key]) => key);
      const t = keyed.map(([, text]) => text);
      const found = await column('keyed', { s, t, n: t }, 'column');
      expect(found.map((digest, row) => String(digest).slice(0, keyed[row]?.[2].length))).toEqual(
        keyed.map(([, , digest]) => digest),
      );
    });
  });
}
