import { float64, int32, struct, transform, utf8 } from 'rowfuse';

type Value = string | number | boolean;

function parseValue(text: string): Value {
  if (text === 'true') return true;
  if (text === 'false') return false;
  const number = Number(text);
  return text !== '' && !Number.isNaN(number) ? number : text;
}

/** Splits a line into numbers, booleans and text, and summarizes each kind. */
export const mixedValues = transform({
  input: { line: utf8 },
  output: struct({ sum: float64, flags: int32, text: utf8 }),
  row({ line }) {
    const values: Value[] = line.split(',').map((part) => parseValue(part.trim()));
    let sum = 0;
    let flags = 0;
    const words: string[] = [];
    for (const value of values) {
      if (typeof value === 'number') sum += value;
      else if (typeof value === 'boolean') flags += value ? 1 : 0;
      else words.push(value);
    }
    return { sum, flags, text: words.join(' ') };
  },
});
