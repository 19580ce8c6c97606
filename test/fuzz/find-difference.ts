import type { Table, Vector } from 'apache-arrow';
import fc from 'fast-check';
import type { Backend, Collected } from 'rowfuse/runtime';
import { arbitraryColumns } from '../run/arbitrary-table.js';
import type { BuiltTransform } from '../run/built-transforms.js';
import { failureOf, outcomeOf } from '../run/outcome.js';

/** A row for which a backend and the reference disagree. */
export interface Difference {
  readonly backend: Backend;
  /** The row as TypeScript source. */
  readonly row: string;
  readonly expected: string;
  readonly actual: string;
}

/** What came of comparing. */
export interface Comparison {
  /** Rows that were evaluated by the reference and by each backend. */
  readonly rows: number;
  readonly difference: Difference | undefined;
}

export type Columns = Record<string, Vector>;

/** Random columns of a schema. */
export function randomTables(input: BuiltTransform['input'], count: number, seed: number): readonly Columns[] {
  return fc.sample(arbitraryColumns(input), { numRuns: count, seed });
}

/** Looks for such a row among columns. Rows that fail are compared, too: by their errors. */
export async function findDifference(
  transform: BuiltTransform,
  backends: readonly Backend[],
  tables: readonly Columns[],
): Promise<Comparison> {
  let rows = 0;
  // All in flight at once: a table has some dozens of rows, and most of a call's time is a way to a device and back.
  const calls = tables.map((columns) => backends.map((backend) => native(transform, backend, columns)));
  for (const [table, columns] of tables.entries()) {
    const expected = reference(transform, columns);
    rows += expected.length;
    for (const [place, backend] of backends.entries()) {
      const actual = (await calls[table]?.[place]) ?? [];
      const row = expected.findIndex(
        // The one limit that plain JavaScript does not have. Its own tests tell when it must be met.
        (text, index) => text !== actual[index] && !actual[index]?.includes('a bigint leaves 128 bits'),
      );
      if (row < 0 && expected.length === actual.length) continue;
      const difference = {
        backend,
        row: showRow(columns, row),
        expected: expected[row] ?? `${expected.length} rows`,
        actual: actual[row] ?? `${actual.length} rows`,
      };
      return { rows, difference };
    }
  }
  return { rows, difference: undefined };
}

/** What each row gives, as text: the bytes of its columns, or its error. */
type Rows = readonly string[];

const options = { onError: 'collect', maxErrors: Number.MAX_SAFE_INTEGER } as const;

function reference({ run }: BuiltTransform, columns: Columns): Rows {
  return rowsOf(run.reference(columns, options));
}

async function native({ run }: BuiltTransform, backend: Backend, columns: Columns): Promise<Rows> {
  try {
    return rowsOf(await run(columns, { backend, ...options }));
  } catch (error) {
    // Not a row's: then the whole call differs.
    const length = Object.values(columns)[0]?.length ?? 0;
    return Array.from({ length: Math.max(length, 1) }, () => JSON.stringify(failureOf(error)));
  }
}

function rowsOf({ result, errors }: Collected<Table | Vector>): Rows {
  const outcome = outcomeOf(result);
  if (!('columns' in outcome)) throw new Error('a result that is an error');
  const columns = Object.values(outcome.columns);
  const rows = Array.from({ length: columns[0]?.length ?? 0 }, (_, row) =>
    JSON.stringify(columns.map((values) => values[row])),
  );
  for (const { row, message } of errors) rows[row] = message;
  return rows;
}

/** A row as TypeScript source. */
function showRow(columns: Columns, row: number): string {
  const values = Object.entries(columns).map(([name, vector]) => `${name}: ${showValue(vector.get(row))}`);
  return `{ ${values.join(', ')} }`;
}

function showValue(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  return JSON.stringify(value);
}
