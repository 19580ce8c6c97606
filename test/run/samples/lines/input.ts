// Transforms and aggregates whose rows are cut from text.
import { aggregate, count, expand, first, float64, int32, last, lines, max, mean, min, nullable, pipe, sum, transform, utf8 } from 'rowfuse';

export const linesAsRows = transform({ input: lines(), output: utf8, row: ({ line }) => line });

export const linesMeasured = transform({
  input: lines(),
  output: { at: int32, length: int32, head: nullable(utf8) },
  params: { least: int32 },
  where: ({ line }, { params }) => line.length >= Math.abs(params.least % 3),
  row: ({ line }, { index }) => ({ at: index, length: line.length, head: line === '' ? null : line.charAt(0) }),
});

export const fieldsOfLines = expand({
  input: lines(),
  output: utf8,
  *rows({ line }) {
    for (const field of line.split(',')) yield field.trim();
  },
});

const shoutedLines = transform({ input: { text: utf8 }, output: utf8, row: ({ text }) => text.toUpperCase() });
export const loudLines = pipe(linesAsRows, shoutedLines);

const lineReadings = transform({
  input: lines(),
  output: { station: utf8, temp: float64 },
  where: ({ line }) => line !== '',
  row({ line }) {
    const at = line.indexOf(';');
    if (at < 0) throw new Error('no semicolon');
    return { station: line.slice(0, at), temp: Number(line.slice(at + 1)) };
  },
});
export const lineSummary = aggregate({
  from: lineReadings,
  key: 'station',
  output: { low: min('temp'), average: mean('temp'), high: max('temp'), n: count(), total: sum('temp') },
});

export const lineGroups = aggregate({ input: lines(), key: 'line', output: { n: count() } });
export const lineEnds = aggregate({ input: lines(), key: [], output: { n: count(), head: first('line'), tail: last('line') } });
export const lineCount = aggregate({ input: lines(), key: [], output: { n: count() } });
export const fieldGroups = aggregate({ from: fieldsOfLines, key: 'fieldsOfLines', output: { n: count() } });

export const semicolons = transform({ input: lines({ separator: ';' }), output: utf8, row: ({ line }) => line });
export const linesByLonger = aggregate({ input: lines({ separator: 'b;' }), key: 'line', output: { n: count() } });

const numberedLines = transform({
  input: lines(),
  output: { third: int32, at: int32, line: utf8 },
  row: ({ line }, { index }) => ({ third: index % 3, at: index, line }),
});
export const linesByNumber = aggregate({
  from: numberedLines,
  key: 'third',
  output: { n: count(), head: first('at'), tail: last('at'), text: last('line') },
});

/** Some lines fail, and may be null instead. */
export const strictLines = transform({
  input: lines(),
  output: nullable(utf8),
  row({ line }, { index }) {
    if (line.endsWith(';')) throw new Error(`nothing behind the semicolon of ${index}`);
    return line.includes(',') ? null : line;
  },
});
