import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { LineAggregation, LineTransform, Progress } from '@rowfuse/runtime';
import { Binary, type Table, type Utf8, type Vector, vectorFromArray } from 'apache-arrow';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { textsOf } from '../runtime/text-vectors.js';
import { compiled, rowsOf } from './compiled.js';

const text = `
import { aggregate, count, expand, first, float64, int32, last, lines, max, mean, min, pipe, transform, utf8 } from 'rowfuse';

export const rows = transform({ input: lines(), output: utf8, row: ({ line }) => line });
export const fields = expand({ input: lines(), output: utf8, *rows({ line }) { for (const field of line.split(',')) yield field; } });
export const records = transform({ input: lines({ separator: 'ab' }), output: utf8, row: ({ line }) => line });
export const triple = transform({ input: lines({ separator: 'aab' }), output: utf8, row: ({ line }) => line });
export const numbered = transform({ input: lines(), output: { at: int32, line: utf8 }, where: ({ line }) => line !== '', row: ({ line }, { index }) => ({ at: index, line }) });
const shouted = transform({ input: { text: utf8 }, output: utf8, row: ({ text }) => text.toUpperCase() });
export const loud = pipe(rows, shouted);

const readings = transform({
  input: lines(),
  output: { station: utf8, temp: float64 },
  row({ line }) {
    const at = line.indexOf(';');
    if (at < 0) throw new Error('no semicolon');
    return { station: line.slice(0, at), temp: Number(line.slice(at + 1)) };
  },
});
export const summary = aggregate({ from: readings, key: 'station', output: { low: min('temp'), avg: mean('temp'), high: max('temp'), n: count() } });
export const ends = aggregate({ input: lines(), key: [], output: { n: count(), head: first('line'), tail: last('line') } });
`;

interface Built {
  readonly rows: LineTransform<Vector<Utf8>>;
  readonly fields: LineTransform<Vector<Utf8>>;
  readonly records: LineTransform<Vector<Utf8>>;
  readonly triple: LineTransform<Vector<Utf8>>;
  readonly loud: LineTransform<Vector<Utf8>>;
  readonly numbered: LineTransform<Table>;
  readonly summary: LineAggregation<Table>;
  readonly ends: LineAggregation<Table>;
}

let built: Built;
beforeAll(async () => {
  built = await compiled<Built>(text);
});

const js = { backend: 'js' } as const;
const bytes = (given: string) => new Uint8Array(Buffer.from(given));
const linesOf = async (given: string) => textsOf(await built.rows(bytes(given), js));

/** Splits text into lines: the specification, in its plainest form. */
function split(given: string, separator = '\n'): string[] {
  const parts = given.split(separator);
  if (parts.at(-1) === '') parts.pop();
  const hasEnd = given.endsWith(separator);
  return parts.map((part, place) => {
    const isEnded = hasEnd || place < parts.length - 1;
    return separator === '\n' && isEnded ? part.replace(/\r$/, '') : part;
  });
}

describe('lines', () => {
  test('end with \\n or \\r\\n; the last may lack its end, and empty lines are rows', async () => {
    expect(await linesOf('a\nb\r\n\n\r\nc')).toEqual(['a', 'b', '', '', 'c']);
    expect(await linesOf('a\n')).toEqual(['a']);
    expect(await linesOf('\n\n')).toEqual(['', '']);
    expect(await linesOf('')).toEqual([]);
    expect(await linesOf('a\r\r\nb\r')).toEqual(['a\r', 'b\r']);
    expect(await linesOf('a\0b\n')).toEqual(['a\0b']);
  });

  test('start after a byte-order mark, which counts as one only at the very beginning', async () => {
    expect(await linesOf('\uFEFFa\n\uFEFFb')).toEqual(['a', '\uFEFFb']);
    expect(await linesOf('\uFEFF')).toEqual([]);
    const parts = [Uint8Array.of(0xef), Uint8Array.of(0xbb), Uint8Array.of(0xbf, 0x61)];
    expect([...(await built.rows(parts, js))]).toEqual(['a']);
  });

  test('do not depend on how the text is cut into parts', async () => {
    const piece = fc.constantFrom('a', 'b', 'ab', '\n', '\r', '\r\n', 'é', '😀', 'aab');
    const texts = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(texts, fc.array(fc.nat(12), { maxLength: 10 }), async (given, cuts) => {
        const whole = bytes(given);
        const parts = inParts(whole, cuts);
        expect([...(await built.rows(whole, js))]).toEqual(split(given));
        expect([...(await built.rows(parts, js))]).toEqual(split(given));
        expect([...(await built.records(parts, js))]).toEqual(split(given, 'ab'));
        expect([...(await built.triple(parts, js))]).toEqual(split(given, 'aab'));
        expect([...built.rows.reference(whole)]).toEqual(split(given));
      }),
      { numRuns: 300 },
    );
  });

  test('may be longer than any part', async () => {
    const long = 'x'.repeat(20_000_000);
    const [only, next] = await built.rows([bytes(`${long}`), bytes(`${long}\nb`)], js);
    expect([only?.length, next]).toEqual([40_000_000, 'b']);
  });

  test('are the numbered rows of expand, where and pipes', async () => {
    expect([...(await built.fields(bytes('a,b\nc'), js))]).toEqual(['a', 'b', 'c']);
    expect([...(await built.loud(bytes('a\nb'), js))]).toEqual(['A', 'B']);
    expect(rowsOf(await built.numbered(bytes('a\n\nb'), js))).toEqual([
      { at: 0, line: 'a' },
      { at: 2, line: 'b' },
    ]);
  });
});

