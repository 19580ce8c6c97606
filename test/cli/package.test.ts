import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../root.js';
import { ensurePackageIsBuilt } from './built-package.js';

/** The files of the package as npm packs it, relative to its folder. */
let files: ReadonlySet<string>;

beforeAll(async () => {
  await ensurePackageIsBuilt();
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [contents]: readonly { readonly files: readonly { readonly path: string }[] }[] = JSON.parse(packed);
  files = new Set(contents?.files.map((file) => file.path));
}, 120_000);

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

describe('the package', () => {
  test('has every file that its pages link to', () => {
    const pages = [...files].filter((file) => file.endsWith('.md'));
    expect(pages).toContain('README.md');
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
        .map(([, link = '']) => path.posix.join(path.posix.dirname(page), link))
        .filter((file) => !files.has(file) && ![...files].some((other) => other.startsWith(`${file}/`)))
        .map((file) => `${page} links to ${file}`),
    );
    expect(broken).toEqual([]);
  });

  test('has every page that its declarations and messages name', () => {
    const named = [...files]
      .filter((file) => /\.(?:d\.ts|js|hpp|h|cuh)$/.test(file))
      .flatMap((file) => [...read(file).matchAll(/docs\/[\w-]+\.md/g)].map(([page]) => `${file} names ${page}`));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !files.has(name.split(' names ')[1] ?? ''))).toEqual([]);
  });

  test('runs nothing when it is installed', () => {
    const { scripts } = JSON.parse(read('package.json'));
    expect(Object.keys(scripts)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:pre|post)?(?:install|prepare)$/)]),
    );
  });

  test('has an integrity hash for every package that it is developed with', () => {
    const { packages }: { readonly packages: Readonly<Record<string, Readonly<Record<string, unknown>>>> } = JSON.parse(
      read('package-lock.json'),
    );
    const without = Object.entries(packages).filter(
      ([name, { link, integrity }]) =>
        name !== '' && name !== 'runtime' && link !== true && typeof integrity !== 'string',
    );
    expect(without.map(([name]) => name)).toEqual([]);
  });
});
