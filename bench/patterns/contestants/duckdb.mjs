// DuckDB over its own in-memory table. Results stay in DuckDB's own layout.
import { rmSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { readColumn, writeCsv } from '../column-file.mjs';

export async function prepare({ job, path, content, threads }) {
  const instance = await DuckDBInstance.create(':memory:', { threads: String(threads) });
  const connection = await instance.connect();
  const csv = `${path}.${process.pid}.csv`;
  try {
    writeCsv(csv, readColumn(path));
    await connection.run(`
      CREATE TABLE t AS
      SELECT coalesce(value, '') AS ${job.column}
      FROM read_csv('${csv}', header = false, auto_detect = false, quote = '"', escape = '"', columns = {'value': 'VARCHAR'})`);
  } finally {
    rmSync(csv, { force: true });
  }
  const query = job.query ?? `SELECT ${job.sql(content)} AS result FROM t`;
  return {
    formulation: query.trim().replace(/\s+/g, ' '),
    run: () => connection.run(query),
    async *blocks(result) {
      for (;;) {
        const chunk = await result.fetchChunk();
        if (chunk === null || chunk.rowCount === 0) return;
        if (job.isGrouped) yield chunk.getRows();
        else yield chunk.getColumnValues(0).map((value) => value.entries ?? value);
      }
    },
  };
}
