import { Dictionary, Int32, makeVector, type Vector, vectorFromArray } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { text } from '../addon/columns.js';
import { type Case, errorOf, hasPyarrow, resultOf, runCases, write } from './python-calls.js';

describe.skipIf(!hasPyarrow)('errors of the library for other languages', () => {
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
