import { type DataType, makeData, Type } from 'apache-arrow';
import { type DeclaredType, describeType } from '../../schema/columns.js';
import type { InputColumn } from '../description.js';
import { SchemaError } from '../errors.js';
import { isSet } from '../values/bitmap.js';
import { mapped } from '../values/mapped.js';
import type { DataReader } from './arrow-data.js';
import type { ArrowData, ArrowField } from './arrow-shapes.js';
import { viewLength } from './borrowed-buffers.js';
import { checkSize } from './checks/check-buffers.js';

/** A chunk of a field, and the nullable structs around it, outermost first. */
export interface FieldData {
  readonly data: ArrowData;
  readonly around: readonly ArrowData[];
  /** For a list of structs, whose nulls are among `around`: the field within its elements. */
  readonly elements?: FieldData;
}

const nothing: readonly ArrowData[] = [];

/**
 * Finds the data of a field of a struct, chunk by chunk, by the names below its column. For a column that is not a field, it is the
 * column's data.
 *
 * @param columns all declared columns, which tell which structs and lists of structs may be null
 * @param firstRow the number of the first row, for errors
 * @throws SchemaError when there is no such field, or a struct is null and not declared so.
 */
export function fieldData(
  data: readonly ArrowData[],
  column: InputColumn,
  columns: readonly InputColumn[],
  reader: DataReader,
  firstRow = 0,
): readonly FieldData[] {
  const isPlain = column.path === undefined && column.listed === undefined && column.presence !== true;
  if (isPlain) return mapped(data, (given) => ({ data: reader.read(given, column.name), around: nothing }));
  let row = firstRow;
  return mapped(data, (given) => {
    const chunk = reader.read(given, column.name);
    const field = new FieldFinder(column, columns, reader, row).find(chunk);
    row += chunk.length;
    return field;
  });
}

/** Descends from a column to one of its fields. */
class FieldFinder {
  readonly #column: InputColumn;
  readonly #columns: readonly InputColumn[];
  readonly #reader: DataReader;
  readonly #row: number;
  /** The lists on the way, each with the nullable structs around it. */
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

  /** Returns the data below the first `depth` names. */
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
   * Checks that a struct or a list has as many rows as its buffers and fields. Without data behind it, a large length would be iterated
   * almost forever.
   *
   * @throws SchemaError when the numbers of rows differ
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

  /** @throws SchemaError when there is no such field */
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

  /** @throws SchemaError for data that is not a list */
  #elementsOf(list: ArrowData, name: string): ArrowData {
    // A list without rows that Arrow JS made has no elements either.
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

  /** @throws SchemaError for a null that is not declared, in a row where the structs around it are present */
  #refuseNulls(data: ArrowData, name: string, isList: boolean, around: readonly ArrowData[]): void {
    if (data.length === 0 || data.nullCount === 0) return;
    const isMissing = (at: number) => isNull(data, at) && !around.some((outer) => isNull(outer, at));
    const [place, ...inner] = this.#firstPlace(isMissing, data.length);
    if (place !== undefined) throw nullStruct(name, this.#row + place, isList, inner);
  }

  /** Returns the row of the first element that passes a test, and its places in the row's lists. */
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

  /** @throws SchemaError for a presence column of data that is neither the struct nor the list that is declared */
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

/** Returns the properties that a list of structs shares with the lists of its fields. */
function shapeOf({ type, length, offset, values, valueOffsets }: ArrowData) {
  return { type, length, offset, values, valueOffsets };
}

/** True if a struct or a list of structs, found by its names and the number of lists around it, is declared nullable. */
export function mayBeNull(path: readonly string[], lists: number, columns: readonly InputColumn[]): boolean {
  return columns.some(
    (other) =>
      other.presence &&
      other.path?.length === path.length &&
      (other.listed?.length ?? 0) === lists &&
      path.every((name, at) => other.path?.[at] === name),
  );
}

/** Returns an empty field. Arrow JS makes structs without rows whose fields have no data. */
function emptyField({ length }: ArrowData, field: ArrowField | undefined): ArrowData | undefined {
  return length > 0 || field === undefined ? undefined : makeData({ type: field.type as DataType, length: 0 });
}

/** Returns the error for an undeclared null of a struct or a list of structs. `places` are its positions in the lists around it. */
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

/** True if a row is null. Cutting a struct cuts its fields, but not its bitmap. */
function isNull(chunk: ArrowData, row: number): boolean {
  if (chunk.nullCount === 0 || viewLength(chunk.nullBitmap) === 0) return false;
  return !isSet(chunk.nullBitmap as Uint8Array, chunk.offset + row);
}
