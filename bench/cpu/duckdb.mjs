// DuckDB over its own in-memory table. The fastest formulations are measured; the report takes the best.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { ColumnChecksum } from '../data/checksum.mjs';
import { writeCsv } from './csv-file.mjs';

// All three give the row function's result for names with one space, which the checksum verifies.
const FORMULATIONS = {
  regexp_replace: `CASE WHEN visibility = 'public' THEN regexp_replace(name, '^([^ ]*) (.).*$', '\\2 \\1') ELSE 'X X' END`,
  'instr and substr': `CASE WHEN visibility = 'public' THEN substr(name, instr(name, ' ') + 1, 1) || ' ' ||
    CASE WHEN instr(name, ' ') = 0 THEN name ELSE left(name, instr(name, ' ') - 1) END ELSE 'X X' END`,
  split_part: `CASE WHEN visibility = 'public' THEN left(split_part(name, ' ', 2), 1) || ' ' ||
    split_part(name, ' ', 1) ELSE 'X X' END`,
};

async function checksum(result) {
  const sum = new ColumnChecksum();
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return sum.toString();
    const values = chunk.getColumnValues(0);
    const offsets = new Int32Array(values.length + 1);
    values.forEach((value, index) => {
      offsets[index + 1] = offsets[index] + Buffer.byteLength(value);
    });
    sum.add(offsets, Buffer.from(values.join('')), values.length);
  }
}

export async function prepare(table) {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  const directory = mkdtempSync(join(tmpdir(), 'rowfuse-bench-'));
  try {
    const file = join(directory, 'table.csv');
    writeCsv(file, table);
    await connection.run(
      `CREATE TABLE t AS SELECT * FROM
       read_csv('${file}', header = false, columns = {'name': 'VARCHAR', 'visibility': 'VARCHAR'})`,
    );
  } finally {
    rmSync(directory, { recursive: true });
  }
  const counts = "in-memory table in, materialised result in DuckDB's own layout out (no conversion to Arrow)";
  return {
    versions: Object.entries(FORMULATIONS).map(([version, sql]) => ({
      version,
      memory: 'fresh',
      threads: 2,
      counts,
      run: () => connection.run(`SELECT ${sql} AS redact FROM t`),
      checksum,
    })),
    close: () => connection.closeSync(),
  };
}
