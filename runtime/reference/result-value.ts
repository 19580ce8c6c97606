import type { OutputColumn, TransformDescription } from '../description.js';

/** Stands for a value that does not exist and is not required: the row has failed, or the struct of a field is null. */
export const missing = Symbol('missing');

/** The nullability of a result's structs, and the errors for violations. */
export interface ResultShape {
  /** The structs, and lists of structs, that may be null. */
  readonly nullableStructs: ReadonlySet<string>;
  /** Returns the error for any other struct that is null. */
  absentStruct(struct: string, value: null | undefined): Error;
  /** Returns the error for a value that is not an array, where a list of structs is declared. */
  noList(list: string, value: unknown): Error;
}

/** Returns the name of a single output, which row functions return without it; undefined if they return an object of columns. */
export function nameOfSingle({ single, output }: Pick<TransformDescription, 'single' | 'output'>): string | undefined {
  const own = output.find(({ keep }) => keep === undefined);
  return single ? (own?.path?.[0] ?? own?.name) : undefined;
}

/** Returns the keys of the structs, and lists of structs, that may be null. */
export function nullableStructs(columns: readonly OutputColumn[]): ReadonlySet<string> {
  return new Set(
    columns.flatMap(({ presence, path = [], listed = [] }) => (presence ? [keyOf(path, listed.length)] : [])),
  );
}

/** Returns the key of a struct or a list: its names, and the number of lists around it. */
function keyOf(path: readonly string[], lists: number): string {
  return [lists, ...path].join('\0');
}

/**
 * Returns the value of a column in a result, read from own properties only. A field of a null struct is {@link missing}. A presence column
 * is true, or {@link missing} for null. A field of the structs of a list is an array.
 *
 * @throws the error of `absentStruct` for an undeclared null, and of `noList` for a value that is not an array
 */
export function resultValue(result: object, column: OutputColumn, shape: ResultShape): unknown {
  const { path, listed = [] } = column;
  if (path === undefined) return ownProperty(result, column.name);
  const within = (value: unknown, depth: number, lists: number): unknown => {
    const isList = listed[lists] === depth;
    if (depth === path.length && !isList) {
      if (!column.presence) return value;
      return value === null || value === undefined ? missing : true;
    }
    if (value === null || value === undefined) {
      const whole = path.slice(0, depth);
      if (shape.nullableStructs.has(keyOf(whole, lists))) return missing;
      throw shape.absentStruct(whole.join('.'), value);
    }
    if (!isList) return within(ownProperty(value, path[depth] ?? ''), depth + 1, lists);
    if (!Array.isArray(value)) throw shape.noList(path.slice(0, depth).join('.'), value);
    return Array.from(value, (element: unknown) => within(element, depth, lists + 1));
  };
  return within(result, 0, 0);
}

/** Returns an own property, so that a column called `constructor` does not find the one that every object inherits. */
function ownProperty(object: unknown, name: string): unknown {
  if (typeof object !== 'object' || object === null || !Object.hasOwn(object, name)) return undefined;
  return (object as { readonly [name: string]: unknown })[name];
}
