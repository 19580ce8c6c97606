import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { navigationOf, sidebarOf } from '../.vitepress/navigation/navigation.js';
import { outlineOf } from '../.vitepress/navigation/outline.js';
import { readFolder } from '../.vitepress/navigation/pages.js';

let docs: string;

beforeAll(() => {
  docs = mkdtempSync(path.join(tmpdir(), 'rowfuse-docs-'));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(docs, file)), { recursive: true });
    writeFileSync(path.join(docs, file), text);
  };
  write('index.md', '# The site\n');
  write('seeds.md', '# Seeds\n');
  write('plots/one.svg', '<svg/>');
  write('guides/a.md', '# Windows\n');
  write('guides/b.md', '# `bench`, measured\n');
  write('guides/c.md', '# Streams\n');
  write('reference/calls.md', '# Calls\n');
  write('reference/api/index.md', '# The API\n');
  write('reference/api/all.md', '# All\n');
});

afterAll(() => rmSync(docs, { recursive: true, force: true }));

test('shows named pages first, and all others by title', () => {
  const pages = readFolder(docs, '', { '': { first: ['reference'] }, guides: { title: 'How to', first: ['a.md'] } });
  expect(navigationOf(pages)).toEqual([
    { text: 'Reference', link: '/reference/calls', activeMatch: '^/reference/' },
    { text: 'How to', link: '/guides/a', activeMatch: '^/guides/' },
  ]);
  expect(sidebarOf(pages)).toEqual([
    {
      text: 'Reference',
      items: [
        { text: 'Calls', link: '/reference/calls' },
        {
          text: 'Api',
          collapsed: true,
          items: [
            { text: 'The API', link: '/reference/api/' },
            { text: 'All', link: '/reference/api/all' },
          ],
        },
      ],
    },
    {
      text: 'How to',
      items: [
        { text: 'Windows', link: '/guides/a' },
        { text: 'bench, measured', link: '/guides/b' },
        { text: 'Streams', link: '/guides/c' },
      ],
    },
    { text: 'More', items: [{ text: 'Seeds', link: '/seeds' }] },
  ]);
});

test('refuses to name a page that does not exist', () => {
  expect(() => readFolder(docs, '', { guides: { first: ['gone.md'] } })).toThrow(
    'names guides/gone.md, which does not exist',
  );
});

test('refuses a page without a heading', () => {
  const file = path.join(docs, 'bare.md');
  writeFileSync(file, 'no heading\n');
  expect(() => readFolder(docs, '', {})).toThrow('docs/bare.md has no heading');
  rmSync(file);
});

test('shows the sections alone in the outline of a page with very many headings', () => {
  const file = path.join(docs, 'guides/a.md');
  writeFileSync(file, `# Title\n## Section\n${'### Part\n'.repeat(39)}`);
  expect(outlineOf(file)).toEqual([2, 3]);
  writeFileSync(file, `# Title\n## Section\n${'### Part\n'.repeat(40)}`);
  expect(outlineOf(file)).toEqual([2, 2]);
});
