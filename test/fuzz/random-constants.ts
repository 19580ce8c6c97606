// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the declarations are source code
/** The constants that random programs capture. */

export type Kind = 'string' | 'number' | 'bigint' | 'boolean';

/** Captured constants. tsc would see through some of them if they were inlined, and report errors. */
export const literals: Readonly<Record<Kind, readonly string[]>> = {
  string: ["''", "'a'", "' '", "'é'", "'✓'", "'😀'", "'\\ud83d'", "'\\ude00'", "'a😀b'", "'undefined'"],
  number: ['0', '1', '2', '-1', '-3', '0.5', '7', '1e21', '-0', 'NaN', 'Infinity'],
  bigint: [
    '0n',
    '1n',
    '-1n',
    '7n',
    '1000n',
    '4294967296n',
    '-9223372036854775808n',
    '18446744073709551615n',
    '2n ** 100n',
  ],
  boolean: ['true', 'false'],
};

/** Captured arrays and sets: few and many elements, dense and sparse. */
export const lists: Readonly<Record<Exclude<Kind, 'boolean'>, readonly string[]>> = {
  string: [
    "['a', 'é', '']",
    "new Set(['a', 'b', 'ab', ' ', 'public', '😀', '✓', 'John Doe', 'undefined'])",
    "['\\ud83d', 'a', 'b', ' ', 'c']",
  ],
  number: [
    '[0, 1, 2, 5]',
    '[NaN, 0.5, -1]',
    'new Set([1, 10, 100, 1000, 10_000, -7, 3, 0])',
    '[0.5, 1.9, -0.5, 5e-324, 14, 1e300]',
  ],
  bigint: [
    '[1n, 3n, 4n, -2n]',
    'new Set([0n, 7n, 1000n, 77_777n, 4_000_000_000n, -5n, 26n])',
    '[2n ** 63n, -(2n ** 63n), 2n ** 40n, 1n, 2n ** 64n - 1n, 12n]',
    `new Set([${Array.from({ length: 60 }, (_, index) => `${index * index * 1009}n`).join(', ')}, 1n, 2n, 3n])`,
  ],
};

/** Declarations of objects, maps and arrays for lookups, and of functions. */
const tables: readonly string[] = [
  'const shorten = (text: string, count: number): string => (count > 3 ? text.slice(count) : `${text}${count}`);',
  "const gathered = (first: string, ...rest: string[]): string => `${rest.length}${rest.join('-')}${first}`.slice(0, 99);",
  "const joined = (text: string, by: string): string => text.split(by).map((part) => part.trim()).filter((part) => part !== '').join('-').slice(0, 99);",
  'const bounded = (value: number): number => { if (value > 50) return 50; let steps = 0; for (let i = 0; i < 3; i++) steps += value > i ? 1 : 2; return value < -50 ? -steps : value; };',
  "const numberTable: Record<string, number> = { a: 1, b: 2.5, '': -0, é: NaN, '😀': 7, ab: 3, undefined: 4, 1: 5, '-1': 6 };",
  "const textTable: Record<string, string> = { a: 'first', 'é': '\\ud83d' };",
  "const bigintTable = new Map<string, bigint>([['a', 1n], ['public', 2n ** 64n], ['✓', -7n], [' ', 0n], ['b', 5n], ['c', 6n], ['d', 7n], ['A', 8n]]);",
  "const numberMap = new Map<number, string>([[0, 'zero'], [1, 'a'], [NaN, 'none'], [-1, 'é'], [0.5, '😀'], [7, ''], [1000, 'many']]);",
  'const bigintMap = new Map<bigint, number>([[0n, 0.5], [1n, -1], [7n, 7], [-5n, 5], [1000n, NaN], [2n ** 63n, 63]]);',
  'const patternRules = [/^a/, /\\d+(?:\\.\\d+)?$/, /[^\\x00-\\x7f]/u, /\\bab?\\b/i, /(?<=a)b|^$/];',
  'const everyWord = /[^\\s,]+/g;',
  "const pairPattern = new RegExp('[\\ud800-\\udbff][\\udc00-\\udfff]');",
  "const words = ['a', 'b', '', 'é', '😀', 'ab', 'a', 'public', ' '];",
  'const numbers = [5, 3, -0, NaN, 2.5, 5, 1];',
  "const nested: Record<string, { readonly name: string; readonly size: number; readonly big: bigint | null }> = { a: { name: 'A', size: 1, big: 7n }, b: { name: '', size: -0.5, big: null }, '✓': { name: '✓✓', size: NaN, big: 2n ** 70n } };",
];

/** Every declaration, by the name of its constant. */
export const declarations: ReadonlyMap<string, string> = new Map(
  [
    ...Object.entries(literals).flatMap(([kind, values]) =>
      values.map((value, index) => `const ${kind}${index}: ${kind} = ${value};`),
    ),
    ...Object.entries(lists).flatMap(([kind, values]) =>
      values.map((value, index) => {
        const type = value.startsWith('new') ? `ReadonlySet<${kind}>` : `readonly ${kind}[]`;
        return `const ${kind}List${index}: ${type} = ${value};`;
      }),
    ),
    ...tables,
  ].map((declaration) => [/^const (\w+)/.exec(declaration)?.[1] ?? '', declaration]),
);
