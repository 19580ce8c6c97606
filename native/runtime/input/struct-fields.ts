import { type DataType, makeData, Type } from 'apache-arrow';
import { type DeclaredType, describeType } from '../columns/column-types.js';
import type { InputColumn } from '../description.js';
import { SchemaError } from '../errors.js';
import { isSet } from '../values/bitmap.js';
import type { DataReader } from './arrow-data.js';
import type { ArrowData, ArrowField } from './arrow-shapes.js';
import { viewLength } from './borrowed-buffers.js';
import { checkSize } from './checks/check-buffers.js';

/** A chunk of a field, and of the structs around it that may be null, the outermost first. */
export interface FieldData {
  readonly data: ArrowData;
  readonly around: readonly ArrowData[];
  /** Of a list of structs, whose nulls are among those around: what the field is in its elements. */
  readonly elements?: FieldData;
}

/**
 * The data of a field of a struct, chunk by chunk, by the names behind that of the column; of a column that is no field, that data.
 *
 * @param columns all that are declared: they say which structs, and lists of structs, may be null
 * @param firstRow the number of the first row, for errors
 * @throws SchemaError where there is none, or a struct that is null as a whole and not declared so.
 */
export function fieldData(
  data: readonly ArrowData[],
  column: InputColumn,
  columns: readonly InputColumn[],
  reader: DataReader,
  firstRow = 0,
): readonly FieldData[] {
  let row = firstRow;
  return data.map((given) => {
    const chunk = reader.read(given, column.name);
    const field = new FieldFinder(column, columns, reader, row).find(chunk);
    row += chunk.length;
    return field;
  });
}

/** Goes down from a column to one of its fields. */
class FieldFinder {
  readonly #column: InputColumn;
  readonly #columns: readonly InputColumn[];
  readonly #reader: DataReader;
  readonly #row: number;
  /** The lists on the way, each with what is around it: what says where an element of a list is. */
  readonly #lists: { readonly list: ArrowData; readonly around: readonly ArrowData[] }[] = [];

  constructor(column: InputColumn, columns: readonly InputColumn[], reader: DataReader, row: number) {
    this.#column = column;
    this.#columns = columns;
    this.#reader = reader;
    this.#row = row;
  }

  find(chunk: ArrowData): FieldData {
    return this.#below(chunk, 1, []);
  }

  /** What lies below the first `depth` names. */
  #below(data: ArrowData, depth: number, around: readonly ArrowData[]): FieldData {
    const { path = [this.#column.name], listed = [], presence } = this.#column;
    const lists = this.#lists.length;
    const isList = listed[lists] === depth;
    const isWhole = depth === path.length && !isList;
    if (!isWhole || presence) this.#requireRows(data);
    if (isWhole) {
      if (presence) this.#requireWhole(data, path);
      return { data, around };
    }
    const whole = path.slice(0, depth);
    const isNullable = mayBeNull(whole, lists, this.#columns);
    if (!isNullable) this.#refuseNulls(data, whole.join('.'), isList, around);
    const within = isNullable ? [...around, data] : around;
    if (!isList) return this.#below(this.#fieldOf(data, whole), depth + 1, within);
    const elements = this.#elementsOf(data, whole.join('.'));
    this.#lists.push({ list: data, around: within });
    const found = this.#below(elements, depth, []);
    this.#lists.pop();
    return {
      data: { ...shapeOf(data), nullCount: 0, nullBitmap: undefined, children: [found.data] },
      around: within,
      elements: found,
    };
  }

  /**
   * A struct, or a list, has the rows of its buffers and fields: one that nothing stands behind would be gone through for ever.
   *
   * @throws SchemaError where these have fewer, or others
   */
  #requireRows({ type, length, offset, nullCount, nullBitmap, valueOffsets, children }: ArrowData): void {
    const { name } = this.#column;
    const place = { column: name, row: this.#row };
    if (length === 0) return;
    const bytes = viewLength(nullBitmap);
    if (nullCount !== 0 && bytes > 0) checkSize(place, 'validity bitmap', bytes * 8, offset + length, 'bits');
    if (type.typeId === Type.List) checkSize(place, 'offsets', viewLength(valueOffsets), length + 1, 'numbers');
    if (type.typeId !== Type.Struct) return;
    for (const child of children) {
      const field = this.#reader.read(child, name);
      if (field.length === length) continue;
      throw new SchemaError(
        `Column ${JSON.stringify(name)}: the field has ${field.length} rows, its struct has ${length}. ` +
          'The vector was built wrongly: build it again with makeVector.',
        { column: name },
      );
    }
  }

  /** @throws SchemaError for what has no such field */
  #fieldOf(data: ArrowData, whole: readonly string[]): ArrowData {
    const { path = [], name } = this.#column;
    const wanted = path[whole.length];
    const fields = data.type.typeId === Type.Struct ? (data.type.children ?? []) : [];
    const place = fields.findIndex((field) => field.name === wanted);
    const child = data.children[place] ?? emptyField(data, fields[place]);
    if (child !== undefined) return this.#reader.read(child, name);
    const has = fields.map((field) => JSON.stringify(field.name)).join(', ');
    throw new SchemaError(
      `Column ${JSON.stringify(whole.join('.'))}: got ${String(data.type)}, which has no field ${JSON.stringify(wanted)}${has === '' ? '' : `, but ${has}`}. ` +
        `Pass a struct with the field ${JSON.stringify(name)}.`,
      { column: name },
    );
  }

  /** @throws SchemaError for what is no list */
  #elementsOf(list: ArrowData, name: string): ArrowData {
    // Arrow JS makes lists without rows that have no elements either.
    const [elements] = list.type.typeId === Type.List ? list.children : [];
    const isEmpty = list.type.typeId === Type.List && list.length === 0;
    const type = list.type.children?.[0]?.type;
    const found = elements ?? (isEmpty && type ? makeData({ type: type as DataType, length: 0 } as never) : undefined);
    if (found !== undefined) return this.#reader.read(found, this.#column.name);
    throw new SchemaError(
      `Column ${JSON.stringify(name)}: got ${String(list.type)}, declared a list of structs. Pass a list of structs with the declared fields.`,
      { column: name },
    );
  }

