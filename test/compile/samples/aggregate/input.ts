// Text in, groups out: values parsed from a line go to the group's state, and are stored nowhere. `rank` is not computed.
import { aggregate, count, float64, int32, lines, max, mean, min, transform, utf8 } from 'rowfuse';

const readings = transform({
  input: lines(),
  output: { station: utf8, temp: float64, rank: int32 },
  where: ({ line }) => line !== '',
  row({ line }) {
    const at = line.indexOf(';');
    if (at < 0) throw new Error('no semicolon');
    return { station: line.slice(0, at), temp: Number(line.slice(at + 1)), rank: line.length };
  },
});

export const summary = aggregate({
  from: readings,
  key: 'station',
  output: { low: min('temp'), average: mean('temp'), high: max('temp'), n: count() },
});
