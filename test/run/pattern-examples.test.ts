import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Table, Utf8, type Vector, vectorFromArray } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { rowsOf } from '../aggregate/compiled.js';
import { backendsUnderTest } from '../backends.js';
import { root } from '../root.js';
import { builtCalls, builtTransforms } from './built-transforms.js';
import { outcomeOf } from './outcome.js';

/** The examples of regular expressions, over inputs whose results are written out here. */
const transforms = new Map((await builtTransforms()).map(({ name, run }) => [name, run]));
const calls = new Map((await builtCalls()).map(({ name, run }) => [name, run]));

type Texts = readonly (string | null)[];

const cards: Record<string, string> = {
  'pay 4111 1111 1111 1111 now': 'pay **** 1111 now',
  'pay 4111-1111-1111-1112 now': 'pay 4111-1111-1111-1112 now',
  '378282246310005,3782 822463 10005': '**** 0005,**** 0005',
  '2026 4111111111111111': '2026 **** 1111',
  '5555555555554444x 6011 0009 9013 9424.': '5555555555554444x **** 9424.',
  '41111111111111111111': '41111111111111111111',
  '2223 0031 2200 3222 é 😀 5105105105105100': '**** 3222 é 😀 **** 5100',
  'jane.doe+x@mail.example.com, Bob@Example.ORG': 'j***@mail.example.com, B***@Example.ORG',
  'a@b @handle x@y. é@ü.de q@w.co.': 'a@b @handle x@y. é@ü.de q***@w.co.',
  '4111111111111111@cards.example': '**** 1***@cards.example',
  '': '',
};

const numbers: readonly (readonly [phone: string | null, country: string | null, expected: string | null])[] = [
  ['+1 (555) 123-4567', null, '+15551234567'],
  ['(555) 123-4567 ext. 89', 'US', '+15551234567'],
  ['1-555-123-4567x5', 'US', '+15551234567'],
  ['011 44 20 7946 0958', 'US', '+442079460958'],
  ['030/90 18-20', 'DE', '+4930901820'],
  ['0049 30 901820 #12', 'DE', '+4930901820'],
  ['+44 (0)20 7946 0958', 'DE', '+442079460958'],
  ['32 12 34 56', 'DK', '+4532123456'],
  ['01.23.45.67.89', 'FR', '+33123456789'],
  ['030 901820', null, null],
  ['030 901820', 'XX', null],
  ['030 901820', 'constructor', null],
  ['+0 123 4567', 'DE', null],
  ['+49 30 CALL', 'DE', null],
  ['１２３４５６７', 'DE', null],
  ['+1234567890123456', 'DE', null],
  ['n/a', 'US', null],
  ['', 'DK', null],
  [null, 'US', null],
];

const slugs: Record<string, string> = {
  "Don't panic: 10 tips!": 'dont-panic-10-tips',
  'Über  Größen & Maße': 'ueber-groessen-and-masse',
  'Ærø – smørrebrød': 'aeroe-smoerrebroed',
  'Cafe\u0301 ÷ İstanbul': 'cafe-istanbul',
  'Привет, 世界 ١٢': 'привет-世界-١٢',
  '--a--': 'a',
  '😀 …': '',
  [`${'x'.repeat(59)}. y`]: 'x'.repeat(59),
  [`${'x'.repeat(58)}. y`]: `${'x'.repeat(58)}-y`,
  ['𝒳'.repeat(61)]: '𝒳'.repeat(60),
  [`${'a'.repeat(61)} b`]: 'a'.repeat(60),
  '': '',
};

const log = [
  '203.0.113.7 - frank [10/Oct/2026:13:55:36 -0700] "GET /index.html HTTP/1.1" 200 2326 "https://example.com/" "Mozilla/5.0 (X11)"',
  '2001:db8::1 - - [29/Feb/2028:23:59:60 +0545] "HEAD / HTTP/2.0" 304 - "-" "-"',
  String.raw`h - "x" [01/Jan/2026:00:00:00 -0030] "GET /?q=\"a b\"" 404 0 "" "say \"hi\" \\"`,
  'h - ü [31/Dec/1999:00:00:00 +0000] "GET /straße" 200 5 "-" "😀"',
  String.raw`198.51.100.9 - - [10/Oct/2026:13:55:36 +0000] "\x16\x03\x01" 400 226 "-" "-"`,
  '198.51.100.9 - - [10/Oct/2026:13:55:36 +0000] "-" 408 - "-" "-"',
];
const malformed = [
  '',
  'broken line',
  'h - - [10/Okt/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 1 "-" "-"',
  'h - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 1',
  'h - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 1 "-" "-" more',
];
const accesses = [
  [
    '203.0.113.7',
    'frank',
    '2026-10-10T20:55:36.000Z',
    'GET',
    '/index.html',
    200,
    2326,
    'https://example.com/',
    'Mozilla/5.0 (X11)',
  ],
  ['2001:db8::1', null, '2028-02-29T18:15:00.000Z', 'HEAD', '/', 304, null, null, null],
  ['h', '"x"', '2026-01-01T00:30:00.000Z', null, null, 404, 0, '', String.raw`say \"hi\" \\`],
  ['h', 'ü', '1999-12-31T00:00:00.000Z', 'GET', '/straße', 200, 5, null, '😀'],
  ['198.51.100.9', null, '2026-10-10T13:55:36.000Z', null, null, 400, 226, null, null],
  ['198.51.100.9', null, '2026-10-10T13:55:36.000Z', null, null, 408, null, null, null],
];