  /** @throws SchemaError for what is null and not declared so, in a row that is there */
  #refuseNulls(data: ArrowData, name: string, isList: boolean, around: readonly ArrowData[]): void {
    if (data.length === 0 || data.nullCount === 0) return;
    const isMissing = (at: number) => isNull(data, at) && !around.some((outer) => isNull(outer, at));
    const [place, ...inner] = this.#firstPlace(isMissing, data.length);
    if (place !== undefined) throw nullStruct(name, this.#row + place, isList, inner);
  }

  /** The row, and the places in its lists, of the first element of which something is so. */
  #firstPlace(isSo: (at: number) => boolean, length: number): readonly number[] {
    const search = (level: number, at: number): readonly number[] | undefined => {
      const outer = this.#lists[level];
      if (outer === undefined) return isSo(at) ? [] : undefined;
      const { list, around } = outer;
      if (isNull(list, at) || around.some((one) => isNull(one, at))) return undefined;
      const offsets = list.valueOffsets as Int32Array;
      const most = (list.children[0] as ArrowData | undefined)?.length ?? 0;
      const begin = Math.max(offsets[at] ?? 0, 0);
      for (let inner = begin; inner < Math.min(offsets[at + 1] ?? 0, most); inner += 1) {
        const found = search(level + 1, inner);
        if (found !== undefined) return [inner - begin, ...found];
      }
      return undefined;
    };
    const rows = this.#lists[0]?.list.length ?? length;
    for (let row = 0; row < rows; row += 1) {
      const found = search(0, row);
      if (found !== undefined) return [row, ...found];
    }
    return [];
  }

  /** @throws SchemaError for a column that says where something is null that it is not */
  #requireWhole({ type }: ArrowData, path: readonly string[]): void {
    const lists = this.#lists.length;
    const isList = this.#columns.some(
      ({ path: other = [], listed = [] }) =>
        listed[lists] === path.length && listed.length > lists && path.every((name, at) => other[at] === name),
    );
    if (type.typeId === (isList ? Type.List : Type.Struct)) return;
    const declared: DeclaredType = { ...this.#column, type: 'bool' };
    const [is, pass] = isList ? ['a list of structs', 'a list of structs'] : [describeType(declared), 'a struct'];
    throw new SchemaError(
      `Column ${JSON.stringify(path.join('.'))}: got ${String(type)}, declared ${is}. Pass ${pass} with the declared fields.`,
      { column: this.#column.name },
    );
  }
}

/** What of a list of structs is that of the lists of its fields. */
function shapeOf({ type, length, offset, values, valueOffsets }: ArrowData) {
  return { type, length, offset, values, valueOffsets };
}

/** Whether a struct, or a list of structs, is declared nullable: by the names that lead to it, and how many lists it lies in. */
export function mayBeNull(path: readonly string[], lists: number, columns: readonly InputColumn[]): boolean {
  return columns.some(
    (other) =>
      other.presence &&
      other.path?.length === path.length &&
      (other.listed?.length ?? 0) === lists &&
      path.every((name, at) => other.path?.[at] === name),
  );
}

/** Arrow JS makes structs without rows whose fields have no data. */
function emptyField({ length }: ArrowData, field: ArrowField | undefined): ArrowData | undefined {
  return length > 0 || field === undefined ? undefined : makeData({ type: field.type as DataType, length: 0 });
}

/** The error for a struct, or a list of them, that is null where that is not declared; in lists, at those places in them. */
export function nullStruct(struct: string, row: number, isList = false, places: readonly number[] = []): SchemaError {
  const [what, type] = isList ? ['list', 'nullable(list(struct({ … })))'] : ['struct', 'nullable(struct({ … }))'];
  const where = [...places.map((place) => `element ${place} of `).reverse(), `row ${row}`].join('');
  const advice = places.length > 0 ? `list(${type})` : type;
  return new SchemaError(
    `Column ${JSON.stringify(struct)}: ${where} is null as a whole, but the ${what} is not declared nullable. ` +
      `Declare it so, \`${advice}\`, and handle null in the row function, or fill the nulls before the call.`,
    { column: struct, row },
  );
}

/** A struct's bitmap is not cut where the struct is: its fields are. */
function isNull(chunk: ArrowData, row: number): boolean {
  if (chunk.nullCount === 0 || viewLength(chunk.nullBitmap) === 0) return false;
  return !isSet(chunk.nullBitmap as Uint8Array, chunk.offset + row);
}
