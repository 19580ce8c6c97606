import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { root } from '../root.js';

const script = (name: string) => import(pathToFileURL(path.join(root, 'scripts/release', name)).href);
const { unreleased, withRelease } = (await script('changelog.mjs')) as {
  unreleased(changelog: string): string;
  withRelease(changelog: string, version: string, date: string): string;
};
const { follows, withVersion } = (await script('versions.mjs')) as {
  follows(version: string, earlier: readonly string[]): boolean;
  withVersion(files: Readonly<Record<string, object>>, version: string): Readonly<Record<string, unknown>>;
};

describe('the changelog of a release', () => {
  const changelog = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- a\n\n## [0.1.0] - 2026-11-01\n\n- b\n';

  test('dates what was unreleased, below an empty section', () => {
    const released = withRelease(changelog, '0.2.0', '2026-12-01');
    expect(released).toContain('## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n### Added\n\n- a\n\n## [0.1.0]');
    expect(unreleased(released)).toBe('');
  });

  test('is refused when nothing is unreleased', () => {
    const released = withRelease(changelog, '0.2.0', '2026-12-01');
    expect(() => withRelease(released, '0.3.0', '2026-12-02')).toThrow('say what changed');
    expect(() => unreleased('# Changelog\n')).toThrow('has no line "## [Unreleased]"');
  });

  test('has changes in this repository, or a release of them', () => {
    expect(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8')).toMatch(/## \[Unreleased\]\n\n(?:The|###|## \[)/);
  });
});

describe('the version of a release', () => {
  test.each([
    ['0.2.0', ['0.1.0', '0.1.9'], true],
    ['0.10.0', ['0.9.0'], true],
    ['1.0.0', ['1.0.0-beta.2', '1.0.0-beta.11'], true],
    ['1.0.0-beta.11', ['1.0.0-beta.2'], true],
    ['1.0.0-beta', ['1.0.0-1'], true],
    ['1.0.0-beta.2', ['1.0.0'], false],
    ['0.1.0', ['0.1.0'], false],
    ['0.1.0', ['0.0.9', '0.2.0'], false],
  ] as const)('%s after %j: %j', (version, earlier, expected) => {
    expect(follows(version, earlier)).toBe(expected);
  });

  test('is refused unless it is one', () => {
    expect(() => follows('1.0', ['0.1.0'])).toThrow('1.0 is no version');
  });

  test('is set in every file that has it', () => {
    const names = ['package.json', 'runtime/package.json', 'package-lock.json'];
    const files = Object.fromEntries(
      names.map((name) => [name, JSON.parse(readFileSync(path.join(root, name), 'utf8'))]),
    );
    const { version } = files['package.json'] as { readonly version: string };
    const text = (content: unknown) => JSON.stringify(content);
    const ours = (content: unknown) => text(content).split(`"${version}"`).length;
    const changed = withVersion(files, '9.8.7');
    const places = (content: unknown) => text(content).split('"9.8.7"').length - 1;
    expect(names.map((name) => places(changed[name]))).toEqual([2, 1, 4]);
    expect(ours(changed['package.json'])).toBe(ours(files['package.json']) - 2);
    expect(withVersion(changed as Readonly<Record<string, object>>, version)).toEqual(files);
  });
});
