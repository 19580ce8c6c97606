import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RowError } from '@rowfuse/runtime';
import {
  type DataType,
  Dictionary,
  Field,
  Float64,
  Int32,
  Int64,
  LargeUtf8,
  List,
  makeData,
  makeVector,
  Struct,
  Table,
  TimestampMillisecond,
  tableFromIPC,
  tableToIPC,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { libraryName } from '../../codegen/5-build/build-record.js';
import { toStored } from '../../runtime/values/stored-values.js';
import { arrowType } from '../../schema/arrow-types.js';
import { hasOffsets, type NumberType, numberTypes } from '../../schema/column-types.js';
import { text } from '../addon/columns.js';
import { backendsUnderTest } from '../backends.js';
import { nativeFolder } from '../built-folder.js';
import { root } from '../root.js';
import { arbitraryColumns, arbitraryParams } from '../run/arbitrary-table.js';
import { type BuiltTransform, builtTransforms, isPortable, transformNamed } from '../run/built-transforms.js';
import { joinedDictionaries } from '../run/joined-dictionaries.js';
import { listVector } from '../run/list-vectors.js';
import { type Outcome, outcomeOf } from '../run/outcome.js';

const python = process.env.ROWFUSE_PYTHON ?? 'python3';
const hasPyarrow = spawnSync(python, ['-c', 'import pyarrow']).status === 0;
const library = path.join(nativeFolder, libraryName);
const folder = mkdtempSync(path.join(tmpdir(), 'rowfuse-portable-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A call from Python. */
interface Case {
  readonly name: string;
  readonly transform: string;
  readonly params: boolean;
  readonly options: { readonly backend?: string; readonly first_row?: number };
  /** True if the batch is not cut from a larger one, which pyarrow cannot do to malformed columns. */
  readonly asItIs?: boolean;
  /** True if texts of the columns, at any depth, come in dictionaries. */
  readonly looksUp?: boolean;
  /** The array at these places among the children declares this length. */
  readonly shorten?: { readonly path: readonly number[]; readonly length: number };
  /** The number of runs; the result reports by how many bytes the memory in use grew meanwhile. */
  readonly repeat?: number;
}

/** Runs the cases in one process, and returns its output. */
function runCases(cases: readonly Case[]): unknown {
  writeFileSync(path.join(folder, 'cases.json'), JSON.stringify(cases));
  const { status, stdout, stderr } = spawnSync(
    python,
    [path.join(root, 'test/portable/run-cases.py'), library, folder],
    {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
      // With one arena, the memory in use is that of all threads.
      env: { ...process.env, MALLOC_ARENA_MAX: '1' },
    },
  );
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return JSON.parse(stdout);
}

/** Writes columns, and returns them as the file has them. */
function write(name: string, columns: Record<string, Vector>): Table {
  const bytes = tableToIPC(new Table(columns), 'file');
  writeFileSync(path.join(folder, `${name}.arrow`), bytes);
  return tableFromIPC(bytes);
}

/** Writes the same columns with other numbers in place of some offsets. */
function writeOver(
  name: string,
  columns: Record<string, Vector>,
  sound: readonly number[],
  malformed: readonly number[],
): Table {
  const bytes = Buffer.from(tableToIPC(new Table(columns), 'file'));
  const place = bytes.indexOf(Buffer.from(Int32Array.from(sound).buffer));
  if (place < 0) throw new Error(`${name} has no such offsets`);
  Buffer.from(Int32Array.from(malformed).buffer).copy(bytes, place);
  writeFileSync(path.join(folder, `${name}.arrow`), bytes);
  return tableFromIPC(bytes);
}

function resultOf({ name }: Case): Table {
  return tableFromIPC(readFileSync(path.join(folder, `${name}.result.arrow`)));
}

function errorOf({ name }: Case): { readonly status: number; readonly text: string } {
  return JSON.parse(readFileSync(path.join(folder, `${name}.error.json`), 'utf8'));
}

/** True if its results have columns of the input, which belongs to the caller. */
function isSharing({ emits, run }: BuiltTransform): boolean {
  return emits === 'one' && run.output.some(({ keep }) => keep !== undefined);
}

// Python's Arrow reads and writes the data here, so both sides of the library are another implementation's.
describe.skipIf(!hasPyarrow)('the library for other languages, called from Python', async () => {
  const built = await builtTransforms();
  const transforms = built.filter((one) => !isSharing(one) && isPortable(one));

  for (const backend of backendsUnderTest.filter((name) => name !== 'js')) {
    it(`${backend}: every sample gives the result of the reference`, () => {
      const cases = transforms.flatMap((transform) => {
        const tables = fc.sample(fc.tuple(arbitraryColumns(transform.input), arbitraryParams(transform.params)), 10);
        return tables.map(([columns, values], index) => {
          const name = `${transform.name}-${backend}-${index}`;
          const params = Object.keys(values).length > 0;
          if (params) write(`${name}.params`, oneRow(transform, values));
          const looksUp = index % 3 === 0;
          const one: Case = { name, transform: transform.name, params, options: { backend }, looksUp };
          return { one, transform, table: write(name, joinedDictionaries(columns)), values };
        });
      });
      const names = runCases(cases.map(({ one }) => one));
      expect(names).toEqual(expect.arrayContaining(transforms.map(({ name }) => name)));
      for (const { one, transform, table, values } of cases) {
        const expected = attempt(() => transform.run.reference(table, { params: values }));
        if (!(expected instanceof RowError)) {
          const result = readResult(one);
          if (result === undefined) expect(errorOf(one).text).toContain('a bigint leaves 128 bits');
          else expect(rowsOf(outcomeOf(result)), one.name).toEqual(rowsOf(outcomeOf(expected)));
          continue;
        }
        const { status, text } = errorOf(one);
        expect(status, one.name).toBe(3);
        const earlier = text.includes('a bigint leaves 128 bits');
        if (!earlier) expect(text, one.name).toMatch(new RegExp(`^${transform.name}: row ${expected.row}[,:]`, 'u'));
      }
    });
  }

  it('refuses windows that only Node can find', () => {
    const others = built.filter((one) => one.windows !== undefined && !isSharing(one) && !isPortable(one));
    const cases = others.map(({ name, input }) => {
      const [columns] = fc.sample(arbitraryColumns(input), { numRuns: 1, seed: 1 });
      write(`${name}-windows`, joinedDictionaries(columns ?? {}));
      return { name: `${name}-windows`, transform: name, params: false, options: { backend: 'cpu' as const } };
    });
    runCases(cases);
    expect(cases.length).toBeGreaterThan(2);
    for (const one of cases) expect(errorOf(one).text).toMatch(/which only Node can find. Call it there\.$/);
  });

  it('refuses transforms whose results share columns with the input', () => {
    const one: Case = { name: 'sharing', transform: 'tolerantKept', params: false, options: {} };
    write('sharing', { s: text(['a']), n: makeVector(Float64Array.of(1)) });
    runCases([one]);
    expect(errorOf(one)).toEqual({
      status: 1,
      text: expect.stringContaining('tolerantKept: its results keep column "s" of the input'),
    });
  });

  it('numbers rows from the start that the caller passes', () => {
    const one: Case = { name: 'numbered', transform: 'numberedRows', params: false, options: { first_row: 2 ** 40 } };
    write('numbered', { s: text(['a', 'b']) });
    runCases([one]);
    expect(resultOf(one).getChild('number')?.toJSON()).toEqual([2 ** 40, 2 ** 40 + 1]);
  });

  it('takes and gives structs, and says what is wrong with them', () => {
    const street = text(['a', null, 'c']);
    const numbers = vectorFromArray([1, 2, null], new Int32());
    const address = (bits: number, fields: readonly [string, Vector][]) =>
      makeVector(
        makeData({
          type: new Struct(fields.map(([name, vector]) => new Field(name, vector.type, true))),
          length: 3,
          nullCount: -1,
          nullBitmap: Uint8Array.of(bits),
          children: fields.flatMap(([, vector]) => vector.data),
        }),
      );
    const both: readonly [string, Vector][] = [
      ['city', street],
      ['zip', numbers],
    ];
    const name = text(['x', 'y', 'z']);
    const cases: readonly [string, Record<string, Vector>, string][] = [
      ['addressTested', { address: address(0b011, both), name }, 'column "address.city": row 1 is null, but'],
      ['addressTested', { address: name, name }, 'column "address" is utf8, but it is declared struct.'],
      [
        'addressTested',
        { address: address(0b101, [['city', street]]), name },
        'there is no field "zip". There are: "city".',
      ],
      [
        'structFiltered',
        { p: address(0b110, both), name },
        'column "p": row 0 is null as a whole, but the struct is not',
      ],
    ];
    const all = cases.map(([transform, columns], index): Case => {
      write(`struct-${index}`, columns);
      return { name: `struct-${index}`, transform, params: false, options: {} };
    });
    write('struct', { address: address(0b101, both), name });
    const right: Case = { name: 'struct', transform: 'addressTested', params: false, options: {} };
    const names = runCases([...all, right]) as readonly string[];
    for (const [index, [, , message]] of cases.entries())
      expect(errorOf({ ...right, name: `struct-${index}` })).toEqual({
        status: 2,
        text: expect.stringContaining(message),
      });
    expect(resultOf(right).toArray().map(String)).toEqual([
      '{"label": "x: a", "zip": 1}',
      '{"label": "y: nowhere", "zip": null}',
      '{"label": "z: c", "zip": null}',
    ]);
    expect(names.filter((one) => one.includes('#'))).toEqual([]);
  });

  it('takes lists, and says what is wrong with them', () => {
    const numbers = (values: readonly number[]) => vectorFromArray(values, new Int32());
    const pointsWith = (y: DataType) =>
      new Struct([new Field('x', new Float64(), true), new Field('y', y, true), new Field('name', new Utf8(), true)]);
    const listOf = (type: DataType) => new List(new Field('item', type, true));
    const lists = (values: readonly unknown[], type: DataType) =>
      vectorFromArray(values, new List(new Field('item', type, true)));
    const cases: readonly [string, Record<string, Vector>, string][] = [
      [
        'listOfTexts',
        { tags: lists([['a'], ['b', null]], new Utf8()), s: text(['', '']) },
        'column "tags": element 1 of row 1 is null, but the elements are not declared nullable.',
      ],
      [
        'listOfTexts',
        { tags: lists([[1], [2]], new Int32()), s: text(['', '']) },
        'column "tags" is a list of int32, but it is declared list(utf8). Cast it',
      ],
      [
        'listOfTexts',
        { tags: text(['', '']), s: text(['', '']) },
        'column "tags" is utf8, but it is declared list(utf8)',
      ],
      ['structsOfLists', { s: text(['']), n: vectorFromArray([1], new Int32()) }, 'there is no column "deep"'],
      [
        'recordSums',
        { i: numbers([1]), points: numbers([1]) },
        '"points" is int32, but it is declared a list of structs.',
      ],
      [
        'recordSums',
        { i: numbers([1]), points: lists([[1]], new Int32()) },
        'column "points" is a list of int32, but it is declared a list of structs.',
      ],
      [
        'recordSums',
        { i: numbers([1]), points: lists([[{ x: 1 }]], new Struct([new Field('x', new Float64(), true)])) },
        'there is no field "y". There are: "x".',
      ],
      [
        'recordSums',
        { i: numbers([1]), points: lists([[{ x: 1, y: 'a', name: null }]], pointsWith(new Utf8())) },
        'column "points.y" is a list of utf8, but it is declared list(float64).',
      ],
      [
        'recordSums',
        { i: numbers([1]), points: lists([[{ x: 1, y: null, name: null }]], pointsWith(new Float64())) },
        'column "points.y": element 0 of row 0 is null, but the elements are not declared nullable.',
      ],
      [
        'recordSums',
        { i: numbers([1, 2]), points: lists([[], null], pointsWith(new Float64())) },
        'column "points": row 1 is null as a whole, but the list is not declared nullable.',
      ],
      [
        'recordSums',
        { i: numbers([1, 2]), points: lists([[], [{ x: 1, y: 1, name: '' }, null]], pointsWith(new Float64())) },
        'column "points": element 1 of row 1 is null as a whole, but the struct is not declared nullable.',
      ],
      [
        'nestedSums',
        { i: numbers([0]), j: numbers([0]), rows: lists([[['a']]], listOf(new Utf8())) },
        'column "rows" is a list of lists of utf8, but it is declared list(list(float64)).',
      ],
      [
        'nestedSums',
        { i: numbers([0, 0]), j: numbers([0, 0]), rows: lists([[[1]], [[1], [2, null]]], listOf(new Float64())) },
        'column "rows": element 1 of element 1 of row 1 is null, but the elements are not declared nullable.',
      ],
    ];
    const all = cases.map(([transform, columns], index): Case => {
      write(`list-${index}`, columns);
      return { name: `list-${index}`, transform, params: false, options: {} };
    });
    runCases(all);
    for (const [index, [, , message]] of cases.entries())
      expect(errorOf({ ...all[0], name: `list-${index}` } as Case)).toEqual({
        status: 2,
        text: expect.stringContaining(message),
      });
    expect(transforms.filter(({ input }) => input.some(({ element }) => element)).length).toBeGreaterThan(3);
  });

  describe('structs and lists of each other', () => {
    const homes = [{ city: 'a', zip: 1, at: { lat: 1 } }, null, { city: 'bc', zip: null, at: { lat: 3 } }];
    const person = { name: 'x', tags: ['tt', null], homes: homes.slice(0, 2) };
    const sound = [[person, { ...person, homes: null }], [{ ...person, tags: ['é', 'u', 'v', 'w'], homes }]];
    const listOf = (type: DataType) => new List(new Field('item', type, true));
    const structOfTypes = (fields: Record<string, DataType>) =>
      new Struct(Object.entries(fields).map(([name, type]) => new Field(name, type, true)));
    const home = { city: new Utf8(), zip: new Int32(), at: structOfTypes({ lat: new Float64() }) };
    const fields = { name: new Utf8(), tags: listOf(new Utf8()), homes: listOf(structOfTypes(home)) };
    const people = (rows: readonly unknown[], type: Record<string, DataType> = fields) => ({
      people: vectorFromArray(rows, listOf(structOfTypes(type))),
      n: vectorFromArray(
        rows.map(() => 0),
        new Int32(),
      ),
    });
    const caseOf = (name: string, more: Partial<Case> = {}): Case => ({
      name,
      transform: 'people',
      params: false,
      options: {},
      ...more,
    });

    it('report what is wrong, and where', () => {
      const { name, tags } = fields;
      const cases: readonly (readonly [Record<string, Vector>, string])[] = [
        [
          people(
            [['x']].map((row) => row.map(() => ({ name: 'x' }))),
            { name },
          ),
          'column "people": there is no field "tags". There are: "name".',
        ],
        [
          people([[]], { name, tags: listOf(listOf(tags)), homes: fields.homes }),
          'column "people.tags" is a list of lists of',
        ],
        [
          people([[]], { name, tags, homes: new Int32() }),
          'column "people.homes" is a list of int32, but it is declared a list of lists of structs.',
        ],
        [
          people([[]], { name, tags, homes: listOf(new Utf8()) }),
          'column "people.homes" is a list of lists of utf8, but it is declared a list of lists of structs.',
        ],
        [
          people([[]], {
            name,
            tags,
            homes: listOf(structOfTypes({ ...home, at: structOfTypes({ lat: new Utf8() }) })),
          }),
          'column "people.homes.at.lat" is a list of lists of utf8, but it is declared list(list(float64)). Cast it',
        ],
        [
          people([[]], { name, tags, homes: listOf(structOfTypes({ city: new Utf8(), zip: new Int32() })) }),
          'column "people.homes": there is no field "at". There are: "city", "zip".',
        ],
        [
          people([[person, null]]),
          'column "people": element 1 of row 0 is null as a whole, but the struct is not declared',
        ],
        [people([[], null]), 'column "people": row 1 is null as a whole, but the list is not declared nullable.'],
        [
          people([[person, { ...person, name: null }]]),
          'column "people.name": element 1 of row 0 is null, but the elements',
        ],
        [
          people([[], [{ ...person, tags: null }]]),
          'column "people.tags": element 0 of row 1 is null, but the elements',
        ],
        [
          people([[person, { ...person, homes: [...homes, { ...homes[0], city: null }] }]]),
          'column "people.homes.city": element 3 of element 1 of row 0 is null, but the elements are not declared nullable.',
        ],
        [
          people([[], [{ ...person, homes: [null, { ...homes[0], at: null }] }]]),
          'column "people.homes.at": element 1 of element 0 of row 1 is null as a whole, but the struct is not declared',
        ],
        [
          people([[{ ...person, homes: [{ ...homes[0], at: { lat: null } }] }]]),
          'column "people.homes.at.lat": element 0 of element 0 of row 0 is null, but the elements are not declared',
        ],
      ];
      const all = cases.map(([columns], at): Case => {
        write(`deep-${at}`, columns);
        return caseOf(`deep-${at}`);
      });
      const right = write('deep', people(sound));
      runCases([...all, caseOf('deep')]);
      for (const [at, [, message]] of cases.entries())
        expect(errorOf(all[at] as Case), `${at}`).toEqual({ status: 2, text: expect.stringContaining(message) });
      const expected = transformNamed(transforms, 'people').run.reference(right);
      expect(rowsOf(outcomeOf(resultOf(caseOf('deep'))))).toEqual(rowsOf(outcomeOf(expected)));
    });

    it('fail the row of malformed offsets in a nested list', () => {
      // Offsets of the file and their replacements: of people, of their tags, of these as text, and of their homes.
      const cases: readonly (readonly [string, readonly number[], readonly number[]])[] = [
        ['people', [0, 2, 3], [0, 2, 1]],
        ['people', [0, 2, 3], [0, 2, 4]],
        ['people', [0, 2, 3], [-1, 2, 3]],
        ['people.tags', [0, 2, 4, 8], [0, 2, 1, 8]],
        ['people.tags', [0, 2, 4, 8], [0, 2, 4, 9]],
        ['people.tags', [0, 2, 2, 4, 4, 6, 7, 8, 9], [0, 2, 1, 4, 4, 6, 7, 8, 9]],
        ['people.homes', [0, 2, 2, 5], [0, 2, 1, 5]],
        ['people.homes', [0, 2, 2, 5], [0, 2, 2, 6]],
        ['people.homes', [0, 2, 2, 5], [0, 2147483647, 2, 5]],
        ['people.homes', [0, 2, 2, 5], [-5, 2, 2, 5]],
        ['people.homes.city', [0, 1, 1, 2, 2, 4], [0, 1, 1, 2, 1, 4]],
      ];
      const all = cases.map(([, own, malformed], at) => {
        const one = caseOf(`deep-malformed-${at}`, { asItIs: true });
        return { one, table: writeOver(one.name, people(sound), own, malformed) };
      });
      runCases(all.map(({ one }) => one));
      for (const [at, { one, table }] of all.entries()) {
        const expected = attempt(() => transformNamed(transforms, 'people').run.reference(table));
        if (!(expected instanceof RowError)) throw new Error(`${one.name} does not fail`);
        expect(errorOf(one), one.name).toEqual({
          status: 3,
          text: expect.stringMatching(
            new RegExp(
              `^people: row ${expected.row}, column "${cases[at]?.[0]}[.\\w]*": the offsets decrease or leave the values`,
            ),
          ),
        });
      }
    });

    it('refuse fields that are shorter than the structs around them', () => {
      const cases: readonly (readonly [readonly number[], number, string])[] = [
        [[0], 1, 'column "people" has fewer rows than the batch.'],
        [[0, 0, 0], 2, 'column "people.name" has 2 values, but there are 3 of the structs that it is a field of.'],
        [[0, 0, 1], 0, 'column "people.tags" has 0 values, but there are 3 of the structs'],
        [[0, 0, 2, 0, 0], 4, 'column "people.homes.city" has 4 values, but there are 5 of the structs'],
        [[0, 0, 2, 0, 2, 0], 1, 'column "people.homes.at.lat" has 1 values, but there are 5 of the structs'],
      ];
      const all = cases.map(([path, length], at) => {
        write(`deep-short-${at}`, people(sound));
        return caseOf(`deep-short-${at}`, { asItIs: true, shorten: { path, length } });
      });
      write('deep-fewer', people(sound));
      const fewer = caseOf('deep-fewer', { asItIs: true, shorten: { path: [0, 0, 2, 0], length: 3 } });
      runCases([...all, fewer]);
      for (const [at, [, , message]] of cases.entries())
        expect(errorOf(all[at] as Case), `${at}`).toEqual({ status: 2, text: expect.stringContaining(message) });
      expect(errorOf(fewer)).toEqual({
        status: 3,
        text: expect.stringContaining('row 1, column "people.homes": the offsets decrease or leave the values.'),
      });
    });
  });

  it('fails the row of a list with malformed offsets', () => {
    const cells = makeVector(Float64Array.of(1, 2, 3, 4));
    const small = text(['a', 'bc', 'd', '']);
    const numbers = (length: number) => makeVector(new Int32Array(length));
    const nested = () => listVector([0, 3, 5], listVector([0, 1, 1, 2, 4, 4], cells));
    const tags = () => listVector([0, 2, 4], small);
    // Offsets of the file and their replacements.
    const cases: readonly ['nestedSums' | 'listOfTexts', readonly number[], readonly number[]][] = [
      ['nestedSums', [0, 3, 5], [0, 3, 2]],
      ['nestedSums', [0, 3, 5], [0, 3, 6]],
      ['nestedSums', [0, 3, 5], [-1, 3, 5]],
      ['nestedSums', [0, 3, 5], [0, 2147483647, 5]],
      ['nestedSums', [0, 1, 1, 2, 4, 4], [0, 1, 1, 2, 1, 4]],
      ['nestedSums', [0, 1, 1, 2, 4, 4], [0, 1, 1, 2, 9, 4]],
      ['nestedSums', [0, 1, 1, 2, 4, 4], [0, -5, 1, 2, 4, 4]],
      ['listOfTexts', [0, 2, 4], [0, 2, 1]],
      ['listOfTexts', [0, 2, 4], [0, 5, 4]],
      ['listOfTexts', [0, 1, 3, 4, 4], [0, 1, 0, 4, 4]],
    ];
    const all = cases.map(([transform, sound, malformed], index) => {
      const one: Case = { name: `malformed-${index}`, transform, params: false, options: {}, asItIs: true };
      const columns =
        transform === 'nestedSums'
          ? { rows: nested(), i: numbers(2), j: numbers(2) }
          : { tags: tags(), s: text(['', '']) };
      return { one, table: writeOver(one.name, columns, sound, malformed) };
    });
    runCases(all.map(({ one }) => one));
    for (const { one, table } of all) {
      const expected = attempt(() => transformNamed(transforms, one.transform).run.reference(table));
      if (!(expected instanceof RowError)) throw new Error(`${one.name} does not fail`);
      expect(errorOf(one), one.name).toEqual({
        status: 3,
        text: expect.stringMatching(
          new RegExp(`^${one.transform}: row ${expected.row}, column "\\w+": the offsets decrease or leave the values`),
        ),
      });
    }
  });

  it('takes elements of dictionaries and of 64-bit offsets, and returns the latter', () => {
    const words = ['a', 'ü', '', 'longer'];
    const rows = Array.from({ length: 40 }, (_, row) => row);
    const index = (row: number, at: number) => (row * 7 + at * 3) % words.length;
    const names = rows.map((row) => rows.slice(0, row % 4).map((at) => words[index(row, at)] ?? ''));
    const maybe = (row: number, at: number) => (row + at) % 3 > 0;
    const starts = [0, ...rows.map((row) => sum(names.slice(0, row + 1).map(({ length }) => length)))];
    const present = names.flatMap((list, row) => list.map((_, at) => maybe(row, at)));
    const indices = names.flatMap((list, row) => list.map((_, at) => index(row, at)));
    const large = largeElements(names.flat());
    const columns = (entries: readonly (string | null)[]) => ({
      large: listVector(starts, large),
      // Under a null any index may stand.
      looked: listVector(
        starts,
        dictionaryOf(
          entries,
          indices.map((one, at) => (present[at] ? one : 99)),
          present,
        ),
        Uint8Array.of(0xff, 0xfe, 0x7f, 0xff, 0x3f),
      ),
      deep: listVector(
        starts,
        structOf({ name: largeElements(names.flat(), present), word: dictionaryOf(words, indices) }),
      ),
    });
    const tables = [columns(words), columns(['a', null, '', 'longer'])];
    const cases = tables.map((given, at): readonly [Case, Table] => {
      const one: Case = { name: `looked-${at}`, transform: 'listedTexts', params: false, options: {}, asItIs: at > 0 };
      return [one, write(one.name, given)];
    });
    runCases(cases.map(([one]) => one));
    for (const [one, table] of cases) {
      const expected = transformNamed(transforms, 'listedTexts').run.reference(table);
      expect(rowsOf(outcomeOf(resultOf(one))), one.name).toEqual(rowsOf(outcomeOf(expected)));
      expect(String(resultOf(one).schema.fields[0]?.type)).toBe('List<LargeUtf8>');
    }
  });

  it('says what is wrong with elements of dictionaries and of 64-bit offsets', () => {
    const none = { large: listVector([0, 0, 0], largeElements(['x'])) };
    const sound = {
      ...none,
      looked: listVector([0, 1, 2], dictionaryOf(['a', 'b'], [0, 1])),
      deep: listVector([0, 0, 0], structOf({ name: largeElements(['x']), word: dictionaryOf(['a'], [0]) })),
    };
    const word = (one: Vector) => listVector([0, 1, 2], structOf({ name: largeElements(['x', 'y']), word: one }));
    const cases: readonly [Record<string, Vector>, number, string][] = [
      [
        { looked: listVector([0, 1, 2], dictionaryOf(['a', 'b'], [0, 7])) },
        2,
        'column "looked": element 1 of those of all lists is malformed: its index is 7, the dictionary has 2 entries.',
      ],
      [{ looked: listVector([0, 1, 2], dictionaryOf(['a', 'b'], [-1, 0])) }, 2, 'its index is -1, the dictionary'],
      [{ looked: listVector([0, 1, 2], dictionaryOf([], [0, 0])) }, 2, 'its index is 0, the dictionary has 0 entries'],
      [
        { deep: word(dictionaryOf(['a', null], [0, 1])) },
        2,
        'column "deep.word": element 0 of row 1 is null, but the elements are not declared nullable.',
      ],
      [
        { large: listVector([0, 1, 1], largeElements(['a', 'b'], [false, true])) },
        2,
        'column "large": element 0 of row 0 is null, but the elements are not declared nullable.',
      ],
      [{ large: listVector([0, 1, 1], text(['a', 'b'])) }, 2, 'is a list of utf8, but it is declared list(largeUtf8).'],
      [
        { large: listVector([0, 1, 1], dictionaryOf(['a'], [0])) },
        2,
        'is a list of dictionaries, but it is declared list(largeUtf8).',
      ],
      [
        { looked: listVector([0, 1, 1], makeVector(Int32Array.of(1))) },
        2,
        'column "looked" is a list of int32, but it is declared nullable(list(nullable(utf8))).',
      ],
    ];
    const all = cases.map(([changed], at): Case => {
      write(`wrong-looked-${at}`, { ...sound, ...changed });
      return { name: `wrong-looked-${at}`, transform: 'listedTexts', params: false, options: {}, asItIs: true };
    });
    // Offsets of lists in the file and their replacements.
    const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const seven = {
      looked: listVector([0, 3, 7], dictionaryOf(['a', null], [0, 1, 0, 0, 1, 1, 0])),
      large: listVector([0, 3, 7], largeElements(letters)),
      deep: listVector(
        [0, 3, 7],
        structOf({
          name: largeElements(letters),
          word: dictionaryOf(
            ['a'],
            letters.map(() => 0),
          ),
        }),
      ),
    };
    const ragged: readonly (readonly [keyof typeof seven, readonly number[], number, string])[] = [
      ['looked', [0, 3, 9], 3, 'row 1, column "looked": the offsets decrease or leave the values.'],
      ['looked', [-1, 3, 7], 3, 'row 0, column "looked": the offsets decrease or leave the values.'],
      ['looked', [0, 7, 3], 3, 'row 1, column "looked": the offsets decrease or leave the values.'],
      ['large', [0, 8, 7], 3, 'row 0, column "large": the offsets decrease or leave the values.'],
      ['large', [0, 3, 2], 3, 'row 1, column "large": the offsets decrease or leave the values.'],
      ['deep', [-2147483648, 3, 7], 3, 'row 0, column "deep.name": the offsets decrease or leave the values.'],
      ['deep', [0, 3, 2147483647], 3, 'row 1, column "deep.name": the offsets decrease or leave the values.'],
      [
        'large',
        halves([0, 1, 0, 3, 4, 5, 6, 7]),
        2,
        'column "large": element 1 of those of all lists has malformed offsets.',
      ],
      [
        'large',
        halves([-5, 1, 2, 3, 4, 5, 6, 7]),
        2,
        'column "large": element 0 of those of all lists has malformed offsets.',
      ],
      [
        'large',
        halves([0, 1, -1, 3, 4, 5, 6, 7]),
        2,
        'column "large": element 1 of those of all lists has malformed offsets.',
      ],
      ['large', halves([0, 1, 2, 3, 4, 5, 6, 2 ** 40]), 2, 'column "large" has more than 2147483647 bytes of text.'],
    ];
    const malformed = ragged.map(([column, offsets, status, message], at) => {
      const one: Case = { ...(all[0] as Case), name: `ragged-looked-${at}` };
      const own = offsets.length > 3 ? halves([0, 1, 2, 3, 4, 5, 6, 7]) : [0, 3, 7];
      writeOver(one.name, { ...sound, [column]: seven[column] }, own, offsets);
      return [one, status, message] as const;
    });
    runCases([...all, ...malformed.map(([one]) => one)]);
    for (const [at, [, status, message]] of cases.entries())
      expect(errorOf(all[at] as Case), `${at}`).toEqual({ status, text: expect.stringContaining(message) });
    for (const [one, status, message] of malformed)
      expect(errorOf(one), one.name).toEqual({ status, text: expect.stringContaining(message) });
  });

  it('frees all memory of results and of errors', () => {
    const points = new Struct([
      new Field('x', new Float64(), true),
      new Field('y', new Float64(), true),
      new Field('name', new Utf8(), true),
    ]);
    const lists = (values: readonly unknown[], type: DataType) =>
      vectorFromArray(values, new List(new Field('item', type, true)));
    const some = Array.from({ length: 300 }, (_, row) => row);
    const records = some.map((row) => Array.from({ length: row % 7 }, (_, at) => ({ x: at, y: row, name: `${row}` })));
    const id = vectorFromArray(some, new Int32());
    const line = text(some.map((row) => `${row} of ${some.length}`));
    const cell = new Struct([new Field('x', new Int32(), true), new Field('when', new TimestampMillisecond(), true)]);
    const grid = new List(new Field('item', new List(new Field('item', cell, true)), true));
    const cells = some.map((row) => [[null, { x: row, when: 0 }], null, []].slice(0, row % 4));
    const nameless = records.map((row) => row.map((one, at) => ({ ...one, name: at < 5 ? 'a' : null })));
    const given: readonly [string, Record<string, Vector>, boolean][] = [
      ['grids', { rows: vectorFromArray(cells, grid), s: line }, true],
      ['grids', { rows: lists(records, points), s: line }, false],
      ['maybePointsMade', { points: lists(records, points), s: line, n: id }, true],
      ['maybePointsMade', { points: lists(nameless, points), s: line, n: id }, false],
      ['recordSums', { points: lists(records, points), i: id }, true],
      ['recordSums', { points: lists(records, points) }, false],
      ['recordResults', { points: lists(records, points), s: line, n: id }, true],
      ['nestedRows', nestedInput(some), true],
      ['numberedParts', { id, line }, true],
      ['numberedFailing', { id, line }, false],
      ['redact', { name: line, visibility: line }, true],
      ['redact', { name: line }, false],
    ];
    const all = given.map(([transform, columns], index): Case => {
      write(`repeated-${index}`, columns);
      return { name: `repeated-${index}`, transform, params: false, options: {}, repeat: 100 };
    });
    runCases(all);
    for (const [index, one] of all.entries()) {
      const grown = JSON.parse(readFileSync(path.join(folder, `${one.name}.growth.json`), 'utf8'));
      // A result that nobody released would leave some thousand bytes per call, or a hundred for the smallest structure.
      expect(grown ?? 0, `${one.transform} ${index}`).toBeLessThan(100 * 64);
      if (given[index]?.[2]) expect(resultOf(one).numRows).toBeGreaterThan(0);
      else expect(errorOf(one).status).toBeGreaterThan(1);
    }
  });

  it('says what is wrong, and the next call works', () => {
    const names = text(['Ada Lovelace', 'Alan Turing']);
    const good = { name: names, visibility: text(['public', 'private']) };
    const cases: readonly [Record<string, Vector>, Partial<Case>, number, string][] = [
      [good, { transform: 'redakt' }, 1, 'redakt: there is no such transform.'],
      [good, { transform: 'numberedSome#1' }, 1, 'numberedSome#1: there is no such transform.'],
      [good, { options: { backend: 'gpu' } }, 1, 'redact: there is no backend gpu. There are cpu and cuda.'],
      [{ name: names }, {}, 2, 'redact: there is no column "visibility". There are: "name".'],
      [
        { ...good, name: makeVector(new Float64Array(2)) },
        {},
        2,
        'redact: column "name" is float64, but it is declared utf8. Cast it',
      ],
      [
        { ...good, name: vectorFromArray([1, 2], new Dictionary(new Int32(), new Int32())) },
        {},
        2,
        'redact: column "name" is a dictionary, but it is declared utf8. Cast it',
      ],
      [
        { ...good, name: text(['Ada', null]) },
        {},
        2,
        'redact: column "name": row 1 is null, but the column is declared utf8',
      ],
      [good, { transform: 'paramsOfText' }, 2, 'paramsOfText: there is no column "s".'],
      [
        { s: names, t: names },
        { transform: 'paramsOfText' },
        2,
        'param "needle" is missing: pass params, a struct array of one row.',
      ],
      [
        { x: makeVector(Float64Array.of(3)), n: makeVector(Float64Array.of(1)) },
        {},
        2,
        'redact: there is no column "name".',
      ],
    ];
    const all = cases.map(([columns, changed], index): Case => {
      write(`wrong-${index}`, columns);
      return { name: `wrong-${index}`, transform: 'redact', params: false, options: {}, ...changed };
    });
    write('right', good);
    const right: Case = { name: 'right', transform: 'redact', params: false, options: {} };
    runCases([...all.flatMap((wrong) => [wrong, right])]);
    for (const [index, [, , status, message]] of cases.entries()) {
      const error = errorOf({ ...right, name: `wrong-${index}` });
      expect(error).toMatchObject({ status });
      expect(error.text).toContain(message);
    }
    expect(resultOf(right).getChildAt(0)?.toJSON()).toEqual(['L Ada', 'X X']);
  });
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((before, number) => before + number, 0);
}

/** Returns numbers of 64 bits as the file has them, lower halves first. */
function halves(numbers: readonly number[]): readonly number[] {
  return [...new Int32Array(BigInt64Array.from(numbers.map(BigInt)).buffer)];
}

/** Returns validity bits; all values are valid if nothing is given. */
function nullsOf(present: readonly boolean[]) {
  if (present.length === 0) return { nullCount: 0 };
  const nullBitmap = new Uint8Array((present.length >> 3) + 1);
  for (const [at, is] of present.entries()) if (is) nullBitmap[at >> 3] = (nullBitmap[at >> 3] ?? 0) | (1 << (at & 7));
  return { nullCount: present.filter((is) => !is).length, nullBitmap };
}

/** Returns text with offsets of 64 bits: those of the values, or the given ones. */
function largeElements(
  values: readonly string[],
  present: readonly boolean[] = [],
  offsets: readonly number[] = [0, ...values.map((_, at) => Buffer.byteLength(values.slice(0, at + 1).join('')))],
): Vector {
  return makeVector(
    makeData({
      type: new LargeUtf8(),
      length: values.length,
      valueOffsets: BigInt64Array.from(offsets.map(BigInt)),
      data: new TextEncoder().encode(values.join('')),
      ...nullsOf(present),
    }),
  );
}

/** Returns a dictionary column with the given indices, valid or not. */
function dictionaryOf(
  entries: readonly (string | null)[],
  indices: readonly number[],
  present: readonly boolean[] = [],
): Vector {
  return makeVector(
    makeData({
      type: new Dictionary(new Utf8(), new Int32()),
      length: indices.length,
      data: Int32Array.from(indices),
      dictionary: text(entries) as Vector<Utf8>,
      ...nullsOf(present),
    }),
  );
}

function structOf(fields: Record<string, Vector>): Vector {
  const [first] = Object.values(fields);
  return makeVector(
    makeData({
      type: new Struct(Object.entries(fields).map(([name, { type }]) => new Field(name, type, true))),
      length: first?.length ?? 0,
      nullCount: 0,
      children: Object.values(fields).flatMap(({ data }) => data),
    }),
  );
}

/** Lists of lists of numbers and of text. */
function nestedInput(rows: readonly number[]): Record<string, Vector> {
  const nested = (type: DataType) => new List(new Field('item', new List(new Field('item', type, true)), true));
  return {
    rows: vectorFromArray(
      rows.map((row) => [[BigInt(row)], [], [1n, 2n]].slice(0, row % 4)),
      nested(new Int64()),
    ),
    tags: vectorFromArray(
      rows.map((row) => (row % 5 === 0 ? null : [[`${row}`, 'a'], []])),
      nested(new Utf8()),
    ),
    id: vectorFromArray(rows, new Int32()),
  };
}

/** Returns params as columns of one row. */
function oneRow({ params }: BuiltTransform, values: Record<string, unknown>): Record<string, Vector> {
  return Object.fromEntries(params.map((param) => [param.name, oneValue(param, values[param.name] ?? null)]));
}

function oneValue(column: BuiltTransform['params'][number], value: unknown): Vector {
  const type = arrowType(column);
  if (hasOffsets(column.type) || column.type === 'bool') return vectorFromArray([value], type);
  const number: NumberType = numberTypes[column.type];
  const stored = value === null ? undefined : toStored(number, value as number | bigint);
  const data = new number.array(new ArrayBuffer(number.width), 0, 1);
  if (stored !== undefined) (data as { [place: number]: unknown })[0] = stored;
  const validity = stored === undefined ? { nullCount: 1, nullBitmap: Uint8Array.of(0) } : {};
  return makeVector(makeData({ type, length: 1, data, ...validity } as never));
}

/** A single output has its own name in Python. */
function rowsOf(outcome: Outcome) {
  return 'code' in outcome ? outcome : [Object.values(outcome.columns), outcome.nullCounts];
}

function attempt<Result>(call: () => Result): Result | RowError {
  try {
    return call();
  } catch (error) {
    if (error instanceof RowError) return error;
    throw error;
  }
}

function readResult(one: Case): Table | undefined {
  try {
    return resultOf(one);
  } catch {
    return undefined;
  }
}
