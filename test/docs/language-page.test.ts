import { beforeAll, describe, expect, test } from 'vitest';
import { ensurePackageIsBuilt, rowfuse, temporaryProject } from '../cli/built-package.js';
import { readPage } from './page.js';

// The quick list of docs/reference/language.md: each row of "Not yet" has bodies of row functions that must be refused, and the code that
// it proposes instead must compile.

beforeAll(ensurePackageIsBuilt, 120_000);

const page = readPage('reference/language.md');

/** Bodies of `row({ s })` for each row of the table, by the beginning of the row. */
const rows: Readonly<Record<string, { readonly refused: readonly string[]; readonly instead: readonly string[] }>> = {
  'back-references': {
    refused: [`return String(/(\\w)\\1/.test(s));`, `return s.replace(/(?<a>\\w)\\k<a>/g, '');`],
    instead: [`const m = s.match(/(\\w)-(\\w)/); return String(m !== null && m[1] === m[2]);`],
  },
  'a regular expression that is not known': {
    refused: [
      `return String(new RegExp(s).test(s));`,
      `const table: Record<string, RegExp> = { DE: /^\\d/, GB: /^[A-Z]/ }; return String(table[s]!.test(s));`,
    ],
    instead: [
      `return String(s.includes('a')) + s.indexOf('a') + s.split(', ').length;`,
      `const german = /^\\d/; const british = /^[A-Z]/; return String(s === 'DE' ? german.test(s) : british.test(s));`,
    ],
  },
  '`test`, `exec` and `lastIndex`': {
    refused: [
      `let n = 0; while (letters.exec(s) !== null) n++; return String(n);`,
      `return String(letters.lastIndex);`,
      `return String(letters.test(s));`,
    ],
    instead: [
      `const words = /\\w+/g; let n = 0; while (words.exec(s) !== null) n++; return String(n + words.lastIndex);`,
      `const words = /\\w+/g; let n = 0; for (const match of s.matchAll(words)) n += match.index; return String(n);`,
    ],
  },
  'a `Map` or dictionary as a result': {
    refused: [
      `const counts = new Map<string, number>(); counts.set(s, 1); return counts as never;`,
      `const counts: Record<string, number> = {}; for (const c of s) counts[c] = 1; return counts as never;`,
      `const days = new Map<string, Date>(); days.set(s, new Date(0)); return String(days.size);`,
      `const all = new Map<string, () => number>(); all.set(s, () => 1); return String(all.size);`,
    ],
    instead: [
      `const counts: Record<string, number> = {}; for (const c of s) counts[c] = 1; return Object.entries(counts).map(([key, n]) => key + n).join();`,
      `const days = new Map<string, number>(); days.set(s, new Date(0).getTime()); return String(days.size);`,
    ],
  },
  '`JSON.parse`': {
    refused: [`return String(JSON.parse(s));`, `return JSON.stringify({ s });`],
    instead: [`const size = s.length; return '{"size":' + size + '}';`],
  },
  '`Object.keys(row)`': {
    refused: [`const o: { a?: string } = { a: s }; delete o.a; return o.a ?? '';`],
    instead: [
      `const object = { text: s, size: 1 }; const { text, ...rest } = object; return text + rest.size;`,
      `const counts: Record<string, number> = { a: 1 }; delete counts[s]; return Object.keys(counts).join();`,
    ],
  },
  '`try`, `catch`': { refused: [`try { return s.trim(); } catch { return ''; }`], instead: [] },
  'generators (but': {
    refused: [`function* all() { yield s; } return [...all()].join();`, `const f = async () => s; return String(f());`],
    instead: [`const all: string[] = []; for (const c of s) all.push(c); return all.join();`],
  },
  'a function that is chosen': {
    refused: [
      `const upper = (t: string) => t.toUpperCase(); const lower = (t: string) => t.toLowerCase(); const f = s === '' ? upper : lower; return f(s);`,
    ],
    instead: [
      `const upper = (t: string) => t.toUpperCase(); const lower = (t: string) => t.toLowerCase(); const loud = s === ''; return loud ? upper(s) : lower(s);`,
    ],
  },
  classes: {
    refused: [
      `class A { constructor(readonly x: string) {} } return new A(s).x;`,
      `const date = new Date(0); return String(date instanceof Date);`,
      `return { get text() { return s; } }.text;`,
    ],
    instead: [`const nameOf = (first: string, last: string) => ({ first, last }); return nameOf(s, s).last;`],
  },
  'a variable that is a `Record': {
    refused: [
      `let v: { first: string } | Record<string, string> = { first: s }; if (s === '') v = Object.fromEntries([[s, s]]); return String(Object.keys(v).length);`,
    ],
    instead: [
      `const names = { first: s }; const counts: Record<string, number> = {}; counts[s] = 1; return s === '' ? names.first : String(counts[s]);`,
    ],
  },
  '`new Date()`': {
    refused: [`return new Date().toISOString();`, `return String(Date.now());`, `return String(Math.random());`],
    instead: [],
  },
  '`getHours`': {
    refused: [
      `return String(new Date(0).getHours());`,
      `return new Date(s).toISOString();`,
      `return String(Date.parse(s));`,
      `const date = new Date(0); const same = date; date.setUTCDate(3); return same.toISOString();`,
    ],
    instead: [
      `return String(Date.UTC(Number(s.slice(0, 4)), Number(s.slice(5, 7)) - 1, Number(s.slice(8, 10))));`,
      `return String(new Date(0).getUTCHours());`,
    ],
  },
  '`normalize`': {
    refused: [
      `return s.normalize();`,
      `return String(s.localeCompare('a'));`,
      `return s.length.toLocaleString();`,
      `return new Intl.NumberFormat('de').format(s.length);`,
    ],
    instead: [`return s < 'a' ? s.length.toFixed(2) : '';`],
  },
  '`flat(depth)`': {
    refused: [
      `return [[s.split(',')]].flat(s.length).join();`,
      `const xs = s.split(','); xs.length = 1; return xs.join();`,
    ],
    instead: [
      `const xs = s.split(',').slice(); xs.splice(1); return xs.join();`,
      `return [s.split(';').map((row) => row.split(','))].flat(2).join();`,
    ],
  },
  '`sort()` of numbers': {
    refused: [`const xs = s.split(',').map(Number); xs.sort(); return xs.join();`],
    instead: [`const xs = s.split(',').map(Number); xs.sort((a, b) => a - b); return xs.join();`],
  },
  'typed arrays of bigints': {
    refused: [
      `const sums = new BigInt64Array(4); return String(sums[0]);`,
      `return String(new Uint8Array(new ArrayBuffer(8)).length);`,
      `return btoa(s);`,
      `return encodeURIComponent(s);`,
    ],
    instead: [`const counts: number[] = new Array(26).fill(0); return String(counts[0]);`],
  },
  'tagged templates': {
    refused: [
      'const tag = (parts: TemplateStringsArray) => parts[0] ?? s; return tag`a`;',
      `return String(Symbol(s));`,
      `return structuredClone({ s }).s;`,
      `console.log(s); return s;`,
    ],
    instead: [`return String.raw\`a\${s}\`;`, `const object = { s }; return { ...object }.s;`],
  },
};

