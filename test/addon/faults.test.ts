import { configure, RowError, type RowfuseError } from '@rowfuse/runtime';
import { makeVector, vectorFromArray } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { failureOf, transformNamed } from './calls.js';
import { repeated, text, textBuffers, textOf } from './columns.js';

const rows = 5000;
/** Rows at the borders of tiles, of bitmap words and of the input. */
const places = [0, 1, 63, 64, 191, 192, 2047, 2048, 4999];

const redact = transformNamed('redact');
const names = { name: repeated('Ada L', rows), visibility: repeated('public', rows) };
/** A call that works, over several tiles. */
const goodRows = 300;
const goodNames = { name: repeated('Ada L', goodRows), visibility: repeated('public', goodRows) };

function expectRowError(error: RowfuseError, details: object, ...parts: readonly string[]): void {
  expect(error).toBeInstanceOf(RowError);
  expect(error).toMatchObject({ code: 'RowError', ...details });
  for (const part of parts) expect(error.message).toContain(part);
}

/** Returns good values up to a bad one, and from there on other bad ones in every tile, which finish in any order. */
function broken<Value>(good: Value, first: number, bad: Value, later: Value): Value[] {
  return Array.from({ length: rows }, (_, row) => {
    if (row === first) return bad;
    return row > first && (row - first) % 37 === 0 ? later : good;
  });
}