for (const backend of backendsUnderTest) {
  describe(`on ${backend}`, () => {
    async function ofColumns(name: string, columns: Record<string, Texts>): Promise<Texts> {
      const run = transforms.get(name);
      if (!run) throw new Error(`There is no example ${name}.`);
      const vectors = Object.fromEntries(
        Object.entries(columns).map(([column, values]) => [column, vectorFromArray(values, new Utf8())]),
      );
      const result = await run(vectors, { backend });
      expect(outcomeOf(result)).toEqual(outcomeOf(run.reference(vectors)));
      return [...(result as Vector<Utf8>)];
    }

    async function ofText(name: string, text: string): Promise<Vector | Table> {
      const run = calls.get(name);
      if (!run) throw new Error(`There is no example ${name}.`);
      const bytes = Buffer.from(text);
      const result = await run(bytes, { backend });
      expect(outcomeOf(result)).toEqual(outcomeOf(run.reference(bytes)));
      return result;
    }

    it('maskText masks addresses and the numbers of cards, and leaves other numbers', async () => {
      expect(await ofColumns('maskText', { text: [...Object.keys(cards), null] })).toEqual([
        ...Object.values(cards),
        null,
      ]);
    });

    it('internationalNumber knows codes, prefixes and extensions', async () => {
      const columns = { phone: numbers.map(([phone]) => phone), country: numbers.map(([, country]) => country) };
      expect(await ofColumns('internationalNumber', columns)).toEqual(numbers.map(([, , expected]) => expected));
    });

    it('titleSlug spells letters out, and cuts between words', async () => {
      expect(await ofColumns('titleSlug', { title: Object.keys(slugs) })).toEqual(Object.values(slugs));
    });

    it.each(['\n', '\r\n'])('accesses and malformedLines divide the lines of a log with %j', async (end) => {
      const [first = '', ...others] = log;
      const text = [first, ...malformed, ...others].join(end);
      const table = (await ofText('accesses', text)) as Table;
      const rows = rowsOf(table).map(({ time, ...row }) => ({ ...row, time: new Date(Number(time)).toISOString() }));
      const names = ['host', 'user', 'time', 'method', 'path', 'status', 'bytes', 'referrer', 'agent'];
      expect(table.schema.fields.map(({ name }) => name)).toEqual(names);
      expect(rows).toEqual(accesses.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]]))));
      expect([...((await ofText('malformedLines', text)) as Vector)]).toEqual(malformed);
    });

    // No kernels group the rows of an expansion.
    it.skipIf(backend === 'cuda')('wordCounts counts words across cases and apostrophes', async () => {
      const table = await ofText(
        'wordCounts',
        "It's not what it is.\r\nÉté, E\u0301te\u0301; it’s NOT – well-known 42\n\n-'a'-",
      );
      const counts = rowsOf(table as Table).map(({ word, times }) => `${word} ${times}`);
      expect(counts).toEqual([
        'a 1',
        'e\u0301te\u0301 1',
        'is 1',
        'it 1',
        "it's 2",
        'not 2',
        'well-known 1',
        'what 1',
        'été 1',
      ]);
    });

    it.skipIf(backend === 'cuda')(
      'the examples agree with the reference on the text of the documentation',
      async () => {
        const pages = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.md'))
          .sort()
          .map((name) => readFileSync(path.join(root, 'docs', name), 'utf8'));
        const text = pages.join('');
        const lines = text.split('\n');
        await ofColumns('maskText', { text: lines });
        await ofColumns('titleSlug', { title: lines });
        await ofColumns('internationalNumber', { phone: lines, country: lines.map(() => 'DE') });
        await ofText('accesses', text);
        await ofText('malformedLines', text);
        await ofText('wordCounts', text);
      },
    );
  });
}
