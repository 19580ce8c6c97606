import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compile } from 'rowfuse/compiler';
import { afterAll, describe, expect, it } from 'vitest';

const root = mkdtempSync(path.join(tmpdir(), 'rowfuse-limits-'));
afterAll(() => rmSync(root, { recursive: true }));

/** Without the limits these cases overflow the stack, take all memory, or run for hours. */
const patience = 60_000;

interface Finding {
  readonly place: string;
  readonly text: string;
}

/** Compiles modules, each from its own text, and returns the findings as `file:line code`. */
function findingsIn(texts: Readonly<Record<string, string>>): readonly Finding[] {
  const files = Object.entries(texts).map(([name, text]) => {
    const file = path.join(root, `${name}.ts`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  });
  return compile({ files, root }).diagnostics.map(({ span, code, what, why }) => ({
    place: `${path.posix.basename(span.file)}:${span.line} ${code}`,
    text: `${what} ${why}`,
  }));
}

function placesIn(texts: Readonly<Record<string, string>>): readonly string[] {
  return findingsIn(texts).map(({ place }) => place);
}

const imports = "import { aggregate, count, float64, pipe, struct, transform, utf8 } from 'rowfuse';\n";
let made = 0;

/** Returns a module of one transform, whose row function stands on the line behind the given text and the imports. */
function module(body: string, before = '', input = '{ a: float64 }', output = 'float64'): string {
  made += 1;
  return `${imports}${before}export const t${made} = transform({ input: ${input}, output: ${output}, row({ a }) { ${body} } });\n`;
}

function times(count: number, text: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => text(index)).join('');
}

const branches = (count: number) =>
  `let r = 0; ${times(count, (at) => `if (a === ${at}) r = ${2 * at}; else `)}r = -1; return r;`;
