import { type DataType, makeData, Type } from 'apache-arrow';
import { type DeclaredType, describeType } from '../column-types.js';
import type { InputColumn } from '../description.js';
import { SchemaError } from '../errors.js';
import type { ArrowData, ArrowField } from './arrow-shapes.js';

/** A chunk of a field, and of the structs around it that may be null, the outermost first. */
export interface FieldData {
  readonly data: ArrowData;
  readonly around: readonly ArrowData[];
}

/**
 * The data of a field of a struct, chunk by chunk, by the names behind that of the column; of a column that is no field, that data.
 *
 * @param columns all that are declared: they say which structs may be null
 * @throws SchemaError where there is none, or a struct that is null as a whole and not declared so.
 */
export function fieldData(
  data: readonly ArrowData[],
  column: InputColumn,
  columns: readonly InputColumn[],
): readonly FieldData[] {
  let found: readonly FieldData[] = data.map((chunk) => ({ data: chunk, around: [] }));
  const { path = [] } = column;
  let lists: readonly OpenList[] = [];
  for (const [depth, name] of path.entries()) {
    if (depth === 0) continue;
    const outer = path.slice(0, depth);
    const struct = outer.join('.');
    const isNullable = mayBeNull(outer, columns);
    if (!isNullable) refuseNulls(found, struct, depth === column.listed);
    if (depth === column.listed) lists = found.map((list) => openList(list, struct, isNullable));
    if (depth === column.listed) found = lists.map(({ elements }) => ({ data: elements, around: [] }));
    found = found.map(({ data: chunk, around }) => {
      const fields = chunk.type.typeId === Type.Struct ? (chunk.type.children ?? []) : [];
      const place = fields.findIndex((field) => field.name === name);
      const child = chunk.children?.[place] ?? emptyField(chunk, fields[place]);
      const outer = isNullable && depth !== column.listed ? [...around, chunk] : around;
      if (child !== undefined) return { data: child, around: outer };
      const has = fields.map((field) => JSON.stringify(field.name)).join(', ');
      throw new SchemaError(
        `Column ${JSON.stringify(struct)}: got ${String(chunk.type)}, which has no field ${JSON.stringify(name)}${has === '' ? '' : `, but ${has}`}. ` +
          `Pass a struct with the field ${JSON.stringify(column.name)}.`,
        { column: column.name },
      );
    });
  }
  if (column.presence) for (const { data: chunk } of found) requireStruct(chunk, column);
  if (column.presence || lists.length === 0) return found;
  return found.map(({ data: elements }, index) => closeList(elements, lists[index]));
}

/** A list of structs, taken apart. */
interface OpenList {
  readonly list: ArrowData;
  readonly around: readonly ArrowData[];
  readonly elements: ArrowData;
}

/** @throws SchemaError for what is no list, and for a struct among its elements that is null as a whole. */
function openList({ data: list, around }: FieldData, name: string, isNullable: boolean): OpenList {
  // Arrow JS makes lists without rows that have no elements either.
  const [elements] = list.type.typeId === Type.List ? (list.children ?? []) : [];
  const isEmpty = list.type.typeId === Type.List && list.length === 0;
  const type = list.type.children?.[0]?.type;
  const found = elements ?? (isEmpty && type ? makeData({ type: type as DataType, length: 0 } as never) : undefined);
  if (found === undefined) {
    throw new SchemaError(
      `Column ${JSON.stringify(name)}: got ${String(list.type)}, declared a list of structs. Pass a list of structs with the declared fields.`,
      { column: name },
    );
  }
  refuseNullElements(list, found as ArrowData, name);
  return { list, around: isNullable ? [...around, list] : around, elements: found as ArrowData };
}

function refuseNullElements(list: ArrowData, elements: ArrowData, name: string): void {
  if (elements.length === 0 || elements.nullCount === 0) return;
  const offsets = list.valueOffsets as Int32Array;
  for (let row = 0; row < list.length; row += 1) {
    if (isNull(list, row)) continue;
    const begin = Math.max(offsets[row] ?? 0, 0);
    for (let at = begin; at < Math.min(offsets[row + 1] ?? 0, elements.length); at += 1) {
      if (!isNull(elements, at)) continue;
      throw new SchemaError(
        `Column ${JSON.stringify(name)}: element ${at - begin} of row ${row} is null as a whole, which no struct of a list may be. ` +
          'Make its fields null before the call, and declare them nullable.',
        { column: name, row },
      );
    }
  }
}

/** A field of the structs of a list as a list of its own: null is told by what is around it. */
function closeList(elements: ArrowData, open: OpenList | undefined): FieldData {
  if (open === undefined) throw new Error('a list has elements');
  const { list, around } = open;
  const type = { typeId: Type.List, children: [{ name: 'item', type: elements.type }] };
  const { length, offset, values, valueOffsets } = list;
  const isOwn = around.includes(list);
  const nulls = isOwn
    ? { nullCount: 0, nullBitmap: undefined }
    : { nullCount: list.nullCount, nullBitmap: list.nullBitmap };
  return { data: { type, length, offset, values, valueOffsets, ...nulls, children: [elements] }, around };
}

/** Whether the struct of that path is declared nullable. */
export function mayBeNull(path: readonly string[], columns: readonly InputColumn[]): boolean {
  return columns.some(
    (other) =>
      other.presence && other.path?.length === path.length && path.every((name, at) => other.path?.[at] === name),
  );
}

function requireStruct({ type }: ArrowData, column: InputColumn): void {
  if (type.typeId === (column.listed === undefined ? Type.Struct : Type.List)) return;
  const declared: DeclaredType = column;
  const [is, pass] =
    column.listed === undefined ? [describeType(declared), 'a struct'] : ['a list of structs', 'a list of structs'];
  throw new SchemaError(
    `Column ${JSON.stringify(column.name)}: got ${String(type)}, declared ${is}. Pass ${pass} with the declared fields.`,
    { column: column.name },
  );
}

/** Arrow JS makes structs without rows whose fields have no data. */
function emptyField({ length }: ArrowData, field: ArrowField | undefined): ArrowData | undefined {
  return length > 0 || field === undefined ? undefined : makeData({ type: field.type as DataType, length: 0 });
}

function refuseNulls(data: readonly FieldData[], struct: string, isList: boolean): void {
  let row = 0;
  for (const { data: chunk, around } of data) {
    for (let at = 0; chunk.nullCount > 0 && at < chunk.length; at += 1) {
      if (isNull(chunk, at) && !around.some((outer) => isNull(outer, at))) {
        throw nullStruct(struct, row + at, isList);
      }
    }
    row += chunk.length;
  }
}

/** The error for a struct, or a list of them, that is null where that is not declared. */
export function nullStruct(struct: string, row: number, isList = false): SchemaError {
  const [what, advice] = isList ? ['list', 'nullable(list(struct({ … })))'] : ['struct', 'nullable(struct({ … }))'];
  return new SchemaError(
    `Column ${JSON.stringify(struct)}: row ${row} is null as a whole, but the ${what} is not declared nullable. ` +
      `Declare it so, \`${advice}\`, and handle null in the row function, or fill the nulls before the call.`,
    { column: struct, row },
  );
}

/** A struct's bitmap is not cut where the struct is: its fields are. */
function isNull(chunk: ArrowData, row: number): boolean {
  const bits = chunk.nullBitmap as Uint8Array | null;
  const bit = chunk.offset + row;
  return chunk.nullCount > 0 && bits !== null && (((bits[bit >>> 3] ?? 0) >>> (bit & 7)) & 1) === 0;
}
