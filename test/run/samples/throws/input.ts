import { float64, int32, int64, nullable, transform, utf8 } from 'rowfuse';

const limit = 100;
const unit = 'cm';

/** Thrown text is the reference's: it may be built from anything that the row function can compute. */
export const checkedLength = transform({
  input: { label: utf8, length: nullable(float64) },
  output: { text: utf8, length: float64 },
  row({ label, length }) {
    if (length === null) throw new TypeError(`${label.slice(0, 3)} has no length`);
    if (Number(length) > limit) throw new RangeError(`${label}: ${length} ${unit} is more than ${limit}`);
    return { text: label.trim(), length };
  },
});

/** The reference still reads columns that occur only in an error's text. */
export const namedInErrors = transform({
  input: { name: utf8, n: int32 },
  output: int32,
  row: ({ name, n }) => {
    const shown = `${name.toUpperCase()}!`;
    if (n < 0) throw Error(shown);
    return n;
  },
});

/** Any value can be thrown, and a throw ends a path as a return does. */
export const alwaysEnds = transform({
  input: { s: utf8, n: int64 },
  output: nullable(utf8),
  row({ s, n }) {
    for (const c of s) {
      if (c === 'a') throw 'an a';
      if (c === 'b') break;
      if (c === '✓') throw new Error();
    }
    if (n > 5n) {
      if (s === '') throw n;
      else throw new RangeError(`${n * 2n} and ${s[99] as string}`);
    }
    while (true) {
      if (n % 3n === 0n) return null;
      if (n % 3n === 1n) return s;
      throw new SyntaxError('two');
    }
  },
});

/** The text of an error may itself fail: then that is the error, of the same row. */
export const failingText = transform({
  input: { s: utf8, i: int32 },
  output: int32,
  row({ s, i }) {
    if (i > 2) throw new Error((s[i] as string).trim());
    return i;
  },
});
