import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Vector } from 'apache-arrow';
import { compile } from 'rowfuse/compiler';
import { beforeAll, describe, expect, it } from 'vitest';
import { compiled } from '../aggregate/compiled.js';
import { root } from '../root.js';

/** A refused construct, the rewrite that its message proposes, and a row function that uses exactly this rewrite. */
interface Rewrite {
  /** The body of a row function of `s: utf8` and `xs: list(float64)`, with module code before it. */
  readonly refused: string;
  readonly module?: string;
  readonly rewrite: string;
  /** Statements that contain the rewrite, or a single expression. */
  readonly use: string;
  readonly useModule?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** Values of `s`, and the result for each. */
  readonly gives: Readonly<Record<string, string>>;
}

const rewrites: Readonly<Record<string, Rewrite>> = {
  'a pattern that refers back': {
    refused: String.raw`return String(/^(.)-\1$/.test(s));`,
    rewrite: 'm !== null && m[1] === m[2]',
    use: 'const m = /^(.)-(.)$/.exec(s); return String(m !== null && m[1] === m[2]);',
    gives: { 'a-a': 'true', 'a-b': 'false', '': 'false' },
  },
  'a pattern that goes on from call to call': {
    module: 'const pattern = /a/g;',
    refused: "let n = ''; while (pattern.exec(s) !== null) n += '.'; return n;",
    rewrite: 'for (const match of s.matchAll(pattern))',
    use: "const pattern = /a/g; let n = ''; for (const match of s.matchAll(pattern)) n += match.index; return n;",
    gives: { banana: '135', none: '' },
  },
  'a pattern that is made of the row': {
    refused: "return s.replace(new RegExp(s.charAt(0), 'g'), '-');",
    rewrite: 'replaceAll',
    use: "return s.replaceAll(s.charAt(0), '-');",
    gives: { abca: '-bc-' },
  },
  'JSON that is read': {
    refused: 'return String(JSON.parse(s).id);',
    rewrite: `const at = s.indexOf('"id":'); const id = at < 0 ? null : parseFloat(s.slice(at + 5));`,
    use: `const at = s.indexOf('"id":'); const id = at < 0 ? null : parseFloat(s.slice(at + 5)); return String(id);`,
    gives: { '{"a":1,"id":42,"b":2}': '42', '{}': 'null' },
  },
  'JSON that is written': {
    refused: 'return JSON.stringify({ size: s.length });',
    rewrite: `'{"size":' + size + '}'`,
    use: `const size = s.length; return '{"size":' + size + '}';`,
    gives: { abc: '{"size":3}' },
  },
  'a weak map': {
    refused: 'const m = new WeakMap<object, number>(); return String(m.has({}));',
    rewrite: 'const sizes = new Map<Node, number>()',
    useModule: 'interface Node { readonly text: string }',
    use: `const sizes = new Map<Node, number>(); const node: Node = { text: s };
  sizes.set(node, s.length); return String(sizes.get(node));`,
    gives: { abc: '3' },
  },
  'groups of words': {
    refused: "return String(Map.groupBy(s.split(' '), (word) => word.charAt(0)).size);",
    rewrite: 'const groups = new Map<string, string[]>()',
    use: `const groups = new Map<string, string[]>();
  for (const word of s.split(' ')) {
    const group = groups.get(word.charAt(0));
    if (group) group.push(word);
    else groups.set(word.charAt(0), [word]);
  }
  return [...groups].map(([key, group]) => key + group.length).join(' ');`,
    gives: { 'ab b ac': 'a2 b1' },
  },
  'a map as a result': {
    refused: 'const counts = new Map<string, number>(); counts.set(s, 1); return counts as never;',
    rewrite: '[...counts].map(([word, count]) => ({ word, count }))',
    use: `const counts = new Map<string, number>(); counts.set(s, 1);
  return [...counts].map(([word, count]) => ({ word, count })).map(({ word, count }) => word + count).join(' ');`,
    gives: { a: 'a1' },
  },
  'a date in a map': {
    refused: 'const days = new Map<string, Date>(); days.set(s, new Date(0)); return String(days.size);',
    rewrite: 'getTime()',
    use: 'const days = new Map<string, number>(); days.set(s, new Date(5).getTime()); return String(days.get(s));',
    gives: { a: '5' },
  },
  'the host of a URL': {
    refused: 'return new URL(s).hostname;',
    rewrite: "url.split('/')[2] ?? ''",
    use: "const url = s; return url.split('/')[2] ?? '';",
    gives: { 'https://example.org/a?b=c': 'example.org', nothing: '' },
  },
  'a parameter of a URL': {
    refused: "return new URLSearchParams(s).get('q') ?? '';",
    rewrite: "query.split('&').find((part) => part.startsWith('q='))?.slice(2) ?? ''",
    use: "const query = s; return query.split('&').find((part) => part.startsWith('q='))?.slice(2) ?? '';",
    gives: { 'a=1&q=x': 'x', 'a=1': '' },
  },
  'a price in a language': {
    module: "const format = new Intl.NumberFormat('de-DE');",
    refused: 'return format.format(s.length);',
    rewrite: "amount.toFixed(2).replace('.', ',') + ' €'",
    use: "const amount = Number(s); return amount.toFixed(2).replace('.', ',') + ' €';",
    gives: { '9.5': '9,50 €' },
  },
  'a date of text': {
    refused: 'return new Date(s).toISOString();',
    rewrite: 'Date.UTC(Number(s.slice(0, 4)), Number(s.slice(5, 7)) - 1, Number(s.slice(8, 10)))',
    use: 'return String(Date.UTC(Number(s.slice(0, 4)), Number(s.slice(5, 7)) - 1, Number(s.slice(8, 10))));',
    gives: { '2024-01-01': '1704067200000' },
  },
  'the time of now': {
    refused: 'return String(Date.now());',
    rewrite: "params: { now: timestamp('ms') }",
    use: 'return String(params.now);',
    params: { now: 1_704_067_200_000 },
    gives: { a: '1704067200000' },
  },
  'the year of now': {
    refused: 'return String(new Date().getUTCFullYear());',
    rewrite: 'new Date(params.now)',
    use: 'return String(new Date(params.now).getUTCFullYear());',
    params: { now: 1_704_067_200_000 },
    gives: { a: '2024' },
  },
  'a constant date': {
    module: "const start = new Date('2024-01-01');",
    refused: 'return String(start.getTime());',
    rewrite: 'const start = 1_704_067_200_000;',
    useModule: 'const start = 1_704_067_200_000;',
    use: 'return String(start);',
    gives: { a: '1704067200000' },
  },
  'an environment variable': {
    refused: "return s + process.env['SUFFIX'];",
    rewrite: 'params: { suffix: utf8 }',
    use: 'return s + params.suffix;',
    params: { suffix: '!' },
    gives: { a: 'a!' },
  },
  'escapes of a URI': {
    refused: 'return decodeURIComponent(s);',
    rewrite: "s.replaceAll('%20', ' ')",
    use: "return s.replaceAll('%20', ' ');",
    gives: { 'a%20b': 'a b' },
  },
  'letters with accents': {
    refused: "return s.normalize('NFD');",
    rewrite: "[...s].map((c) => plain.get(c) ?? c).join('')",
    useModule: "const plain = new Map([['é', 'e']]);",
    use: "return [...s].map((c) => plain.get(c) ?? c).join('');",
    gives: { café: 'cafe' },
  },
  'the last of a temporary array': {
    refused: "return s.split('.').pop() ?? '';",
    rewrite: "s.split('.').at(-1)",
    use: "return s.split('.').at(-1) ?? '';",
    gives: { 'a.b.txt': 'txt' },
  },
  'the first of a temporary array': {
    refused: "return s.split('.').shift() ?? '';",
    rewrite: "s.split('.').at(0)",
    use: "return s.split('.').at(0) ?? '';",
    gives: { 'a.b.txt': 'a' },
  },
  'a sorted column': {
    refused: 'return String((xs as number[]).sort((a, b) => a - b)[0]);',
    rewrite: 'xs.toSorted(…)',
    use: 'return String(xs.toSorted((a, b) => a - b)[0]);',
    gives: { a: '1' },
  },
  'a column that gets longer': {
    refused: '(xs as number[]).push(1); return String(xs.length);',
    rewrite: 'const own = xs.slice();',
    use: 'const own = xs.slice(); own.push(1); return String(own.length);',
    gives: { a: '3' },
  },
  'an array of zeros': {
    refused: 'const counts = new BigInt64Array(26); return String(counts.length);',
    rewrite: 'const counts: number[] = new Array(26).fill(0)',
    use: 'const counts: number[] = new Array(26).fill(0); return String(counts.length);',
    gives: { a: '26' },
  },
  'an object that is made by a class': {
    module: 'class Name { constructor(readonly first: string, readonly last: string) {} }',
    refused: "return new Name(s, '').first;",
    rewrite: 'const nameOf = (first: string, last: string) => ({ first, last });',
    useModule: 'const nameOf = (first: string, last: string) => ({ first, last });',
    use: "return nameOf(s, '').first;",
    gives: { a: 'a' },
  },
  'a function in an object that changes': {
    module: 'const helpers = { clean: (s: string) => s }; helpers.clean = (s) => s.trim();',
    refused: 'return helpers.clean(s);',
    rewrite: 'const clean = (s: string) => s.trim();',
    useModule: 'const clean = (s: string) => s.trim();',
    use: 'return clean(s);',
    gives: { ' a ': 'a' },
  },
  'a generator': {
    module: 'function* three() { yield 1; yield 2; yield 3; }',
    refused: 'let sum = 0; for (const x of three()) sum += x; return String(sum);',
    rewrite: 'const all: number[] = [];',
    useModule: 'function three() { const all: number[] = []; all.push(1); all.push(2); all.push(3); return all; }',
    use: 'let sum = 0; for (const x of three()) sum += x; return String(sum);',
    gives: { a: '6' },
  },
  'a loop over the keys of an object': {
    module: 'const table = { a: 1, b: 2 };',
    refused: "let n = ''; for (const key in table) n += key; return n;",
    rewrite: 'for (const [key, value] of Object.entries(table))',
    useModule: 'const table = { a: 1, b: 2 };',
    use: "let n = ''; for (const [key, value] of Object.entries(table)) n += key + value; return n;",
    gives: { a: 'a1b2' },
  },
  'a property that is left out': {
    refused: 'const o: { s: string; t?: string } = { s, t: s }; delete o.t; return o.s;',
    rewrite: 'const { text, ...rest } = object;',
    use: 'const object = { text: s, size: s.length }; const { text, ...rest } = object; return String(rest.size);',
    gives: { ab: '2' },
  },
  'the number of the row': {
    module: 'let seen = 0;',
    refused: 'seen += 1; return s;',
    rewrite: 'row({ name }, { index })',
    use: 'return String(index);',
    gives: { a: '0', b: '1' },
  },
  'the extension of a file': {
    module: "import path from 'node:path';",
    refused: 'return path.extname(s);',
    rewrite: "file.slice(file.lastIndexOf('.'))",
    use: "const file = s; return file.slice(file.lastIndexOf('.'));",
    gives: { 'a/b.txt': '.txt' },
  },
};

