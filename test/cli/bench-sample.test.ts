import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Table } from 'apache-arrow';
import { beforeAll, describe, expect, test } from 'vitest';
import { digestOf } from '../../codegen/cli/bench/arrow-columns.js';
import { benchReport, describeBench } from '../../codegen/cli/bench/bench-report.js';
import type { InputColumn } from '../../codegen/cli/bench/input-column.js';
import { repeatedRows } from '../../codegen/cli/bench/repeated-rows.js';
import { readSampleFile } from '../../codegen/cli/bench/sample-file.js';
import { sampleTable } from '../../codegen/cli/bench/sample-rows.js';
import { ensurePackageIsBuilt, rowfuse, temporaryProject } from './built-package.js';
import { temporaryDirectory } from './temporary-directory.js';

/** A transform that fails for generated text, and reads a required struct within a nullable one. */
const dialled = `import { int8, nullable, struct, transform, utf8 } from 'rowfuse';

export const dialled = transform({
  input: { phone: nullable(utf8), who: nullable(struct({ name: utf8, home: struct({ zip: utf8 }) })) },
  output: { digits: int8, text: utf8 },
  row({ phone, who }) {
    const found = phone === null ? 0 : phone.split('-').length;
    return { digits: phone === null || found === 3 ? found : 1000, text: \`\${who?.name ?? 'nobody'} \${who?.home.zip ?? ''}\` };
  },
});
`;

const columns: readonly InputColumn[] = [
  { name: 'text', type: 'utf8', nullable: true, read: true },
  { name: 'large', type: 'largeUtf8', nullable: false, read: true },
  { name: 'kind', type: 'dictionary', nullable: true, read: true },
  { name: 'bytes', type: 'binary', nullable: true, read: true },
  { name: 'flag', type: 'bool', nullable: true, read: true },
  { name: 'small', type: 'int8', nullable: false, read: true },
  { name: 'wide', type: 'uint32', nullable: true, read: true },
  { name: 'id', type: 'int64', nullable: false, read: true },
  { name: 'big', type: 'uint64', nullable: true, read: true },
  { name: 'part', type: 'float32', nullable: false, read: true },
  { name: 'number', type: 'float64', nullable: true, read: true },
  { name: 'day', type: 'date32', nullable: false, read: true },
  { name: 'seconds', type: 'timestamp[s]', nullable: false, read: true },
  { name: 'time', type: 'timestamp[ms]', timezone: 'UTC', nullable: true, read: true },
  { name: 'fine', type: 'timestamp[us]', nullable: false, read: true },
  { name: 'finest', type: 'timestamp[ns]', nullable: true, read: true },
  { name: 'tags', type: 'list', element: { type: 'utf8', nullable: true }, nullable: true, read: true },
  {
    name: 'grid',
    type: 'list',
    element: { type: 'list', element: { type: 'int16', nullable: false }, nullable: false },
    nullable: false,
    read: true,
  },
  { name: 'who', path: ['who'], type: 'bool', presence: true, nullable: false, read: true },
  { name: 'who.name', path: ['who', 'name'], type: 'utf8', nullable: true, required: true, read: true },
  { name: 'who.age', path: ['who', 'age'], type: 'int32', nullable: true, read: true },
  {
    name: 'points.x',
    path: ['points', 'x'],
    listed: [1],
    type: 'list',
    element: { type: 'float64', nullable: false },
    nullable: false,
    read: true,
  },
  {
    name: 'points.name',
    path: ['points', 'name'],
    listed: [1],
    type: 'list',
    element: { type: 'utf8', nullable: true },
    nullable: false,
    read: true,
  },
];

const full = {
  text: '+1 555-01',
  large: 'é',
  kind: 'red',
  bytes: 'AP8=',
  flag: true,
  small: -128,
  wide: 4_294_967_295,
  id: '-9223372036854775808',
  big: '18446744073709551615',
  part: 0.5,
  number: 'NaN',
  day: '2024-02-29',
  seconds: '1970-01-01T00:00:01Z',
  time: '2026-11-21T10:30:00.25+01:00',
  fine: '1970-01-01 00:00:00.000007',
  finest: '9223372036854775807',
  tags: ['a', null, ''],
  grid: [[1, 2], [], [3]],
  who: { name: 'Jane', age: 41 },
  points: [{ x: 1, name: 'p' }, { x: 2 }],
  other: { which: ['is not looked at'] },
};