const choices = (count: number) => `return ${times(count, (at) => `a === ${at} ? ${2 * at} : `)}0;`;
const nestedIfs = (count: number) =>
  `let r = 0; ${times(count, (at) => `if (a > ${at}) { r = ${at}; `)}${'}'.repeat(count)} return r;`;
const nested = (open: string, count: number, inner: string, close: string) =>
  open.repeat(count) + inner + close.repeat(count);

describe('syntax', () => {
  it('that is nested too deeply is reported at its place', { timeout: patience }, () => {
    const deep = {
      parentheses: module(`return ${nested('(', 700, 'a', ')')};`),
      ifs: module(nestedIfs(700)),
      calls: module(`return ${nested('Math.abs(', 400, 'a', ')')};`),
      methods: module(`return a${'.trim()'.repeat(2000)};`, '', '{ a: utf8 }', 'utf8'),
      negations: module(`return ${'- '.repeat(1000)}a;`),
      sum: module(`return a${' + a'.repeat(10_000)};`),
      choices: module(choices(1000)),
      branches: module(branches(1000)),
      structs: module('return 1;', '', `{ a: ${nested('struct({ b: ', 200, 'float64', ' })')} }`),
      comparison: module(
        `const all = [a, 1]; all.sort((p, q) => ${nested('(', 700, 'p - q', ')')}); return all[0] ?? 0;`,
      ),
    };
    // One case at a time: TypeScript's own stack overflow, which differs by version of Node, is the only finding of a run.
    for (const [name, text] of Object.entries(deep))
      expect(placesIn({ [name]: text })).toEqual([`${name}.ts:2 RF1503`]);
  });

  it('that is nested as deeply as real programs compiles', { timeout: patience }, () => {
    const long = {
      parentheses: module(`return ${nested('(', 250, 'a', ')')};`),
      calls: module(`return ${nested('Math.abs(', 120, 'a', ')')};`),
      ifs: module(nestedIfs(120)),
      methods: module(`return a${'.trim()'.repeat(120)};`, '', '{ a: utf8 }', 'utf8'),
      sum: module(`return a${' + a'.repeat(2000)};`),
      text: module(`return a${" + 'x' + a".repeat(900)};`, '', '{ a: utf8 }', 'utf8'),
      choices: module(choices(500)),
      branches: module(branches(500)),
      tests: module(`return ${times(500, (at) => `a !== ${at} && `)}a > 0 ? 1 : 0;`),
      comparison: module(`const all = [a, 1]; all.sort((p, q) => p - q${' + 0'.repeat(1000)}); return all[0] ?? 0;`),
      // Each level was visited twice as often as the one around it.
      loops: module(
        `let r = 0; ${times(12, (at) => `for (let i${at} = 0; i${at} < 2; i${at}++) { `)}r += a;${'}'.repeat(12)} return r;`,
      ),
    };
    expect(placesIn(long)).toEqual([]);
  });

  it('that TypeScript cannot parse is reported where the parser stops', { timeout: patience }, () => {
    expect(placesIn({ brackets: module(`return ${nested('[', 10_000, 'a', ']')}.length;`) })).toEqual([
      'brackets.ts:2 RF1503',
    ]);
  });

  it('whose types TypeScript cannot find is reported at its place', { timeout: patience }, () => {
    const types = times(4000, (at) => `const f${at} = (a: number) => f${at + 1}(a);\n`);
    const [found, ...others] = findingsIn({
      inferred: module('return f0(a);', `${types}const f4000 = (a: number) => a;\n`),
    });
    expect(others).toEqual([]);
    expect(found?.place).toMatch(/^inferred\.ts:\d+ RF1503$/);
    expect(found?.text).toContain('TypeScript follows types');
  });

  it('with calls that multiply is reported', { timeout: patience }, () => {
    const sums = times(40, (at) => `const f${at + 1} = (a: number): number => f${at}(a) + f${at}(a);\n`);
    expect(placesIn({ calls: module('return f40(a);', `const f0 = (a: number): number => a;\n${sums}`) })).toEqual([
      'calls.ts:4 RF1203',
    ]);
  });
});

describe('constants', () => {
  it('with too many literals are reported before TypeScript infers their types', { timeout: patience }, () => {
    const many = times(400_000, (at) => `${at},`);
    expect(placesIn({ set: module('return ids.has(a) ? 1 : 0;', `const ids = new Set([${many}]);\n`) })).toEqual([
      'set.ts:2 RF1505',
    ]);
  });

  it('with texts that double are reported before TypeScript evaluates them', { timeout: patience }, () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of the source
    const doubled = times(40, (at) => 'const x = `${y}${y}`;\n'.replace('x', `x${at + 1}`).replaceAll('y', `x${at}`));
    const [place] = placesIn({ texts: module('return x40.length + a;', `const x0 = 'ab';\n${doubled}`) });
    expect(place).toMatch(/^texts\.ts:\d+ RF1505$/);
  });

  it('that double are reported in each transform', { timeout: patience }, () => {
    const chain = (name: string, first: string, next: (before: string) => string) =>
      `const ${name}0 = ${first};\n${times(40, (at) => `const ${name}${at + 1} = ${next(`${name}${at}`)};\n`)}`;
    const found = placesIn({
      arrays: module(
        'return x40.length + a;',
        chain('x', '[1, 2]', (before) => `[...${before}, ...${before}]`),
      ),
      objects: module(
        'return x40.a === undefined ? 1 : a;',
        chain('x', '{ a: 1, b: 2 }', (before) => `{ a: ${before}, b: ${before} }`),
      ),
      bigints: module(
        'return Number(x40) + a;',
        chain('x', '3n', (before) => `${before} * ${before}`),
      ),
      power: module('return Number(x) + a;', 'const x = 2n ** 100_000_000n;\n'),
      shift: module('return Number(x) + a;', 'const x = 1n << 100_000_000n;\n'),
    });
    expect(found.map((place) => place.replace(/:\d+/, ''))).toEqual([
      'arrays.ts RF1505',
      'bigints.ts RF1502',
      'objects.ts RF1505',
      'power.ts RF1502',
      'shift.ts RF1502',
    ]);
  });

  it('may have 100,000 entries, and 5,000 references in a chain', { timeout: patience }, () => {
    expect(
      placesIn({
        entries: module('return ids.has(a) ? 1 : 0;', `const ids = new Set([${times(100_000, (at) => `${at},`)}]);\n`),
        names: module(
          'return x5000 + a;',
          `const x0: number = 1;\n${times(5000, (at) => `const x${at + 1}: number = x${at};\n`)}`,
        ),
      }),
    ).toEqual([]);
  });
});

describe('descriptions', () => {
  it('with too many columns, levels, stages and transforms are reported', { timeout: patience }, () => {
    const doubled = times(40, (at) => `const s${at + 1} = struct({ a: s${at}, b: s${at} });\n`);
    const one = 'transform({ input: { a: utf8 }, output: utf8, row: ({ a }) => a })';
    const found = findingsIn({
      columns: `${imports}export const wide = transform({ input: { ${times(1001, (at) => `c${at}: utf8, `)}}, output: utf8, row: ({ c0 }) => c0 });\n`,
      doubled: `${imports}const s0 = struct({ a: float64 });\n${doubled}export const twice = transform({ input: { a: s40 }, output: float64, row: () => 1 });\n`,
      keys: `${imports}export const keys = aggregate({ input: { ${times(1001, (at) => `c${at}: utf8, `)}}, key: ['c0'], output: { n: count() } });\n`,
      levels: module('return 1;', '', `{ a: ${nested('struct({ b: ', 65, 'float64', ' })')} }`),
      stages: `${imports}export const long = pipe(${times(257, () => `${one}, `)});\n`,
    });
    expect(found.map(({ place }) => place)).toEqual([
      'columns.ts:2 RF1506',
      'doubled.ts:43 RF1506',
      'keys.ts:2 RF1506',
      'levels.ts:2 RF1503',
      'stages.ts:2 RF1506',
    ]);
    const transforms = times(2001, (at) => `export const t${at} = ${one};\n`);
    expect(placesIn({ transforms: imports + transforms })).toEqual(['transforms.ts:2002 RF1506']);
  });
});

describe('modules', () => {
  it('with too many characters are reported', { timeout: patience }, () => {
    expect(placesIn({ characters: `${module('return a;')}//${'x'.repeat(8_000_000)}` })).toEqual([
      'characters.ts:1 RF1506',
    ]);
  });

  // Windows has no such names: the backslash separates folders there.
  it.skipIf(path.sep === '\\')('and folders with a backslash in their names are reported', () => {
    const found = findingsIn({ 'back\\slash': module('return a;'), 'a\\b/c': module('return a;') });
    expect(found.map(({ place }) => place)).toEqual([' RF1009', ' RF1009'].map((code) => `:1${code}`));
    expect(found.map(({ text }) => text.replace(/ has .*/s, '')).sort()).toEqual([
      'The path a\\b/c.ts',
      'The path back\\slash.ts',
    ]);
  });
});