const cases = Object.entries(rewrites);
const imports = "import { list, float64, timestamp, transform, utf8 } from 'rowfuse';\n";

function refusedModule({ module = '', refused }: Rewrite): string {
  return `${imports}${module}
export const refused = transform({ input: { s: utf8, xs: list(float64) }, output: utf8, row({ s, xs }) { ${refused} } });
`;
}

function acceptedModule(): string {
  const modules = new Set(cases.map(([, { useModule = '' }]) => useModule));
  const transforms = cases.map(([, { use, params = {} }], index) => {
    const declared = `{ ${Object.keys(params)
      .map((name) => `${name}: ${name === 'now' ? "timestamp('ms')" : 'utf8'}`)
      .join(', ')} }`;
    return `export const accepted${index} = transform({ input: { s: utf8, xs: list(float64) }, params: ${declared}, output: utf8,
  row({ s, xs }, { params, index }) { ${use} } });`;
  });
  return `${imports}${[...modules].join('\n')}\n${transforms.join('\n')}\n`;
}

type Accepted = (input: unknown, options: unknown) => Promise<Vector>;

/** A proposal that does not compile, or does something else, is worse than none. */
describe('a proposed rewrite compiles and gives the intended result for', () => {
  let advice: readonly string[] = [];
  let accepted: Record<string, Accepted> = {};

  beforeAll(async () => {
    const folder = path.join(root, 'test/.fuzz/rewrites');
    mkdirSync(folder, { recursive: true });
    const files = cases.map(([, one], index) => {
      const file = path.join(folder, `refused-${index}.ts`);
      writeFileSync(file, refusedModule(one).replace('const refused ', `const refused${index} `));
      return file;
    });
    const { diagnostics } = compile({ files, root });
    advice = files.map((file) =>
      diagnostics
        .filter(({ span }) => span.file === path.relative(root, file))
        .map(({ fix }) => fix)
        .join('\n'),
    );
    accepted = await compiled<Record<string, Accepted>>(acceptedModule());
  });

  it.each(cases.map(([name], index) => [name, index] as const))('%s', async (name, index) => {
    const { rewrite, gives, params = {} } = rewrites[name] ?? { rewrite: '', gives: {} };
    expect(advice[index]).toContain(rewrite);
    const texts = Object.keys(gives);
    const input = { s: texts, xs: texts.map(() => [2, 1]) };
    const result = await accepted[`accepted${index}`]?.(input, { params });
    expect([...(result ?? [])]).toEqual(Object.values(gives));
  });
});