const bare = {
  ...{ large: '', small: 127, id: 0, part: '-Infinity', day: 86_400_000, seconds: -2000, fine: -7 },
  ...{ grid: [], points: [], who: null, tags: null, kind: null, bytes: '', flag: false, time: 1 },
};

/** Writes a file with this text, these bytes, or these rows as an array. */
function fileWith(content: string | Uint8Array | readonly unknown[], name = 'rows.json'): string {
  const file = path.join(temporaryDirectory(), name);
  writeFileSync(file, content instanceof Uint8Array || typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const tableOf = (content: Parameters<typeof fileWith>[0]) => sampleTable(columns, readSampleFile(fileWith(content)));

describe('rows of a sample', () => {
  test('may have columns of every type, with nulls', () => {
    const table = tableOf([full, bare]);
    const values = (name: string): unknown => JSON.parse(JSON.stringify([...(table.getChild(name) ?? [])], readable));
    expect(Object.fromEntries(table.schema.fields.map(({ name }) => [name, values(name)]))).toEqual({
      text: ['+1 555-01', null],
      large: ['é', ''],
      kind: ['red', null],
      bytes: [{ 0: 0, 1: 255 }, {}],
      flag: [true, false],
      small: [-128, 127],
      wide: [4_294_967_295, null],
      id: ['-9223372036854775808', '0'],
      big: ['18446744073709551615', null],
      part: [0.5, '-Infinity'],
      number: ['NaN', null],
      day: [Date.UTC(2024, 1, 29), 86_400_000],
      seconds: [1000, -2000],
      time: [Date.UTC(2026, 10, 21, 9, 30, 0, 250), 1],
      fine: [0.007, -0.007],
      finest: [9_223_372_036_854.775, null],
      tags: [['a', null, ''], null],
      grid: [[[1, 2], [], [3]], []],
      who: [{ name: 'Jane', age: 41 }, null],
      points: [
        [
          { x: 1, name: 'p' },
          { x: 2, name: null },
        ],
        [],
      ],
    });
    expect(table.getChild('finest')?.data[0]?.values).toEqual(new BigInt64Array([2n ** 63n - 1n, 0n]));
    expect(String(table.schema.fields.find(({ name }) => name === 'time')?.type)).toBe('Timestamp<MILLISECOND, UTC>');
  });

  test('may be one object per line, with empty lines, carriage returns and a byte-order mark', () => {
    const lines = `\uFEFF${JSON.stringify(full)}\r\n\r\n${JSON.stringify(bare)}`;
    expect(digestOf(tableOf(lines))).toBe(digestOf(tableOf([full, bare])));
    expect(digestOf(tableOf(`\uFEFF ${JSON.stringify([full, bare])}`))).toBe(digestOf(tableOf([full, bare])));
  });

  test.each([
    ['small', 128, 'small is 128, where int8 is declared. Write an integer from -128 to 127.'],
    ['small', 1.5, 'small is 1.5, where int8 is declared.'],
    ['small', null, 'small is null, where int8 is declared. Give it a value, or declare it `nullable`.'],
    ['small', undefined, 'small is missing. Give it a value, or declare it `nullable`.'],
    ['text', 5, 'text is 5, where utf8 is declared. Write a string.'],
    ['kind', 5, 'kind is 5, where dictionary(utf8) is declared. Write a string.'],
    ['bytes', 'AP8', 'bytes is "AP8", where binary is declared. Write a string of base64.'],
    ['flag', 'true', 'flag is "true", where bool is declared. Write true or false.'],
    [
      'id',
      2 ** 53,
      'id is about 9007199254740992, where int64 is declared. Write an integer from -9223372036854775808',
    ],
    ['id', '9223372036854775808', 'id is "9223372036854775808", where int64 is declared.'],
    [
      'big',
      -1,
      'big is -1, where uint64 is declared. Write an integer from 0 to 18446744073709551615 (past 2^53 as a ',
    ],
    ['number', '1.5', 'number is "1.5", where float64 is declared. Write a number, "NaN", "Infinity" or "-Infinity".'],
    ['day', '2026-02-30', 'day is "2026-02-30", where date32 is declared. Write a date such as "2026-11-21", or the m'],
    ['day', '2026-11-21T09:30', 'day is "2026-11-21T09:30", where date32 is declared.'],
    ['seconds', 1500, "seconds is 1500, where timestamp('s') is declared. Write a time of whole seconds such as"],
    [
      'time',
      '2026-11-21T09:30:00.0001Z',
      "where timestamp('ms', 'UTC') is declared. Write a time of whole milliseconds",
    ],
    ['time', '2026-11-21T09:30:00+24:00', "where timestamp('ms', 'UTC') is declared."],
    ['time', 'yesterday', 'time is "yesterday", where'],
    ['fine', '1970-01-01T00:00:00.0000001Z', "where timestamp('us') is declared. Write a time of whole microseconds"],
    ['finest', '2300-01-01', `finest is "2300-01-01", where timestamp('ns') is declared.`],
    ['tags', 'a', 'tags is "a", where list(nullable(utf8)) is declared. Write an array.'],
    ['tags', ['a', 5], 'tags[1] is 5, where utf8 is declared. Write a string.'],
    ['grid', [[1], [2, null]], 'grid[1][1] is null, where int16 is declared.'],
    ['who', [], 'who is an array of length 0, where a struct is declared. Write an object with name, age.'],
    ['who', { naem: 'x' }, 'who.name is missing. Did you mean naem?'],
    ['points', [{ x: 1 }, { x: '2' }], 'points[1].x is "2", where float64 is declared.'],
    ['who', {}, 'who.name is missing. Give it a value, or declare it `nullable`.'],
    ['points', [{ x: 1 }, null], 'points[1] is null, where a struct is declared.'],
  ])('are rejected if %s is %j', (name, value, message) => {
    expect(() => tableOf([full, bare, { ...full, [name]: value }])).toThrow(message);
    expect(() => tableOf([full, { ...full, [name]: value }, bare])).toThrow(/^rows\.json, row 1: /);
    const lines = [full, '', { ...full, [name]: value }].map((row) => (row === '' ? '' : JSON.stringify(row)));
    expect(() => tableOf(lines.join('\n'))).toThrow(/^rows\.json, line 3: /);
  });

  test.each([
    ['[]', 'rows.json has no rows. A sample is a JSON array of row objects, or one row object per line.'],
    ['\n', 'rows.json has no rows.'],
    ['[{},\n{"id":1,\n}]', 'rows.json is not valid JSON: '],
    ['{"id":1}\n{"id":2', 'rows.json, line 2 is not valid JSON: '],
    ['id,text\n1,a\n', 'rows.json, line 1 is not valid JSON: '],
    [
      '[{"id":1}, [2]]',
      "rows.json, row 1 is an array of length 1, but a row is an object whose keys are the columns' names.",
    ],
    ['null', "rows.json, line 1 is null, but a row is an object whose keys are the columns' names."],
    ['[{}]', 'rows.json: no row has a value for column text. They are empty.'],
    ['[{"Text":"a"}]', 'rows.json: no row has a value for column text. Did you mean Text?'],
    ['[{"id":1,"x":2}]', 'rows.json: no row has a value for column text. They have id, x.'],
    [Uint8Array.of(0x41, 0xff, 0xfe), 'rows.json is not UTF-8 text.'],
  ])('are rejected if the file is %j', (content, message) => {
    expect(() => tableOf(content)).toThrow(message);
  });

  test('are rejected without a stack overflow if they are nested deeply', () => {
    const [open, close] = ['[', ']'].map((bracket) => bracket.repeat(100_000));
    expect(() => tableOf(`${open}${close}`)).toThrow('rows.json, row 0 is an array of length 1, but a row');
  });

  test('are rejected with the line of the syntax error', () => {
    expect(() => tableOf('[{},\n{},\n{]')).toThrow(/line 3/);
  });
});

/** Replaces values that JSON cannot hold by text. */
function readable(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value)) ? String(value) : value;
}

