import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../root.js';
import { ensurePackageIsBuilt } from './built-package.js';

/** Returns the files of the package as npm packs it, relative to its folder. */
let files: ReadonlySet<string>;
let runtime: Packed;

beforeAll(async () => {
  await ensurePackageIsBuilt();
  files = new Set(pack(root).files.map((file) => file.path));
  runtime = pack(path.join(root, 'runtime'));
}, 120_000);

interface Packed {
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

function pack(folder: string): Packed {
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [contents]: readonly Packed[] = JSON.parse(packed);
  if (contents === undefined) throw new Error(`npm packs nothing in ${folder}`);
  return contents;
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const described = (file: string) => JSON.parse(read(file));

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
    const named = [...files, ...runtime.files.map((file) => `runtime/${file.path}`)]
      .filter((file) => /\.(?:d\.ts|js|hpp|h|cuh)$/.test(file))
      .flatMap((file) =>
        [...read(file).matchAll(/(?<!\/)docs\/[\w/-]+\.md/g)].map(([page]) => `${file} names ${page}`),
      );
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

describe('the runtime package', () => {
  test('has its code, its declarations, a README and a license, in at most 1 MB', () => {
    const folders = new Set(runtime.files.map((file) => file.path.replace(/^(dist\/\w+)\/.*/, '$1')));
    const expected = ['LICENSE', 'README.md', 'dist/runtime', 'dist/schema', 'package.json'];
    expect([...folders].sort()).toEqual(expected);
    expect(runtime.unpackedSize).toBeLessThanOrEqual(1_000_000);
  });

  test('depends on its peer alone, and has the license and the version of the compiler', () => {
    const [compiler, own] = [described('package.json'), described('runtime/package.json')];
    expect(own.dependencies).toBeUndefined();
    expect(Object.keys(own.peerDependencies)).toEqual(['apache-arrow']);
    expect(own.peerDependencies['apache-arrow']).toBe(compiler.peerDependencies['apache-arrow']);
    expect(own.version).toBe(compiler.version);
    expect(compiler.peerDependencies['@rowfuse/runtime']).toBe(compiler.version);
    expect(read('runtime/LICENSE')).toBe(read('LICENSE'));
  });

  test("is not part of the compiler's package", () => {
    expect([...files].filter((file) => /^(?:dist\/)?runtime\//.test(file))).toEqual([]);
  });
});
