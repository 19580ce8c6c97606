import { int32, nullable, transform, utf8 } from 'rowfuse';

const values = new Map([
  ['I', 1],
  ['V', 5],
  ['X', 10],
  ['L', 50],
  ['C', 100],
  ['D', 500],
  ['M', 1000],
]);

/** Reads Roman numerals, or gives null for other text. Rosetta Code: Roman numerals/Decode. */
export const romanValue = transform({
  input: { roman: utf8 },
  output: nullable(int32),
  row({ roman }) {
    let total = 0;
    let previous = 0;
    for (const numeral of [...roman.toUpperCase()].reverse()) {
      const value = values.get(numeral);
      if (value === undefined) return null;
      if (value < previous) total -= value;
      else total += value;
      previous = value;
    }
    return total;
  },
});