describe('repeated rows', () => {
  const threeRows = (): Table => tableOf([full, bare, { ...full, flag: null, text: 'b', kind: 'blue', tags: [] }]);
  const valuesOf = (of: Table): string[] => of.toArray().map((row) => JSON.stringify(row?.toJSON(), readable));

  test.each([1, 2, 3, 4, 8, 30, 1001])('cycle through the same three rows, up to row %i', (rows) => {
    const table = threeRows();
    const sample = valuesOf(table);
    const turns = Array.from({ length: rows }, (_, row) => sample[row % 3]);
    expect(valuesOf(repeatedRows(table, rows))).toEqual(turns);
  });

  test('are split into batches before 32-bit offsets overflow', () => {
    const table = threeRows();
    const whole = repeatedRows(table, 100);
    expect(whole.batches).toHaveLength(1);
    // Three rows have ten bytes of text, so 34 repetitions are in batches of nine.
    const cut = repeatedRows(table, 100, 90);
    expect(cut.batches.map(({ numRows }) => numRows)).toEqual([27, 27, 27, 19]);
    expect(cut.numRows).toBe(100);
    expect(digestOf(cut)).toBe(digestOf(whole));
  });

  test('have the null count of their bitmap', () => {
    const table = threeRows();
    expect(repeatedRows(table, 3000).getChild('text')?.nullCount).toBe(1000);
    expect(repeatedRows(table, 3000).getChild('small')?.nullCount).toBe(0);
  });
});

