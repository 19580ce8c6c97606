import { type ColumnTypeName, timestampUnit } from './column-types.js';

/** The declaration of a column, without its nullability. */
export interface DeclaredType {
  /** The name of the type. */
  readonly type: ColumnTypeName;
  /** The time zone of a timestamp that has one. */
  readonly timezone?: string;
  /** The elements of a list. */
  readonly element?: ElementType;
  /**
   * Marks the column of a nullable struct that is true where the struct is present and null elsewhere. It precedes the struct's fields and
   * has the struct's path.
   */
  readonly presence?: true;
}

/** The elements of a list. */
export interface ElementType extends DeclaredType {
  /**
   * True if null may come. If false, a null in the input is a `SchemaError`, and a result of null or undefined fails its row.
   */
  readonly nullable: boolean;
  /** For a field of a nullable struct, declared without `nullable`: it is null exactly where the struct is. */
  readonly required?: true;
}

/** A declared column of an input or an output. */
export interface DescribedColumn extends ElementType {
  /** The name of the column; for a field of a struct, its path joined by dots. */
  readonly name: string;
  /** For a field of a struct: the names from the column to the field. {@link name} joins them. */
  readonly path?: readonly string[];
  /**
   * For a field of the structs of a list, which is a column of lists by itself: the number of names of its path that lead to the list. All
   * fields of one list have its offsets. Lists in lists, and lists within such structs, have one number each, from the outside in.
   */
  readonly listed?: readonly number[];
}

/** Returns the names by which a column is found. A field of a struct has several. */
export function pathOf({ name, path }: Pick<DescribedColumn, 'name' | 'path'>): readonly string[] {
  return path ?? [name];
}

/** True if two paths name the same column. */
export function samePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, depth) => name === b[depth]);
}

/** Returns the type of a column's values within `lists` lists. */
export function typeWithin(column: ElementType, lists: number): ElementType {
  let type = column;
  for (let depth = 0; depth < lists; depth += 1) {
    if (!type.element) throw new RangeError('A list has elements');
    type = type.element;
  }
  return type;
}

/** Formats a column type as in a declaration: `timestamp('us', 'UTC')`. */
export function describeType({ type, timezone, element, presence }: DeclaredType): string {
  if (presence) return 'struct({ … })';
  if (element) return `list(${element.nullable ? `nullable(${describeType(element)})` : describeType(element)})`;
  if (type === 'dictionary') return 'dictionary(utf8)';
  const unit = timestampUnit(type);
  if (unit === undefined) return type;
  return `timestamp('${unit}'${timezone === undefined ? '' : `, '${timezone}'`})`;
}
