import { aggregate, int16, lines, max, mean, min, transform, utf8 } from 'rowfuse';

/** Lines such as "Hamburg;12.0": temperatures become integers in tenths of a degree, and are added without rounding. */
const readings = transform({
  input: lines(),
  output: { station: utf8, tenths: int16 },
  row({ line }) {
    const end = line.indexOf(';');
    const degrees = line.slice(end + 1);
    if (end < 1 || degrees === '') throw new Error('expected "station;temperature"');
    return { station: line.slice(0, end), tenths: Math.round(Number(degrees) * 10) };
  },
});

/** The lowest, mean and highest temperature of each station, by name. */
export const stations = aggregate({
  from: readings,
  key: 'station',
  output: { low: min('tenths'), mean: mean('tenths'), high: max('tenths') },
});
