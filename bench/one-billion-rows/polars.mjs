import pl from 'nodejs-polars';
import { challengeText } from './challenge-text.mjs';

export function contestant(file) {
  const scan = () =>
    pl
      .scanCSV(file, { sep: ';', hasHeader: false, schema: { station: pl.Utf8, degrees: pl.Float64 } })
      .groupBy('station')
      .agg(
        pl.col('degrees').min().alias('low'),
        pl.col('degrees').sum().alias('sum'),
        pl.col('degrees').count().alias('count'),
        pl.col('degrees').max().alias('high'),
      );
  return async () => {
    const rows = (await scan().collect()).rows();
    const tenths = (degrees) => Math.round(degrees * 10);
    return challengeText(
      rows.map(([name, low, sum, count, high]) => [name, tenths(low), tenths(sum) / Number(count), tenths(high)]),
    );
  };
}
