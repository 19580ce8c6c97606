import type { ColumnTypeName } from '../../schema/column-types.js';
import { type ElementType, pathOf } from '../../schema/columns.js';
import { type OutputColumn, sameColumn } from '../description.js';
import { SchemaError } from '../errors.js';
import { showValue } from '../values/show-value.js';
import type { TableContent } from './table-content.js';

/** A column of a device table. */
export interface DeviceTableColumn {
  /** The name of the column. */
  readonly name: string;
  /** The type of its values. */
  readonly type: ColumnTypeName | 'struct';
  /** The type of the elements of a list of values. */
  readonly element?: ElementType;
  /** The time zone of a timestamp that has one. */
  readonly timezone?: string;
  /** The number of rows that are null. */
  readonly nullCount: number;
}

/** Describes the columns in order. The stored columns of a struct are one. */
export function describeColumns({ columns, blocks }: TableContent): readonly DeviceTableColumn[] {
  return rootsOf(columns).map((root) => {
    const [index = -1] = placesOf(columns, root);
    const column = columns[index];
    const isStruct = column?.path !== undefined;
    const hasNulls = !isStruct || column?.presence === true;
    const nullCount = blocks.reduce((sum, block) => sum + (hasNulls ? (block.columns[index]?.nullCount ?? 0) : 0), 0);
    const isList = isStruct && columns.some(({ path, listed }) => path?.[0] === root && listed?.[0] === 1);
    const { type = isList ? 'list' : 'struct', timezone, element } = isStruct ? {} : (column ?? {});
    return {
      name: root,
      type,
      ...(timezone !== undefined && { timezone }),
      ...(element !== undefined && { element }),
      nullCount,
    };
  });
}

/** Returns the name of the table's column that a stored column belongs to: for a field, that of the outermost struct. */
export function rootOf(column: OutputColumn): string {
  return pathOf(column)[0] ?? column.name;
}

/** Returns the names of the table's columns in order. */
export function rootsOf(columns: readonly OutputColumn[]): readonly string[] {
  return [...new Set(columns.map(rootOf))];
}

/**
 * Returns the places of the stored columns of a column: several for a struct.
 *
 * @throws SchemaError if there is none and a `caller` is given
 */
export function placesOf(columns: readonly OutputColumn[], name: string, caller?: string): readonly number[] {
  const places = columns.flatMap((column, place) => (rootOf(column) === name ? [place] : []));
  if (places.length > 0 || caller === undefined) return places;
  const names = rootsOf(columns)
    .map((root) => JSON.stringify(root))
    .join(', ');
  throw new SchemaError(`${caller}: there is no column ${showValue(name)}: the device table has ${names}.`, {
    column: name,
  });
}

/** Returns a stored column whose table column is called `next`. */
export function renamedRoot(column: OutputColumn, next: string): OutputColumn {
  if (column.path === undefined) return { ...column, name: next };
  const path = [next, ...column.path.slice(1)];
  return { ...column, name: path.join('.'), path };
}

/** @throws SchemaError for two columns of one name, which `rename` would make */
export function refuseSameNames(columns: readonly OutputColumn[]): void {
  const seen: OutputColumn[] = [];
  for (const column of columns) {
    const name = rootOf(column);
    if (seen.some((other) => rootOf(other) === name && (!other.path || !column.path || sameColumn(other, column)))) {
      throw new SchemaError(`rename: two columns would be called ${JSON.stringify(name)}. Give them different names.`, {
        column: name,
      });
    }
    seen.push(column);
  }
}
