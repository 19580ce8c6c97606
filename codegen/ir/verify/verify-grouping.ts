import type { RowFunction } from '../row-function.js';
import type { Fail } from './rule.js';

/** Checks that keys and aggregates name output columns, and that each output column is a key or read by an aggregate. */
export function verifyGrouping({ grouping, output }: RowFunction, fail: Fail): void {
  if (!grouping) return;
  const { keys, aggregates } = grouping;
  if (keys > output.length) fail(`rows are grouped by ${keys} of ${output.length} columns`);
  for (const { operation, column, columns } of aggregates) {
    const isWhole = operation === 'count' || operation === 'reduce';
    if (column === undefined ? !isWhole : !output[column])
      fail(`${operation} is computed of column ${column}, which does not exist`);
    const missing = columns?.find((place) => !output[place]);
    if (missing !== undefined) fail(`${operation} reads column ${missing}, which does not exist`);
  }
  const used = new Set(aggregates.flatMap(({ column, columns = [] }) => [column, ...columns]));
  const idle = output.findIndex((_, place) => place >= keys && !used.has(place));
  if (idle >= 0) fail(`column ${idle} is computed, and nothing becomes of it`);
}