for (const backend of backendsUnderTest) {
  describe.each([
    { threads: 2, tileRows: 64 },
    { threads: 5, tileRows: 192 },
    { threads: 1, tileRows: 8192 },
  ])(`${backend}, %o: the lowest failing row is reported`, (limits) => {
    it.each(places)('for invalid UTF-8 in row %i', async (row) => {
      configure(limits);
      const surrogate = Uint8Array.of(0x41, 0xc3, 0xa9, 0xed, 0xa0, 0x80);
      const name = text(broken<string | Uint8Array>('Ada L', row, surrogate, Uint8Array.of(0xff)));
      const error = await failureOf(redact, { ...names, name }, goodNames, backend);
      expectRowError(error, { row, column: 'name', byte: 3 }, `redact: row ${row}, column "name"`, 'repair the column');
    });

    it.each(places)('for decreasing offsets from row %i on', async (row) => {
      configure(limits);
      const buffers = textBuffers(new Array(rows).fill('Ada L'));
      // Each of these values ends a byte before it begins.
      for (let at = row; at < rows; at += 37) buffers.valueOffsets[at + 1] = (buffers.valueOffsets[at] ?? 0) - 1;
      const error = await failureOf(redact, { ...names, name: textOf(buffers) }, goodNames, backend);
      expectRowError(error, { row, column: 'name' }, 'malformed offsets', 'build it again');
    });

    it.each(places)('for decreasing offsets under a null in row %i', async (row) => {
      configure(limits);
      const maskEmail = transformNamed('maskEmail');
      const buffers = textBuffers(new Array(rows).fill(null));
      for (let at = row; at < rows; at += 37) buffers.valueOffsets[at + 1] = (buffers.valueOffsets[at] ?? 0) - 1;
      const good = { email: text(['ada@example.com', null]) };
      const error = await failureOf(maskEmail, { email: textOf(buffers) }, good, backend);
      expectRowError(error, { row, column: 'email' }, 'malformed offsets', 'build it again');
    });

    it.each([
      ['past the buffer', 2 ** 31 - 1],
      ['negative', -(2 ** 31)],
      ['before the first', 0],
      ['one past the buffer', -1],
    ])('for an offset that is %s, in the middle', async (_, offset) => {
      configure(limits);
      for (const row of [0, 127, 2100, 4000]) {
        const buffers = textBuffers(new Array(rows).fill('Ada L'));
        buffers.valueOffsets[row + 1] = offset === -1 ? buffers.data.length + 1 : offset;
        const error = await failureOf(redact, { ...names, visibility: textOf(buffers) }, goodNames, backend);
        expectRowError(error, { row, column: 'visibility' }, 'malformed offsets', 'build it again');
      }
    });

    it.each(places)('for a number that does not fit in row %i, in the only pass', async (row) => {
      configure(limits);
      const narrow = transformNamed('narrow');
      const ones = makeVector(new Float64Array(rows).fill(1));
      const good = { n: makeVector(new Int32Array(goodRows).fill(7)), factor: ones.slice(0, goodRows) };
      const n = makeVector(Int32Array.from(broken(7, row, 16_384, 99_999)));
      const error = await failureOf(narrow, { n, factor: ones }, good, backend);
      const fix = 'Return a number that fits, or declare a wider column';
      expectRowError(error, { row, column: 'small', value: '32768' }, 'int16 holds an integer from -32768', fix);
    });

    it.each(places)('for a number that does not fit in row %i, beside text', async (row) => {
      configure(limits);
      const labelled = transformNamed('labelled');
      const label = repeated(' é', rows);
      const good = { label: label.slice(0, goodRows), n: makeVector(new Float64Array(goodRows)) };
      const n = makeVector(Float64Array.from(broken(-128, row, 128, 0.5)));
      const error = await failureOf(labelled, { label, n }, good, backend);
      expectRowError(error, { row, column: 'n', value: '128' }, 'int8 holds an integer from -128 to 127');
    });

    it.each(places)('for a method of undefined in row %i', async (row) => {
      configure(limits);
      const trimmed = transformNamed('unitTrimmed');
      const s = repeated('ab', rows);
      const good = { s: s.slice(0, goodRows), i: makeVector(new Int32Array(goodRows)) };
      const i = makeVector(Int32Array.from(broken(1, row, 2, -1)));
      const error = await failureOf(trimmed, { s, i }, good, backend);
      expectRowError(error, { row, column: undefined }, `unitTrimmed: row ${row}: the row function threw TypeError`);
    });

    it.each(places)('for a missing value in row %i', async (row) => {
      configure(limits);
      const unitOf = transformNamed('unitOf');
      const i = makeVector(new Int32Array(rows));
      const good = { s: repeated('ab', goodRows), i: i.slice(0, goodRows) };
      const s = text(broken<string | null>('ab', row, '', null));
      const error = await failureOf(unitOf, { s, i }, good, backend);
      const what = 'the row function returned undefined for a column that is declared utf8';
      expectRowError(error, { row, column: 'unit' }, what, 'declare the column nullable');
    });

    it('for different faults in different columns', async () => {
      configure(limits);
      const labelled = transformNamed('labelled');
      const good = { label: repeated(' é', goodRows), n: makeVector(new Float64Array(goodRows)) };
      const label = text(broken<string | Uint8Array>('x', 900, Uint8Array.of(0x80), Uint8Array.of(0xc0)));
      for (const [first, column] of [
        [899, 'n'],
        [901, 'label'],
      ] as const) {
        const n = makeVector(Float64Array.from(broken(0, first, Number.NaN, 1e9)));
        const error = await failureOf(labelled, { label, n }, good, backend);
        expectRowError(error, { row: Math.min(first, 900), column });
      }
    });
  });

  describe(backend, () => {
    it.each([
      ['a lone continuation byte', [0x80], 0],
      ['an overlong form of two bytes', [0x61, 0xc0, 0x80], 1],
      ['an overlong form of three bytes', [0xe0, 0x9f, 0xbf], 0],
      ['an overlong form of four bytes', [0xf0, 0x8f, 0xbf, 0xbf], 0],
      ['a surrogate', [0x61, 0x62, 0xed, 0xa0, 0x80], 2],
      ['past U+10FFFF', [0xf4, 0x90, 0x80, 0x80], 0],
      ['a byte that never occurs', [0xf0, 0x9f, 0x98, 0x80, 0xfe], 4],
      ['a character cut short', [0x61, 0xf0, 0x9f, 0x98], 1],
      ['a character cut short by ASCII', [0xe2, 0x9c, 0x20], 0],
    ])('reports bytes that are not UTF-8: %s', async (_, bytes, byte) => {
      const good = { name: text(['Ada L', 'é']), visibility: text(['public', 'no']) };
      // The text stands after a row of 16 bytes and before one, because some code reads bytes in words.
      const name = text(['0123456789abcdef', Uint8Array.from(bytes), '0123456789abcdef']);
      const visibility = text(['public', 'public', 'public']);
      const error = await failureOf(redact, { name, visibility }, good, backend);
      expectRowError(error, { row: 1, column: 'name', byte }, `not UTF-8 from byte ${byte} of the value on`);
    });

    it('reports a character that continues in the next row as invalid UTF-8', async () => {
      const good = { name: text(['a']), visibility: text(['public']) };
      const [head, tail] = [Uint8Array.of(0x61, 0xe2, 0x9c), Uint8Array.of(0x93, 0x62)];
      const input = { name: text(['x', head, tail]), visibility: text(['public', 'public', 'public']) };
      expectRowError(await failureOf(redact, input, good, backend), { row: 1, column: 'name', byte: 1 });
    });

    it.each([
      ['small', '2000000000', { n: [3, 1e9], factor: [1, 1] }],
      ['large', '-3', { n: [3, 3], factor: [1, -1] }],
      ['large', '4294967296', { n: [4, 2], factor: [1, 2 ** 31] }],
      ['large', '0.75', { n: [4, 3], factor: [1, 0.25] }],
      ['large', 'NaN', { n: [4, 3], factor: [1, Number.NaN] }],
      ['large', 'Infinity', { n: [4, 3], factor: [1, Infinity] }],
      ['maybe', '-129', { n: [4, -129], factor: [1, -1] }],
    ])('reports a number that %s cannot hold: %s', async (column, value, { n, factor }) => {
      const narrow = transformNamed('narrow');
      const columns = (first: number[], second: number[]) => ({
        n: makeVector(Int32Array.from(first)),
        factor: makeVector(Float64Array.from(second)),
      });
      const error = await failureOf(narrow, columns(n, factor), columns([100, 101], [0, 42524428]), backend);
      expectRowError(error, { row: 1, column, value });
    });

    it('counts rows over all chunks', async () => {
      const narrow = transformNamed('narrow');
      const n = makeVector(Int32Array.of(1, 2)).concat(makeVector(Int32Array.of(3, 4, 1e6, 5, 1e7)));
      const factor = makeVector(new Float64Array(7).fill(1));
      const input = { n, factor: factor.slice(0, 3).concat(factor.slice(3)) };
      const error = await failureOf(narrow, input, { n: n.slice(0, 4), factor: factor.slice(0, 4) }, backend);
      expectRowError(error, { row: 4, column: 'small', value: '2000000' });
    });

    it('keeps the value out of the error with valuesInErrors: false', async () => {
      const input = { label: vectorFromArray(['secret']), n: makeVector(Float64Array.of(31337)) };
      const labelled = transformNamed('labelled');
      const error = await labelled(input as never, { backend, valuesInErrors: false }).catch((caught) => caught);
      expectRowError(error, { row: 0, column: 'n', value: undefined }, 'returned a number');
      expect(`${error.message} ${error.cause}`).not.toMatch(/31337|secret/);
    });
  });
}
