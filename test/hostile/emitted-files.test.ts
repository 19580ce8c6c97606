import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { compile } from 'rowfuse/compiler';
import { afterAll, describe, expect, it } from 'vitest';
import { jsString } from '../../codegen/4-emit/user-text.js';
import { cxx } from '../native/toolchain.js';
import { root as repository } from '../root.js';
import { hostileCharacters, hostileWords } from './hostile-texts.js';
import { kindsOfScript, tokensOfCpp } from './tokens.js';

const root = mkdtempSync(path.join(tmpdir(), 'rowfuse-emitted-'));
afterAll(() => rmSync(root, { recursive: true }));

interface Emitted {
  readonly path: string;
  readonly text: string;
}

/** Returns the files of some modules per transform; those of the whole have an empty name. */
function emit(
  modules: readonly { readonly file: string; readonly text: string }[],
): ReadonlyMap<string, readonly Emitted[]> {
  for (const { file, text } of modules) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  const { diagnostics, files, transforms } = compile({ files: modules.map(({ file }) => path.join(root, file)), root });
  expect(diagnostics).toEqual([]);
  const own = transforms.map(
    ({ name, directory }) => [name, files.filter((file) => file.path.startsWith(`${directory}/`))] as const,
  );
  return new Map([...own, ['', files.filter((file) => !file.path.includes('/'))]]);
}

/** Normalizes a file: without comments, and with all names and values alike. */
function tokensOf({ path: file, text }: Emitted): string {
  // A table says whether its texts are ASCII.
  if (/\.(?:hpp|cpp|cu|cc)$/.test(file)) return tokensOfCpp(text.replace(/, rf::View::\w+>/g, ', 0>'));
  if (file.endsWith('.json')) return kindsOfScript(`(${text})`, 'js');
  return file.endsWith('.txt') ? '' : kindsOfScript(text, file.endsWith('.ts') ? 'ts' : 'js');
}

function tokensOfAll(files: readonly Emitted[] | undefined): readonly string[] {
  return (files ?? []).map(tokensOf);
}

/** Names that mean something else to C++, CUDA, headers or generated code. */
const namesOfCpp = (
  'new int and template errno linux EOF NULL threadIdx cudaStreamLegacy std rf cpu cuda rowfuse main _ __x a__b in out row input output ' +
  'field grouping bounds reductions folds state fold1 sum1 segments column arena steps maybe cpu_entry inputs registration Init'
).split(' ');

/** A column that is read, a constant that is written, a message, params and a user-defined aggregate. */
function module(names: readonly string[], place: number): string {
  const [column = '', key = '', value = '', message = ''] = names.map(jsString);
  return `import { aggregate, count, float64, reduce, transform, utf8 } from 'rowfuse';
const table: Record<string, string> = { [${key}]: ${value} };
const row${place} = transform({
  input: { [${column}]: utf8 }, params: { [${key}]: utf8 }, output: { [${column}]: utf8 },
  row(row, { params }) {
    if (row[${column}] === ${value}) throw new Error(${message});
    return { [${column}]: (table[row[${column}]] ?? params[${key}]) + ${value} };
  },
});
const groups${place} = aggregate({
  input: { [${column}]: utf8, n: float64 }, key: [${column}],
  output: {
    rows: count(),
    [${key}]: reduce({
      input: { n: float64 }, state: { [${value}]: float64 }, output: float64,
      init: () => ({ [${value}]: 0 }), step: (state, { n }) => ({ [${value}]: state[${value}] + n }),
      merge: (a, b) => ({ [${value}]: a[${value}] + b[${value}] }), finish: (state) => state[${value}],
    }),
  },
});
export { row${place} as ${jsString(`row${place}`)}, groups${place} as ${jsString(`groups${place}`)} };
`;
}

/** Expects the headers of all transforms and their registration to be valid C++ together. */
function expectValid(emitted: ReadonlyMap<string, readonly Emitted[]>): void {
  if (cxx === undefined) return;
  const included = [...emitted.values()].flat().filter(({ path: file }) => /\.row\.hpp$|\.binding\.cc$/.test(file));
  for (const { path: file, text } of included) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  writeFileSync(path.join(root, 'all.cpp'), included.map(({ path: file }) => `#include "${file}"\n`).join(''));
  const args = [
    '-std=c++20',
    '-fsyntax-only',
    '-Wall',
    '-Wextra',
    '-Werror',
    `-I${repository}/native/include`,
    'all.cpp',
  ];
  expect(spawnSync(cxx, args, { cwd: root, encoding: 'utf8' }).stderr).toBe('');
}

