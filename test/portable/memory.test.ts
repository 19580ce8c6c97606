import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type DataType,
  Field,
  Float64,
  Int32,
  List,
  Struct,
  TimestampMillisecond,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { text } from '../addon/columns.js';
import { nestedInput } from './columns.js';
import { type Case, errorOf, folder, hasPyarrow, resultOf, runCases, write } from './python-calls.js';

describe.skipIf(!hasPyarrow)('memory of the library for other languages', () => {
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
});
