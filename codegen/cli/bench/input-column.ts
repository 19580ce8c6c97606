import type { ColumnNode } from '../../../schema/column-tree.js';
import { type ElementType, pathOf, typeWithin } from '../../../schema/columns.js';
import type { Column } from '../../ir/row-function.js';

/** A declared input column, as generated code lists it. */
export interface InputColumn
  extends Pick<
    Column,
    'name' | 'type' | 'nullable' | 'path' | 'timezone' | 'element' | 'listed' | 'presence' | 'required'
  > {
  readonly read: boolean;
}

/** Returns the name of the table's column that holds this one: the first name of its path. */
export function rootOf(column: InputColumn): string {
  return pathOf(column)[0] ?? column.name;
}

export function columnAt(columns: readonly InputColumn[], place: number): InputColumn {
  const column = columns[place];
  if (column === undefined) throw new RangeError(`There is no column ${place}`);
  return column;
}

/**
 * Returns the type of a column's values within `lists` lists. It is nullable only if the value itself may be null, and not just a
 * struct around it.
 */
export function valuesAt(columns: readonly InputColumn[], place: number, lists: number): ElementType {
  const { required = false, ...element } = typeWithin(columnAt(columns, place), lists);
  return { ...element, nullable: element.nullable && !required };
}

/** True if a node within `lists` lists may be null itself. */
export function isNullable(node: ColumnNode, columns: readonly InputColumn[], lists: number): boolean {
  return node.kind === 'value' ? valuesAt(columns, node.place, lists).nullable : node.presence !== undefined;
}
