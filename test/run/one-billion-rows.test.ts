import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Aggregation } from '@rowfuse/runtime';
import type { Table } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { builtFolder } from '../built-folder.js';
import { importBundle } from '../bundle.js';
import { root } from '../root.js';

const examples = path.join(root, 'examples/one-billion-rows');
const samples = ['measurements-1', 'measurements-10', 'measurements-complex-utf8'];
const url = (...parts: readonly string[]) => pathToFileURL(path.join(...parts)).href;

interface Generated {
  readonly stations: Aggregation<unknown, Table>;
}

for (const backend of backendsUnderTest) {
  describe(`the One Billion Row Challenge on ${backend}`, async () => {
    const { stations } = await importBundle<Generated>(builtFolder);
    const { report }: { report(table: Table): string } = await import(url(examples, 'report.mjs'));

    it.each(samples)('gives the official result for %s.txt', async (sample) => {
      const expected = readFileSync(path.join(examples, 'samples', `${sample}.out`), 'utf8').trimEnd();
      const file = path.join(examples, 'samples', `${sample}.txt`);
      expect(report(await stations({ file }, { backend }))).toBe(expected);
      expect(report(await stations(readFileSync(file), { backend }))).toBe(expected);
    });

    it('takes the longest names and the extreme temperatures that the challenge allows', async () => {
      const longest = 'ü'.repeat(50);
      const lines = [`${longest};-99.9`, `${longest};99.9`, '€;0.0', '€;-0.1', '日本;12.3'];
      const table = await stations(new TextEncoder().encode(lines.join('\n')), { backend });
      expect(report(table)).toBe(`{${longest}=-99.9/0.0/99.9, €=-0.1/0.0/0.0, 日本=12.3/12.3/12.3}`);
    });

    it.each([
      ['a line without a semicolon', 'a;1.0\nb\nc;2.0\n', 1],
      ['an empty line', 'a;1.0\n\n', 1],
      ['a temperature that is none', 'a;1.0\nb;2.0\nc;warm\n', 2],
      ['a line without a temperature', 'a;\n', 0],
      ['a NUL byte in a temperature', 'a;1\0.0\n', 0],
    ])('reports %s with its line, and the next call works', async (_, text, row) => {
      await expect(stations(new TextEncoder().encode(text), { backend })).rejects.toMatchObject({
        name: 'RowError',
        row,
      });
      expect(report(await stations(new TextEncoder().encode('a;1.0'), { backend }))).toBe('{a=1.0/1.0/1.0}');
    });

    it('has no stations in empty text', async () => {
      expect(report(await stations(new Uint8Array(0), { backend }))).toBe('{}');
    });
  });
}