describe('files of hostile sources', () => {
  it('equal those of plain sources, whatever folders are called', () => {
    const folders = hostileWords.concat(hostileCharacters.slice(1).join('').replaceAll('/', '').slice(0, 90));
    // File names exclude `/`, halves of surrogate pairs, and the backslash, which TypeScript takes for `/`.
    const names = folders.map((folder) => folder.replace(/[/\\\ud800-\udfff]/g, ':'));
    const text = (place: number) =>
      `import { transform, utf8 } from 'rowfuse';\nexport const t${place} = transform({ input: { s: utf8 }, output: utf8, row: ({ s }) => s + '!' });\n`;
    const emitted = emit([
      { file: 'plain.ts', text: text(names.length) },
      ...names.map((name, place) => ({ file: `${name}/${name}.ts`, text: text(place) })),
    ]);
    const plain = tokensOfAll(emitted.get(`t${names.length}`));
    expect(plain.length).toBeGreaterThan(6);
    for (const [place, name] of names.entries()) {
      const files = emitted.get(`t${place}`) ?? [];
      expect(tokensOfAll(files), JSON.stringify(name)).toEqual(plain);
      // The place in the source is reported all the same.
      expect(files.find(({ path: file }) => file.endsWith('.hpp'))?.text).toContain('#line 2 "');
    }
    for (const file of emitted.get('') ?? []) expect(() => tokensOf(file)).not.toThrow();
  });

  it('run no folder name', async () => {
    const name = '\u2028globalThis.escaped = 1;//';
    const emitted = emit([
      {
        file: `${name}/a.ts`,
        text: `import { transform, utf8 } from 'rowfuse';\nexport const ran = transform({ input: { s: utf8 }, output: utf8, row: ({ s }) => s });\n`,
      },
    ]);
    const reference = emitted.get('ran')?.find(({ path: file }) => file.endsWith('.reference.js'));
    const file = path.join(root, 'ran.reference.mjs');
    writeFileSync(file, reference?.text ?? '');
    await import(pathToFileURL(file).href);
    expect(globalThis).not.toHaveProperty('escaped');
  });

  it('equal those of plain sources, whatever columns, constants and messages are called', () => {
    // Names of columns that every object inherits are tested in test/run/inherited-names.test.ts.
    const words = hostileWords.filter((word) => word !== '__proto__' && word !== 'constructor');
    const plain = ['1 one', '2 two', '3 three', '4 four'];
    const tuples = words.map((word, place) => [word, `${place}${word}`, `${word}${place}`, word]);
    const all = hostileCharacters.join('');
    tuples.push([all, `1${all}`, `2${all}`, all]);
    const emitted = emit([
      { file: 'plain.ts', text: module(plain, tuples.length) },
      ...tuples.map((names, place) => ({ file: `module${place}.ts`, text: module(names, place) })),
    ]);
    for (const kind of ['row', 'groups']) {
      const expected = tokensOfAll(emitted.get(`${kind}${tuples.length}`));
      for (const [place, names] of tuples.entries())
        expect(tokensOfAll(emitted.get(`${kind}${place}`)), JSON.stringify(names[0])).toEqual(expected);
    }
    expectValid(emitted);
  });

  it('equal those of plain sources and are valid where names of columns and transforms mean something in C++', () => {
    const tuples = namesOfCpp.map((name) => [name, `${name}_`, `${name}2`, name]);
    const transforms = namesOfCpp.map(
      (name, place) =>
        `const t${place} = transform({ input: { [${jsString(name)}]: utf8 }, output: { [${jsString(name)}]: utf8, a: utf8 }, row: (r) => ({ [${jsString(name)}]: r[${jsString(name)}], a: 'b' }) });\nexport { t${place} as ${jsString(name)} };\n`,
    );
    const emitted = emit([
      { file: 'plain.ts', text: module(['1 one', '2 two', '3 three', '4 four'], tuples.length) },
      ...tuples.map((names, place) => ({ file: `module${place}.ts`, text: module(names, place) })),
      { file: 'names.ts', text: `import { transform, utf8 } from 'rowfuse';\n${transforms.join('')}` },
    ]);
    const native = (name: string) =>
      tokensOfAll(emitted.get(name)?.filter(({ path: file }) => /\.(?:hpp|cpp|cu|cc)$/.test(file)));
    for (const kind of ['row', 'groups'])
      for (const [place, names] of tuples.entries())
        expect(native(`${kind}${place}`), names[0]).toEqual(native(`${kind}${tuples.length}`));
    expectValid(emitted);
  });

  it('equal those of plain sources, whatever transforms are called', () => {
    const names = hostileWords.filter((name) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name) && name.length < 16);
    const exports = [...names, 'plain', 'con', 'class', 'a*/b', 'ünï', '\\', '??/'];
    const text = exports
      .map(
        (name, place) =>
          `const t${place} = transform({ input: { s: utf8 }, output: utf8, row: ({ s }) => s });\nexport { t${place} as ${jsString(name)} };\n`,
      )
      .join('');
    const emitted = emit([{ file: 'names.ts', text: `import { transform, utf8 } from 'rowfuse';\n${text}` }]);
    const native = (name: string) =>
      tokensOfAll(emitted.get(name)?.filter(({ path: file }) => !/\.d\.ts$|[^e]\.js$/.test(file)));
    for (const name of exports) expect(native(name), name).toEqual(native('plain'));
    const index = emitted.get('')?.find(({ path: file }) => file === 'index.js')?.text ?? '';
    const file = path.join(root, 'index.mjs');
    writeFileSync(file, index);
    expect(spawnSync(process.execPath, ['--check', file], { encoding: 'utf8' }).stderr).toBe('');
    expect(() => kindsOfScript(index, 'js')).not.toThrow();
  });
});