function inParts(whole: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const cut of cuts) {
    parts.push(whole.subarray(at, at + cut));
    at += cut;
  }
  return [...parts, whole.subarray(Math.min(at, whole.length))];
}

describe('texts are accepted', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rowfuse-lines-'));
  const file = path.join(folder, 'text.txt');
  writeFileSync(file, 'b;1\na;2.5\r\nb;3');
  const expected = [
    { station: 'a', low: 2.5, avg: 2.5, high: 2.5, n: 1n },
    { station: 'b', low: 1, avg: 2, high: 3, n: 2n },
  ];

  test('as bytes, as files and as streams', async () => {
    const whole = readFileSync(file);
    const sources = [
      whole,
      new Uint8Array(whole).buffer,
      { file },
      { file: pathToFileURL(file) },
      Readable.from([whole.subarray(0, 5), whole.subarray(5)]),
      new Blob([whole]).stream() as ReadableStream<Uint8Array>,
    ];
    for (const source of sources) expect(rowsOf(await built.summary(source, js))).toEqual(expected);
    expect(rowsOf(built.summary.reference({ file }))).toEqual(expected);
  });

  test('as vectors, in which each value has its own lines', async () => {
    const texts = ['a\nb', null, '', 'c\n', '\uFEFFd'];
    for (const vector of [
      vectorFromArray(texts),
      vectorFromArray(
        texts.map((one) => one && bytes(one)),
        new Binary(),
      ),
    ])
      expect([...(await built.rows(vector as never, js))]).toEqual(['a', 'b', 'c', 'd']);
    expect(rowsOf(await built.ends(vectorFromArray(texts) as never, js))).toEqual([{ n: 4n, head: 'a', tail: 'd' }]);
  });

  test('but not as strings, tables or numbers, and the error says what to pass', async () => {
    await expect(built.rows('a;1' as never, js)).rejects.toThrow('Buffer.from(text) for the text, or { file: path }');
    await expect(built.rows(Int32Array.of(1) as never, js)).rejects.toThrow('the input is an Int32Array. Pass');
    await expect(built.rows(['a'] as never, js)).rejects.toThrow('an array of strings. Pass their bytes');
    const table = (await built.numbered(bytes('a'), js)) as never;
    await expect(built.rows(table, js)).rejects.toThrow("table.getChild('text')");
  });

  test('but not from missing files, folders, or failing streams, which are closed', async () => {
    await expect(built.summary({ file: path.join(folder, 'none') }, js)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(built.summary({ file: folder }, js)).rejects.toMatchObject({ code: 'EISDIR' });
    await expect(built.summary({ file: folder }, js)).rejects.toMatchObject({ path: folder });
    await expect(built.summary({ file: folder }, js)).rejects.toThrow(`'${folder}'`);
    expect(() => built.summary.reference({ file: folder })).toThrow(`'${folder}'`);
    const remote = built.rows({ file: new URL('https://example.com/a.txt') }, js);
    await expect(remote).rejects.toMatchObject({ code: 'SchemaError' });
    await expect(remote).rejects.toThrow('rows: https://example.com/a.txt is no file');
    let isClosed = false;
    async function* failing(error: Error | undefined) {
      try {
        yield bytes('a;1\nb');
        if (error) throw error;
        yield bytes('\nc;1\n');
        yield bytes('c;1\n');
      } finally {
        isClosed = true;
      }
    }
    await expect(built.summary(failing(new Error('disk')), js)).rejects.toThrow('disk');
    isClosed = false;
    await expect(built.summary(failing(undefined), js)).rejects.toMatchObject({ row: 1 });
    expect(isClosed).toBe(true);
    expect(rowsOf(await built.summary(readFileSync(file), js))).toEqual(expected);
  });

  test('as streams, which stay untouched if the call is refused before', async () => {
    const stream = new Blob([readFileSync(file)]).stream() as ReadableStream<Uint8Array>;
    for (const lines of [built.summary, built.rows]) {
      expect(() => lines.reference(stream)).toThrow('a stream comes in its own time');
      await expect(lines(stream, { backend: 'cpu' })).rejects.toMatchObject({ code: 'BuildError' });
      await expect(lines(stream, { ...js, onProgres() {} } as never)).rejects.toThrow('unknown option "onProgres"');
      await expect(lines(stream, { ...js, signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
    }
    expect(rowsOf(await built.summary(stream, js))).toEqual(expected);
    expect(stream.locked).toBe(false);
  });

  test('with progress reports and an abort signal', async () => {
    const told: Progress[] = [];
    await built.summary({ file }, { ...js, onProgress: (progress) => told.push(progress) });
    expect(told).toEqual([{ bytes: 14, totalBytes: 14, rows: 2 }]);
    const stop = new AbortController();
    async function* endless() {
      for (;;) {
        yield bytes('a;1\n');
        stop.abort(new Error('enough'));
      }
    }
    await expect(built.summary(endless(), { ...js, signal: stop.signal })).rejects.toThrow('enough');
    const never = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
    const late = new AbortController();
    const waiting = built.summary(never, { ...js, signal: late.signal });
    setTimeout(() => late.abort(new Error('too late')), 10);
    await expect(waiting).rejects.toThrow('too late');
  });
});

describe('a line that fails', () => {
  test('is reported by its line number, from 1, and its row, from 0', async () => {
    const error = { code: 'RowError', row: 1 };
    await expect(built.summary(bytes('a;1\nb\n'), js)).rejects.toMatchObject(error);
    await expect(built.summary(bytes('a;1\nb\n'), js)).rejects.toThrow(
      'summary: line 2: the row function threw Error: no semicolon, for { "line": "b" }',
    );
    const hidden = built.summary(bytes('a;1\nsecret\n'), { ...js, valuesInErrors: false });
    await expect(hidden).rejects.not.toThrow('secret');
  });

  test('is left out with onError', async () => {
    const options = { ...js, onError: 'collect' } as const;
    const { result, errors } = await built.summary(bytes('a;1\nb\na;3\n'), options);
    expect(rowsOf(result)).toEqual([{ station: 'a', low: 1, avg: 2, high: 3, n: 2n }]);
    expect(errors.map(({ row }) => row)).toEqual([1]);
  });

  test('may hold invalid UTF-8', async () => {
    const text = Uint8Array.of(0x61, 0x3b, 0x31, 0x0a, 0xff, 0x3b, 0x31, 0x0a);
    await expect(built.summary(text, js)).rejects.toMatchObject({ row: 1, column: 'line', byte: 0 });
  });
});

const official = process.env.ROWFUSE_1BRC;
test.skipIf(official === undefined)('the official samples give their official results, to a tenth', async () => {
  const folder = official ?? '';
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.txt'))) {
    const file = path.join(folder, name);
    const groups = rowsOf(await built.summary({ file }, js));
    const shown = groups.map(
      ({ station, low, avg, high }) => `${station}=${[low, avg, high].map((x) => tenths(Number(x))).join('/')}`,
    );
    expect(`{${shown.join(', ')}}\n`).toBe(readFileSync(file.replace('.txt', '.out'), 'utf8'));
  }
});

/** Rounds tenths as Java's Math.round does. */
function tenths(value: number): string {
  const rounded = Math.floor(value * 10 + 0.5) / 10;
  return (rounded === 0 ? 0 : rounded).toFixed(1);
}
