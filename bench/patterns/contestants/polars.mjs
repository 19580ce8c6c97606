// Polars over a DataFrame. One thread computes an expression of one column, also with two threads, by `collect` and by its streaming engine;
// only the groups take both.
import { rmSync } from 'node:fs';
import pl from 'nodejs-polars';
import { readColumn, writeCsv } from '../column-file.mjs';

const block = 8192;

export function prepare({ job, path, content }) {
  const csv = `${path}.${process.pid}.csv`;
  let frame;
  try {
    writeCsv(csv, readColumn(path));
    frame = pl
      .readCSV(csv, { hasHeader: false, schema: { [job.column]: pl.Utf8 } })
      .select(pl.col(job.column).fillNull(pl.lit('')));
  } finally {
    rmSync(csv, { force: true });
  }
  const lazy = () =>
    job.lazy ? job.lazy(frame.lazy(), pl) : frame.lazy().select(job.polars(pl.col(job.column), pl, content));
  return {
    formulation: String(job.lazy ?? job.polars).replace(/\s+/g, ' '),
    run: () => lazy().collect(),
    *blocks(result) {
      for (let from = 0; from < result.height; from += block) {
        const rows = result.slice(from, Math.min(block, result.height - from)).rows();
        yield result.width === 1 ? rows.map(([value]) => value) : rows;
      }
    },
  };
}
