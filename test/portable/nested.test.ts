import { RowError } from '@rowfuse/runtime';
import { type DataType, Field, Float64, Int32, List, Struct, Utf8, type Vector, vectorFromArray } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { transformNamed } from '../run/built-transforms.js';
import { outcomeOf } from '../run/outcome.js';
import {
  attempt,
  type Case,
  errorOf,
  hasPyarrow,
  portableTransforms,
  resultOf,
  rowsOf,
  runCases,
  write,
  writeOver,
} from './python-calls.js';

describe.skipIf(!hasPyarrow)('structs and lists of each other from Python', async () => {
  const transforms = await portableTransforms();

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
      [people([[], [{ ...person, tags: null }]]), 'column "people.tags": element 0 of row 1 is null, but the elements'],
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
