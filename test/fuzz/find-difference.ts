import type { Backend, Collected } from '@rowfuse/runtime';
import type { Table, Vector } from 'apache-arrow';
import fc from 'fast-check';
import { arbitraryColumns, arbitraryParams } from '../run/arbitrary-table.js';
import type { BuiltTransform, Values } from '../run/built-transforms.js';
import { failureOf, outcomeOf } from '../run/outcome.js';

/** A row for which a backend and the reference disagree. */
export interface Difference {
  readonly backend: Backend;
  /** The row as TypeScript source. */
  readonly row: string;
  readonly expected: string;
  readonly actual: string;
}

/** The result of a comparison. */
export interface Comparison {
  /** Rows that the reference and each backend evaluated. */
  readonly rows: number;
  readonly difference: Difference | undefined;
}

export type Columns = Record<string, Vector>;

/** Returns random columns of a schema. */
export function randomTables(input: BuiltTransform['input'], count: number, seed: number): readonly Columns[] {
  return fc.sample(arbitraryColumns(input), { numRuns: count, seed });
}

/** The columns of a call, and its params if the transform takes some. */
interface Call {
  readonly columns: Columns;
  readonly params: Values;
}

/** Searches columns for such a row. Rows that fail are compared by their errors. */
export async function findDifference(
  transform: BuiltTransform,
  backends: readonly Backend[],
  tables: readonly Columns[],
): Promise<Comparison> {
  let rows = 0;
  const params = fc.sample(arbitraryParams(transform.params), { numRuns: tables.length, seed: tables.length });
  const given = tables.map((columns, table): Call => ({ columns, params: params[table] ?? {} }));
  // All calls are in flight at once: a table has some dozens of rows, and most of a call's time is the transfer to a device and back.
  const calls = given.map((call) => backends.map((backend) => native(transform, backend, call)));
  for (const [table, call] of given.entries()) {
    const expected = reference(transform, call);
    rows += expected.length;
    for (const [place, backend] of backends.entries()) {
      const actual = (await calls[table]?.[place]) ?? [];
      // A filter or an expansion omits rows that fail.
      if (transform.emits !== 'one' && actual.some(isPastLimit)) continue;
      const row = expected.findIndex(
        // The only limit that plain JavaScript does not have. Its own tests define where it applies.
        (text, index) => text !== actual[index] && !isPastLimit(actual[index]),
      );
      if (row < 0 && expected.length === actual.length) continue;
      const difference = {
        backend,
        row: showRow(call, transform.emits === 'one' ? row : await guiltyRow(transform, backend, call)),
        expected: expected[row] ?? `${expected.length} rows`,
        actual: actual[row] ?? `${actual.length} rows`,
      };
      return { rows, difference };
    }
  }
  return { rows, difference: undefined };
}

export function isPastLimit(text: string | undefined): boolean {
  return text?.includes('a bigint leaves 128 bits') === true;
}

/** Returns the first input row for which they disagree by itself. */
async function guiltyRow(transform: BuiltTransform, backend: Backend, { columns, params }: Call): Promise<number> {
  const length = Object.values(columns)[0]?.length ?? 0;
  for (let row = 0; row < length; row += 1) {
    const one = Object.fromEntries(Object.entries(columns).map(([name, vector]) => [name, vector.slice(row, row + 1)]));
    const call = { columns: one, params };
    const [expected, actual] = [reference(transform, call), await native(transform, backend, call)];
    if (JSON.stringify(expected) !== JSON.stringify(actual)) return row;
  }
  return 0;
}

/** Returns the result of each row as text: the bytes of its columns, or its error. */
type Rows = readonly string[];

const options = { onError: 'collect', maxErrors: Number.MAX_SAFE_INTEGER } as const;

function reference(transform: BuiltTransform, { columns, params }: Call): Rows {
  return rowsOf(transform, transform.run.reference(columns, { params, ...options }));
}

async function native(transform: BuiltTransform, backend: Backend, { columns, params }: Call): Promise<Rows> {
  try {
    return rowsOf(transform, await transform.run(columns, { backend, params, ...options }));
  } catch (error) {
    // The error is not a row's, so the whole call differs.
    const length = Object.values(columns)[0]?.length ?? 0;
    return Array.from({ length: Math.max(length, 1) }, () => JSON.stringify(failureOf(error)));
  }
}

function rowsOf({ emits }: BuiltTransform, { result, errors }: Collected<Table | Vector>): Rows {
  const outcome = outcomeOf(result);
  if (!('columns' in outcome)) throw new Error('a result that is an error');
  const columns = Object.values(outcome.columns);
  const rows = Array.from({ length: columns[0]?.length ?? 0 }, (_, row) =>
    JSON.stringify(columns.map((values) => values[row])),
  );
  // A row that fails has no place among filtered or expanded rows.
  if (emits !== 'one') return [...rows, ...errors.map(({ message }) => message)];
  for (const { row, message } of errors) rows[row] = message;
  return rows;
}

/** Returns a row as TypeScript source, with the params. */
function showRow({ columns, params }: Call, row: number): string {
  const values = [
    ...Object.entries(columns).map(([name, vector]) => `${name}: ${showCell(vector, row)}`),
    ...Object.entries(params).map(([name, value]) => `${name}: ${showValue(value)}`),
  ];
  return `{ ${values.join(', ')} }`;
}

function showCell(vector: Vector | undefined, row: number): string {
  try {
    return showValue(vector?.get(row));
  } catch {
    // Arrow JS reads microseconds as numbers, and some have no exact number.
    return String(vector?.data[0]?.values[row]);
  }
}

/** Returns a value as TypeScript source. */
export function showValue(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  return JSON.stringify(value);
}
