import type { OutputColumn, TransformDescription } from '../description.js';

/** In the place of a value: there is none, and none is asked for. The row has failed, or the struct of a field is null. */
export const missing = Symbol('missing');

/** What a row function's result has for a column: own properties only, of each struct on the way. */
export interface ResultShape {
  /** The structs, and lists of structs, that may be null. */
  readonly nullableStructs: ReadonlySet<string>;
  /** The error for another struct that is. */
  absentStruct(struct: string, value: null | undefined): Error;
  /** The error for what is no array, where a list of structs should be. */
  noList(list: string, value: unknown): Error;
}

/** The name of a single output, which row functions return without it; undefined where they return an object of columns. */
export function nameOfSingle({ single, output }: Pick<TransformDescription, 'single' | 'output'>): string | undefined {
  const own = output.find(({ keep }) => keep === undefined);
  return single ? (own?.path?.[0] ?? own?.name) : undefined;
}

/** The structs, and lists of structs, that may be null. */
export function nullableStructs(columns: readonly OutputColumn[]): ReadonlySet<string> {
  return new Set(
    columns.flatMap(({ presence, path = [], listed = [] }) => (presence ? [keyOf(path, listed.length)] : [])),
  );
}

/** A struct or a list by the names that lead to it, and how many lists it lies in. */
function keyOf(path: readonly string[], lists: number): string {
  return [lists, ...path].join('\0');
}

/**
 * The value of a column: of a field whose struct is null {@link missing}, of a struct that may be null whether it is there, of a
 * field of the structs of a list an array of these.
 *
 * @throws what `absentStruct` says where a struct is null that may not be, and `noList` where there is no list
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

/** A column called `constructor` must not find the one that every object inherits. */
function ownProperty(object: unknown, name: string): unknown {
  if (typeof object !== 'object' || object === null || !Object.hasOwn(object, name)) return undefined;
  return (object as { readonly [name: string]: unknown })[name];
}