const table = /^### Not yet\n[\s\S]*?\n((?:\|.*\n)+)/m.exec(page)?.[1]?.split('\n').slice(2, -1) ?? [];

test('each row of the table is tested', () => {
  expect(table.length).toBe(Object.keys(rows).length);
  for (const [at, beginning] of Object.keys(rows).entries()) expect(table[at]?.startsWith(`| ${beginning}`)).toBe(true);
});

/** Checks each body as a module of its own, and returns the files with errors of rowfuse, those of TypeScript aside. */
async function refusedOf(bodies: readonly string[]): Promise<ReadonlySet<number>> {
  const source = (body: string) =>
    `import { transform, utf8 } from 'rowfuse';\nconst letters = /[a-z]/g;\nexport const NAME = transform({ input: { s: utf8 }, output: utf8, row({ s }) { ${body} } });\n`;
  const sources = bodies.map((body, at) => [`src/t${at}.ts`, source(body).replace('NAME', `t${at}`)] as const);
  const project = temporaryProject(Object.fromEntries(sources));
  const { stdout } = await rowfuse(['check', 'src/*.ts', '--format', 'json'], project);
  const diagnostics: readonly { readonly code: string; readonly span: { readonly file: string } }[] =
    JSON.parse(stdout);
  const own = diagnostics.filter(({ code }) => code.startsWith('RF'));
  return new Set(own.map(({ span }) => Number(/t(\d+)\.ts$/.exec(span.file)?.[1])));
}

describe('the table', () => {
  test('lists what does not compile', async () => {
    const bodies = Object.values(rows).flatMap(({ refused }) => refused);
    const refused = await refusedOf(bodies);
    expect(bodies.filter((_, at) => !refused.has(at))).toEqual([]);
  });

  test('proposes what compiles', async () => {
    const bodies = Object.values(rows).flatMap(({ instead }) => instead);
    const refused = await refusedOf(bodies);
    expect(bodies.filter((_, at) => refused.has(at))).toEqual([]);
  });
});
