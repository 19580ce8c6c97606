import { DuckDBInstance } from '@duckdb/node-api';
import { challengeText } from './challenge-text.mjs';

/** Temperatures as DECIMAL, whose sums are exact. */
export async function contestant(file) {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  const query = `
    SELECT station, min(degrees)::DOUBLE, sum(degrees)::DOUBLE, count(*)::DOUBLE, max(degrees)::DOUBLE
    FROM read_csv('${file}', header = false, delim = ';', quote = '', escape = '', auto_detect = false,
                  columns = {'station': 'VARCHAR', 'degrees': 'DECIMAL(3, 1)'})
    GROUP BY station`;
  return async () => {
    const rows = (await connection.runAndReadAll(query)).getRows();
    const tenths = (degrees) => Math.round(degrees * 10);
    return challengeText(
      rows.map(([name, low, sum, count, high]) => [name, tenths(low), tenths(sum) / count, tenths(high)]),
    );
  };
}
