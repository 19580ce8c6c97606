// Numbers from text for columns of integers.
import { int8, int16, int32, lines, nullable, pipe, transform, uint8, uint16, uint32, utf8 } from 'rowfuse';

export const decimalWhole = transform({
  input: { s: utf8 },
  output: nullable(int32),
  row: ({ s }) => Number(s),
});

export const decimalByte = transform({ input: { s: utf8 }, output: nullable(uint8), row: ({ s }) => +s });

export const decimalRounded = transform({
  input: { s: utf8 },
  output: nullable(int16),
  row: ({ s }) => Math.round(Number(s)),
});

export const decimalTenths = transform({
  input: { s: utf8 },
  output: nullable(int32),
  row: ({ s }) => Math.round(10 * Number(s)),
});

/** A variable that goes to two columns. */
export const decimalCents = transform({
  input: { s: utf8 },
  output: { cents: nullable(int32), again: nullable(uint32) },
  row({ s }) {
    const cents = Math.round(Number(s.trim()) * 100);
    return { cents, again: cents };
  },
});

export const decimalMillionths = transform({
  input: { s: utf8 },
  output: nullable(uint32),
  row: ({ s }) => Math.round(Number(s) * 1e7),
});

/** A value that is also read as a number is not computed from digits. */
export const decimalBoth = transform({
  input: { s: utf8 },
  output: { tenths: nullable(int16), negative: nullable(int8) },
  row({ s }) {
    const tenths = Math.round(Number(s) * 10);
    return { tenths, negative: tenths < 0 ? 1 : 0 };
  },
});

const hundredths = transform({
  input: { s: utf8 },
  output: { n: uint16 },
  row: ({ s }) => ({ n: Math.round(Number(s) * 100) }),
});
const halved = transform({ input: { n: uint16 }, output: nullable(int32), row: ({ n }) => Math.floor(n / 2) });
/** Through a column of integers between two stages. */
export const decimalHalves = pipe(hundredths, halved);

export const decimalLines = transform({
  input: lines(),
  output: nullable(int32),
  where: ({ line }) => line !== '',
  row: ({ line }) => Math.round(Number(line.slice(line.indexOf(';') + 1)) * 1000),
});