test.each([
  [3, 'of rows.json'],
  [1_000_000, '1,200 of rows.json, repeated'],
])('the report of %i rows names the sample', (rows, words) => {
  const time = { median: 1, least: 1, most: 1, runs: 3 };
  const coldStart = { importSeconds: 1, firstCallSeconds: 1 };
  const figures = { inputBytes: 1, outputBytes: 1, digest: 'a', call: time, coldStart };
  const report = benchReport({
    transform: 'redact',
    input: { sample: 'rows.json', rows: 1200 },
    measured: [{ backend: 'js', rows, ...figures }],
    hostCopy: { threads: 2, gigabytesPerSecond: 20 },
  });
  expect(describeBench(report)).toContain(`redact: ${rows.toLocaleString('en-US')} rows (${words}), `);
});

beforeAll(ensurePackageIsBuilt, 120_000);

test('rowfuse bench --sample measures the rows of a file, and reports a wrong file once', async () => {
  const directory = temporaryProject({ 'src/dialled.ts': dialled });
  const built = await rowfuse(['build', 'src/*.ts', '--out', 'generated', '--emit-only'], directory);
  expect(built.status).toBe(0);
  const bench = (...args: string[]) => rowfuse(['bench', 'dialled', '--backend', 'js', ...args], directory);
  const write = (name: string, text: string): void => writeFileSync(path.join(directory, name), text);

  write(
    'rows.ndjson',
    '{"phone":"+1-555-01","who":{"name":"Jane","home":{"zip":"12345"}}}\n{"who":null}\n{"phone":"+1-555-02"}\n',
  );
  const { status, stdout } = await bench('--sample', 'rows.ndjson', '--rows', '2000', '--json');
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    transform: 'dialled',
    input: { sample: 'rows.ndjson', rows: 3 },
    backends: [{ backend: 'js', rows: 2000, outputBytes: 2000 + 4 * 2001 + 667 * 10 + 1333 * 7 }],
  });
  expect((await bench('--help')).stdout).toContain('Sample rows: a JSON array of objects');

  const complaint = async (...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await bench(...args);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    return stderr;
  };
  write('wrong.json', '[{"phone":"1","who":null},{"phone":2}]');
  expect(await complaint('--sample', 'wrong.json')).toBe(
    'wrong.json, row 1: phone is 2, where utf8 is declared. Write a string.\n',
  );
  expect(await complaint('--sample', 'gone.json')).toBe('There is no file gone.json.\n');
  mkdirSync(path.join(directory, 'folder.json'));
  expect(await complaint('--sample', 'folder.json')).toContain('folder.json cannot be read: ');
  expect(await complaint('wrong.json', '--sample', 'rows.ndjson')).toContain('Give either wrong.json or --sample');
  expect(await complaint('wrong.json')).toContain('Pass JSON rows by rowfuse bench dialled --sample wrong.json.');
});
