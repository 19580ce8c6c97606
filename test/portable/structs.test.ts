import { Field, Int32, makeData, makeVector, Struct, type Vector, vectorFromArray } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { text } from '../addon/columns.js';
import { type Case, errorOf, hasPyarrow, resultOf, runCases, write } from './python-calls.js';

describe.skipIf(!hasPyarrow)('structs from Python', () => {
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
});
