import { anyPlace, type ColumnNode, columnTree } from '../../schema/column-tree.js';
import type { DescribedColumn } from '../../schema/columns.js';
import type { Row } from '../description.js';

/** The object that a row function receives, and the slots behind it. */
export interface RowView {
  readonly row: Row;
  /** One slot per path. Setting it changes the value that `row` shows. */
  readonly values: unknown[];
}

/** A column by its names. A field of a struct has several. A presence column tells whether the struct of its path is present. */
export type ViewedColumn = Pick<DescribedColumn, 'name' | 'path' | 'presence' | 'listed'> & {
  /** Marks a column that the runtime adds, which is not enumerable in the row. */
  readonly counted?: true;
};

/**
 * Makes one frozen object without a prototype for all rows, with an accessor per column. It takes 30 ns per row, against 390 ns for
 * building and freezing an object each time (Node 20). Row functions are pure, so none can keep it past its row.
 */
export function rowView(columns: readonly ViewedColumn[]): RowView {
  const values: unknown[] = columns.map(() => undefined);
  const counted = new Set(columns.flatMap((column) => (column.counted ? [column.name] : [])));
  return { row: structOf(columnTree(columns), values, counted), values };
}

/** Makes an object that shows the values of the current row. */
function structOf(
  fields: ReadonlyMap<string, ColumnNode>,
  values: readonly unknown[],
  hidden?: ReadonlySet<string>,
): Row {
  const row: Row = Object.create(null);
  for (const [name, node] of fields) {
    const enumerable = hidden?.has(name) !== true;
    Object.defineProperty(row, name, { enumerable, get: getterOf(node, values) });
  }
  return Object.freeze(row);
}

function getterOf(node: ColumnNode, values: readonly unknown[]): () => unknown {
  if (node.kind === 'value') return () => values[node.place];
  const { presence } = node;
  const whole = node.kind === 'list' ? listOf(node.element, values) : constant(structOf(node.fields, values));
  return presence === undefined ? whole : () => (values[presence] === true ? whole() : null);
}

function constant(value: unknown): () => unknown {
  return () => value;
}

/** Returns a frozen array of frozen objects, built once per row from the arrays of its fields. */
function listOf(element: ColumnNode, values: readonly unknown[]): () => unknown {
  let last: unknown;
  let made: readonly unknown[] = [];
  const first = anyPlace(element);
  return () => {
    if (values[first] !== last) {
      last = values[first];
      made = elementsOf(element, (place) => values[place]);
    }
    return made;
  };
}

/** Joins the arrays of some fields to an array of objects. */
function elementsOf(element: ColumnNode, arrayAt: (place: number) => unknown): readonly unknown[] {
  const { length } = arrayAt(anyPlace(element)) as readonly unknown[];
  return Object.freeze(
    Array.from({ length }, (_, index) =>
      elementOf(element, (place) => (arrayAt(place) as readonly unknown[] | null)?.[index]),
    ),
  );
}

function elementOf(node: ColumnNode, valueAt: (place: number) => unknown): unknown {
  if (node.kind === 'value') return valueAt(node.place);
  if (node.presence !== undefined && valueAt(node.presence) !== true) return null;
  if (node.kind === 'list') return elementsOf(node.element, valueAt);
  const struct: { [name: string]: unknown } = Object.create(null);
  for (const [name, field] of node.fields) struct[name] = elementOf(field, valueAt);
  return Object.freeze(struct);
}
