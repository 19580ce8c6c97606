import { createMarkdownRenderer, disposeMdItInstance } from 'vitepress';
import { afterEach, describe, expect, test } from 'vitest';
import { markdownOptions } from '../.vitepress/markdown/options.js';
import { browsedAt, docs } from '../.vitepress/repository.js';

async function render(source: string, repository?: string): Promise<string> {
  const markdown = await createMarkdownRenderer(docs, markdownOptions(repository));
  return markdown.render(source, { relativePath: 'guides/page.md' }).trim();
}

// VitePress keeps the first renderer, whatever options come later.
afterEach(() => disposeMdItInstance());

describe('an anchor', () => {
  test.each([
    ['RF1203: unsupported syntax', 'rf1203-unsupported-syntax'],
    ["Params and the row's number", 'params-and-the-rows-number'],
    ['How `0.5` is rounded – and why', 'how-05-is-rounded--and-why'],
    ['2 of 3', '2-of-3'],
  ])('of %j is that of GitHub', async (heading, anchor) => {
    expect(await render(`## ${heading}`)).toContain(`<h2 id="${anchor}"`);
  });
});

describe('a page', () => {
  test.each([
    ['an expression of Vue', 'see {{ x }}', '<p>see &#123;&#123; x }}</p>'],
    ['an expression of Vue in code', '`{{ x }}`', '<p><code>&#123;&#123; x }}</code></p>'],
    ['a type parameter', 'an Array<T> of it', '<p>an Array&lt;T&gt; of it</p>'],
    ['a script', '<script>alert()</script>', '&lt;script&gt;alert()&lt;/script&gt;'],
    ['a placeholder in braces', 'has no {method}', '<p>has no {method}</p>'],
    ['the name of a file', 'settle.cc and :memo:', '<p>settle.cc and :memo:</p>'],
  ])('keeps %s as text', async (_, source, html) => {
    expect(await render(source)).toBe(html);
  });

  test('may have HTML that unfolds', async () => {
    const source = '<details><summary>All</summary>\n\nfigures\n\n</details>';
    expect(await render(source)).toBe('<details><summary>All</summary>\n<p>figures</p>\n</details>');
  });

  test('shows the version of a picture that fits the theme', async () => {
    const source = '<source media="(prefers-color-scheme: dark)" srcset="plots/night.svg">';
    expect(await render(`<picture>\n  ${source}\n  <img src="plots/day.svg" alt="x">\n</picture>`)).toBe(
      '<p><img class="light-only" src="./plots/day.svg" alt="x"><img class="dark-only" src="./plots/night.svg" alt="x"></p>',
    );
  });

  test('shows indented code as TypeScript', async () => {
    expect(await render('    const x = 1;')).toContain('<div class="language-ts');
  });
});

describe('a link to a file outside docs/', () => {
  test('is the path of the file while the repository has no address', async () => {
    const path = '<code>examples/redact.ts</code>';
    expect(await render('[the example](../../examples/redact.ts)')).toBe(`<p>the example (${path})</p>`);
    disposeMdItInstance();
    expect(await render('[redact.ts](../../examples/redact.ts)')).toBe(`<p>${path}</p>`);
  });

  test('leads to the file in the repository', async () => {
    const html = await render('[ours](../../CONTRIBUTING.md#tests)', 'https://host/rowfuse');
    expect(html).toContain('href="https://host/rowfuse/blob/main/CONTRIBUTING.md#tests"');
  });

  test('is refused if the file does not exist', async () => {
    await expect(render('[gone](../../gone.ts)')).rejects.toThrow(
      'docs/guides/page.md links to ../../gone.ts, which does not exist',
    );
  });
});

test.each(['github:owner/name', 'https://github.com/owner/name', { url: 'git+https://github.com/owner/name.git' }])(
  'reads the address of the repository from %j',
  (field) => expect(browsedAt(field)).toBe('https://github.com/owner/name'),
);

test('leaves a link between pages as it is', async () => {
  const html = await render('[inputs](../reference/inputs.md#strings)');
  expect(html).toContain('href="./../reference/inputs.html#strings"');
});
