import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findProject } from '../../codegen/cli/settings.js';
import { configure } from '../../runtime/configure.js';
import { type CallKind, checkOptions } from '../../runtime/options.js';
import { temporaryProject, writeSource } from '../cli/built-package.js';
import { root } from '../root.js';
import { readPage, sectionOf } from './page.js';

// docs/reference/options.md has every option, setting and environment variable that the code knows, and no others.

const page = readPage('reference/options.md');

/** The names in the first column of a section's tables. */
function namesIn(section: string): readonly string[] {
  return [...section.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );
}

describe('options of calls', () => {
  const section = sectionOf(page, 'Options of a call');
  const kinds: readonly (readonly [row: string, kind: CallKind])[] = [
    ['a transform of columns', 'call'],
    ['an aggregate of columns, also of a stream', 'aggregate'],
    ['a transform or aggregate of `lines()`', 'lines'],
    ['`stream` of a transform', 'stream'],
    ['`reference`', 'reference'],
    ['`toDevice`', 'toDevice'],
  ];
  const knownTo = (kind: CallKind) => known(() => checkOptions('redact', { anything: 1 }, kind));

  test('are each described', () => {
    const described = [...section.matchAll(/^\| `(\w+)` \|.*\|.*\|.*\|$/gm)].map(([, name]) => name);
    const options = new Set(kinds.flatMap(([, kind]) => knownTo(kind)));
    expect(described.toSorted()).toEqual([...options].toSorted());
  });

  test.each(kinds)('of %s are listed', (name, kind) => {
    const row = section.split('\n').find((line) => line.startsWith(`| ${name} |`)) ?? '';
    expect(row.split(' | ')[1]?.match(/\w+/g)).toEqual(knownTo(kind));
  });
});

test('settings of a process are those that configure knows', () => {
  const names = known(() => Reflect.apply(configure, undefined, [{ anything: 1 }]));
  expect(namesIn(sectionOf(page, 'Settings of a process')).toSorted()).toEqual(names.toSorted());
});

test('settings of a project are those that the command knows', () => {
  const project = temporaryProject({});
  writeSource(project, 'rowfuse.config.json', '{ "anything": 1 }');
  const [diagnostic] = findProject(project).diagnostics;
  const names = diagnostic?.fix?.match(/`?sources`?[\w`, ]*/)?.[0].match(/\w+/g);
  expect(namesIn(sectionOf(page, 'Settings of a project')).toSorted()).toEqual(names?.toSorted());
});

test('environment variables are those that the code reads', () => {
  const named = new Set(namesIn(sectionOf(page, 'Environment variables')).filter((name) => /^[A-Z]/.test(name)));
  const described = [...named].filter((name) => !warnings().has(name));
  const read = [...variables()].filter((name) => name !== internal);
  expect(described.toSorted()).toEqual(read.toSorted());
  expect(page).toContain(`sets \`${internal}\``);
});

test('codes of warnings are those that the runtime emits', () => {
  const named = namesIn(sectionOf(page, 'Environment variables')).filter((name) => warnings().has(name));
  expect(named.toSorted()).toEqual([...warnings()].toSorted());
});

/** Set by a build for itself, and described apart from the tables. */
const internal = 'ROWFUSE_BUILD_TOKEN';

/** The options that the error of an unknown one lists. */
function known(action: () => unknown): readonly string[] {
  try {
    action();
  } catch (error) {
    if (error instanceof Error) return /Known options: (.*)\./.exec(error.message)?.[1]?.split(', ') ?? [];
  }
  return [];
}

/** The texts of the sources of the compiler, the runtime and the native code. */
function* sources(): Generator<string> {
  for (const folder of ['codegen', 'runtime', 'bundlers', 'native']) {
    for (const entry of readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })) {
      const isSource = entry.isFile() && /\.(?:ts|cpp|cc|cu|hpp|cuh|h)$/.test(entry.name);
      const isBuilt = path.relative(root, entry.parentPath).split(path.sep).includes('dist');
      if (isSource && !isBuilt) yield readFileSync(path.join(entry.parentPath, entry.name), 'utf8');
    }
  }
}

/** The environment variables that a source reads: as a member, by destructuring, by `getenv`, by a list or a constant with its name. */
function variables(): ReadonlySet<string> {
  const found = new Set<string>();
  for (const text of sources()) {
    for (const [, name = ''] of text.matchAll(/\b(?:environment|env)\.([A-Z][A-Z0-9_]+)\b(?!\()/g)) found.add(name);
    for (const [, name = ''] of text.matchAll(/getenv\("(\w+)"\)/g)) found.add(name);
    for (const [, names = ''] of text.matchAll(
      /\{([^{}]*)\}(?:: NodeJS\.ProcessEnv| = (?:environment|process\.env)\b)/g,
    ))
      for (const [name] of names.matchAll(/\b[A-Z][A-Z0-9_]+\b/g)) found.add(name);
    for (const [list] of text.includes('environment[name]')
      ? text.matchAll(/\[\s*(?:'[A-Z][A-Z0-9_]+',?\s*){3,}\]/g)
      : [])
      for (const [, name = ''] of list.matchAll(/'(\w+)'/g)) found.add(name);
    for (const [, name = ''] of text.matchAll(/const variable = '(\w+)'/g)) found.add(name);
  }
  return found;
}

function warnings(): ReadonlySet<string> {
  return new Set(
    [...sources()].flatMap((text) => [...text.matchAll(/code: '(ROWFUSE_\w+)'/g)].map(([, code = '']) => code)),
  );
}
