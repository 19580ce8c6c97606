import { bool, int32, transform, utf8 } from 'rowfuse';

/** An automaton of 12 states. */
export const dateFound = transform({
  input: { s: utf8 },
  output: bool,
  row: ({ s }) => /\d{4}-\d{2}-\d{2}/.test(s),
});

/** Three groups into three columns of text. */
export const dateTexts = transform({
  input: { s: utf8 },
  output: { year: utf8, month: utf8, day: utf8 },
  row({ s }) {
    const [, year = '', month = '', day = ''] = s.match(/(\d{4})-(\d{2})-(\d{2})/) ?? [];
    return { year, month, day };
  },
});

/** Three groups into three columns of numbers. */
export const dateNumbers = transform({
  input: { s: utf8 },
  output: { year: int32, month: int32, day: int32 },
  row({ s }) {
    const [, year = '0', month = '0', day = '0'] = s.match(/(\d{4})-(\d{2})-(\d{2})/) ?? [];
    return { year: Number(year), month: Number(month), day: Number(day) };
  },
});

export const digitsReplaced = transform({
  input: { s: utf8 },
  output: utf8,
  row: ({ s }) => s.replace(/\d/g, '#'),
});

export const spacesCollapsed = transform({
  input: { s: utf8 },
  output: utf8,
  row: ({ s }) => s.replace(/\s+/g, ' '),
});

export const wordsCounted = transform({
  input: { s: utf8 },
  output: int32,
  row: ({ s }) => (s.match(/\w+/g) ?? []).length,
});
