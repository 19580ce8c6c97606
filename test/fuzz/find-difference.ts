import type { Table, Vector } from 'apache-arrow';
import fc from 'fast-check';
import type { Backend, Collected } from 'rowfuse/runtime';
import { arbitraryColumns } from '../run/arbitrary-table.js';
import type { BuiltTransform } from '../run/built-transforms.js';
import { failureOf, outcomeOf } from '../run/outcome.js';

/** A row for which a backend and the reference disagree. */
export interface Difference {
  readonly backend: Backend;
  readonly row: Readonly<Record<string, unknown>>;
  readonly expected: string;
  readonly actual: string;
}

type Columns = Record<string, Vector>;

/** Looks for such a row among random columns. Rows that fail are compared, too: by their errors. */
export async function findDifference(
  transform: BuiltTransform,
  backend: Backend,
  tables: number,
  seed: number,
): Promise<Difference | undefined> {
  for (const columns of fc.sample(arbitraryColumns(transform.input), { numRuns: tables, seed })) {
    const expected = reference(transform, columns);
    const actual = await native(transform, backend, columns);
    const row = expected.rows.findIndex(
      // The one limit that plain JavaScript does not have. Its own tests tell when it must be met.
      (text, index) => text !== actual.rows[index] && !actual.rows[index]?.includes('a bigint leaves 128 bits'),
    );
    if (row < 0 && expected.rows.length === actual.rows.length) continue;
    return {
      backend,
      row: rowOf(columns, row),
      expected: expected.rows[row] ?? `${expected.rows.length} rows`,
      actual: actual.rows[row] ?? `${actual.rows.length} rows`,
    };
  }
  return undefined;
}

interface Rows {
  /** What each row gives, as text: the bytes of its columns, or its error. */
  readonly rows: readonly string[];
}

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
    return { rows: Array.from({ length: Math.max(length, 1) }, () => JSON.stringify(failureOf(error))) };
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
  return { rows };
}

function rowOf(columns: Columns, row: number): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(columns).map(([name, vector]) => [name, vector.get(row) as unknown]));
}

/** A row as TypeScript source. */
export function showRow(row: Difference['row']): string {
  return `{ ${Object.entries(row)
    .map(([name, value]) => `${name}: ${showValue(value)}`)
    .join(', ')} }`;
}

function showValue(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  return JSON.stringify(value);
}
