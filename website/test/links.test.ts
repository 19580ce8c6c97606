import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { dist } from './built-site.js';
import { builtPages, readBuilt, valuesOf } from './site-pages.js';

const pages = builtPages();
const anchors = new Map(pages.map((page) => [page, new Set(valuesOf(readBuilt(page), 'id'))]));

/** Returns the links and sources of a page within the site, with the file and the anchor that they lead to. */
const linksOf = (page: string) =>
  ['href', 'src']
    .flatMap((attribute) => valuesOf(readBuilt(page), attribute))
    .filter((link) => !/^[a-z]+:/i.test(link))
    .map((link) => {
      const { pathname, hash } = new URL(link, `http://site${page}`);
      const target = decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname);
      return { link, target, anchor: decodeURIComponent(hash.slice(1)) };
    });

test('leads by every link to a file of the site', () => {
  const dead = pages.flatMap((page) =>
    linksOf(page)
      .filter(({ target }) => !existsSync(path.join(dist, target)))
      .map(({ link }) => `${page}: ${link}`),
  );
  expect(dead).toEqual([]);
});

test('leads by every anchor to an element that exists', () => {
  const dead = pages.flatMap((page) =>
    linksOf(page)
      .filter(({ target, anchor }) => anchor !== '' && !anchors.get(target)?.has(anchor))
      .map(({ link }) => `${page}: ${link}`),
  );
  expect(dead).toEqual([]);
});

test('loads nothing from other hosts', () => {
  const loaded = pages.flatMap((page) => {
    const html = readBuilt(page);
    const links = html.match(/<link[^>]*>/g)?.join('') ?? '';
    return [...valuesOf(html, 'src'), ...valuesOf(links, 'href')].filter((address) =>
      /^(?:[a-z]+:)?\/\//i.test(address),
    );
  });
  expect(loaded).toEqual([]);
});

test('shows every page in the sidebar', () => {
  const sidebar = linksOf('/reference/errors.html').map(({ target }) => target);
  expect(pages.filter((page) => page !== '/index.html' && !sidebar.includes(page))).toEqual([]);
});
