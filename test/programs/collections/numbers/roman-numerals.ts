import { int32, transform, utf8 } from 'rowfuse';

const numerals: [string, number][] = [
  ['M', 1000],
  ['CM', 900],
  ['D', 500],
  ['CD', 400],
  ['C', 100],
  ['XC', 90],
  ['L', 50],
  ['XL', 40],
  ['X', 10],
  ['IX', 9],
  ['V', 5],
  ['IV', 4],
  ['I', 1],
];

/** Writes a number in Roman numerals. Exercism: Roman Numerals. */
export const romanNumerals = transform({
  input: { number: int32 },
  output: utf8,
  row({ number }) {
    let rest = number;
    let roman = '';
    for (const [numeral, value] of numerals) {
      while (rest >= value) {
        roman += numeral;
        rest -= value;
      }
    }
    return roman;
  },
});
