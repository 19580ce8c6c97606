import { appendFileSync, chmodSync, mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LineAggregation, LinesInput } from '@rowfuse/runtime';
import type { Table } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { rowsOf } from '../aggregate/compiled.js';
import { backendsUnderTest } from '../backends.js';
import { builtCalls } from './built-transforms.js';

/** Errors of texts and files: the error names the line, everything is freed, and the next call works. */
const calls = await builtCalls();
const named = (name: string): LineAggregation<Table> => {
  const found = calls.find((call) => call.name === name);
  if (found === undefined) throw new Error(`no ${name} is built`);
  return found.run as unknown as LineAggregation<Table>;
};
const summary = named('lineSummary');
const ends = named('lineEnds');
const folder = mkdtempSync(path.join(tmpdir(), 'rowfuse-bad-lines-'));
const text = (given: string) => Buffer.from(given);

/** Returns the bytes whole, in parts, and in a file. */
function forms(name: string, bytes: Buffer): readonly LinesInput[] {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  const half = bytes.length >> 1;
  return [bytes, [bytes.subarray(0, half), bytes.subarray(half)], { file }];
}

for (const backend of backendsUnderTest) {
  describe(`on ${backend}`, () => {
    // Kernels support no first and last of text.
    const host = backend === 'cuda' ? 'cpu' : backend;
    const works = async () => expect(rowsOf(await summary(text('a;1'), { backend }))).toMatchObject([{ station: 'a' }]);

    it('a line that the row function refuses is named', async () => {
      const good = 'abc;1.5\n'.repeat(5000);
      for (const input of forms('refused', text(`${good}no semicolon here\n${good}`))) {
        const failing = summary(input, { backend });
        await expect(failing).rejects.toMatchObject({ code: 'RowError', row: 5000 });
        await expect(failing).rejects.toThrow('lineSummary: line 5001: the row function threw Error: no semicolon');
      }
      await works();
    });

    it('invalid UTF-8 is reported with its line', async () => {
      const bytes = Buffer.concat([text('a;1\r\nb;2\n'), Buffer.of(0xc3, 0x28), text(';3\n')]);
      for (const input of forms('invalid', bytes))
        await expect(summary(input, { backend })).rejects.toMatchObject({ row: 2, column: 'line', byte: 0 });
      await works();
    });

    it('empty text, text of line ends alone, and NUL bytes are valid', async () => {
      for (const input of forms('empty', text(''))) expect(rowsOf(await ends(input, { backend: host }))).toEqual([]);
      for (const input of forms('ends', text('\n\r\n\n')))
        expect(rowsOf(await ends(input, { backend: host }))).toEqual([{ n: 3n, head: '', tail: '' }]);
      for (const input of forms('nul', text('\0\na\0b')))
        expect(rowsOf(await ends(input, { backend: host }))).toEqual([{ n: 2n, head: '\0', tail: 'a\0b' }]);
    });

    it('a line of 100 MB stays whole, wherever it is cut', async () => {
      const long = Buffer.alloc(100_000_000, 'x');
      for (const input of forms('long', Buffer.concat([text('a\n'), long, text('\nb')]))) {
        const [row] = rowsOf(await ends(input, { backend: host }));
        expect(row).toEqual({ n: 3n, head: 'a', tail: 'b' });
      }
      const [only] = rowsOf(await named('lineGroups')(long, { backend }));
      expect([String(only?.line).length, only?.n]).toEqual([100_000_000, 1n]);
    });

    it('a missing file, a folder, and an unreadable file give the errors of Node', async () => {
      const missing = path.join(folder, 'none');
      await expect(summary({ file: missing }, { backend })).rejects.toMatchObject({ code: 'ENOENT', path: missing });
      await expect(summary({ file: folder }, { backend })).rejects.toMatchObject({ code: 'EISDIR' });
      const secret = path.join(folder, `secret-${backend}`);
      writeFileSync(secret, 'a\n');
      chmodSync(secret, 0);
      // The superuser may read everything.
      if (process.getuid?.() !== 0)
        await expect(summary({ file: secret }, { backend })).rejects.toMatchObject({ code: 'EACCES' });
      await works();
    });

    it('a stream that fails midway rejects with its error', async () => {
      async function* failing() {
        yield text('a;1\nb;');
        throw new Error('the disk');
      }
      await expect(summary(failing(), { backend })).rejects.toThrow('the disk');
      await works();
    });
  });
}

describe('a file that changes while it is read', () => {
  const file = path.join(folder, 'changing');
  const block = Buffer.alloc(2 ** 20, 'abcdefg\n');

  it.each([
    ['shrinks', () => truncateSync(file, 2 ** 20)],
    ['grows', () => appendFileSync(file, block)],
  ])('fails the call: %s', async (_, change) => {
    writeFileSync(file, Buffer.concat([block, block, block]));
    let isChanged = false;
    const onProgress = () => {
      if (!isChanged) change();
      isChanged = true;
    };
    await expect(ends({ file }, { backend: 'js', onProgress })).rejects.toMatchObject({ code: 'InputChanged' });
  });
});
