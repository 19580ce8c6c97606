import {
  type ColumnTypeName,
  hasOffsets,
  isBinaryType,
  isTextType,
  isTimeType,
  type NumberTypeName,
  numberTypes,
} from '../../schema/column-types.js';
import { describeType } from '../../schema/columns.js';
import { withArticle } from '../../schema/with-article.js';
import type { InputColumn } from '../description.js';
import { SchemaError } from '../errors.js';
import { mapped } from '../values/mapped.js';
import { typedArrayName } from '../values/typed-arrays.js';
import { kindOf } from '../words.js';
import { isVector } from './arrow-shapes.js';
import type { InputMemory, TypedArrayName } from './borrowed-buffers.js';
import { castAdvice } from './checks/cast-advice.js';
import { missingColumn, undeclaredNull } from './checks/check-columns.js';
import { checkType } from './checks/check-type.js';
import { type ArrayEncoding, arrayChunks } from './chunks/array-chunks.js';
import type { ArrowChunks } from './chunks/arrow-chunks.js';
import { type HeldChunk, requiredChunk } from './chunks/chunk.js';
import { NumberChunk } from './chunks/plain-chunks.js';
import { fieldData, mayBeNull } from './struct-fields.js';

/** Reads the declared columns from an object's own properties. `constructor` is a column only if the object has it itself. */
export function readObject(
  columns: readonly InputColumn[],
  input: object,
  memory: InputMemory,
  arrow: ArrowChunks,
  encoding: ArrayEncoding,
): HeldChunk[][] {
  return mapped(columns, (column) => {
    const name = column.path?.[0] ?? column.name;
    if (!Object.hasOwn(input, name)) throw missingColumn(column, Object.keys(input));
    const value = (input as { readonly [name: string]: unknown })[name];
    if (isVector(value)) {
      if (column.path === undefined) checkType(value.type, column);
      return arrow.chunks(fieldData(value.data, column, columns, arrow.reader), column);
    }
    if (Array.isArray(value)) {
      const array = column.path === undefined ? value : fieldsOf(value, column, columns);
      const chunks = arrayChunks(array, column, encoding);
      return mapped(chunks, (chunk) => ({
        chunk: column.required ? requiredChunk(chunk, -1) : chunk,
        memory: undefined,
      }));
    }
    return [typedArrayChunk(value, column, memory)];
  });
}

/** Returns a field's values in the rows of a plain array. A field of the structs of a list has an array per row. */
function fieldsOf(rows: readonly unknown[], column: InputColumn, columns: readonly InputColumn[]): readonly unknown[] {
  const { path = [], listed = [], presence } = column;
  /** Returns the value below the first `depth` names, or null if a nullable struct or list on the way is null. */
  const within = (value: unknown, depth: number, lists: number, places: readonly number[]): unknown => {
    const isList = listed[lists] === depth;
    const isWhole = depth === path.length && !isList;
    if (isWhole && !presence) {
      // A null outside of lists is judged by the caller. A null in a list that is present is judged here.
      if (isNothing(value) && isRequired(column, lists)) throw missingField(column, places);
      return value;
    }
    if (isNothing(value)) {
      if (isWhole || mayBeNull(path.slice(0, depth), lists, columns)) return null;
      if (lists === 0 && !isList) return within(undefined, path.length, lists, places);
      throw notWhole(value, path.slice(0, depth), isList, places);
    }
    const isArray = isList || (isWhole && isListOf(column, depth, lists, columns));
    if (typeof value !== 'object' || Array.isArray(value) !== isArray)
      throw notWhole(value, path.slice(0, depth), isArray, places);
    if (isWhole) return true;
    if (!isList) return within(ownField(value, path[depth] ?? ''), depth + 1, lists, places);
    return (value as readonly unknown[]).map((element, place) => within(element, depth, lists + 1, [...places, place]));
  };
  return rows.map((row, at) => within(row, 1, 0, [at]));
}

/** True if null is wrong wherever the structs around it are present. */
function isRequired(column: InputColumn, lists: number): boolean {
  let declared: Pick<InputColumn, 'required' | 'element'> = column;
  for (let depth = 0; depth < lists && declared.element; depth += 1) declared = declared.element;
  return declared.required === true;
}

/** True if a presence column describes a list. */
function isListOf({ path = [] }: InputColumn, depth: number, lists: number, columns: readonly InputColumn[]): boolean {
  return columns.some(
    (other) => other.listed?.[lists] === depth && path.slice(0, depth).every((name, at) => other.path?.[at] === name),
  );
}

function placeOf([row, ...places]: readonly number[]): string {
  return [...places.map((place) => `element ${place} of `).reverse(), `row ${row}`].join('');
}

function missingField(column: InputColumn, places: readonly number[]): SchemaError {
  const [row = 0] = places;
  if (places.length === 1) return undeclaredNull(column, row);
  return new SchemaError(
    `Column ${JSON.stringify(column.name)}: ${placeOf(places)} is null, but the field is not declared nullable. ` +
      'Declare it nullable and handle null in the row function, or fill the nulls before the call.',
    { column: column.name, row },
  );
}

function notWhole(value: unknown, path: readonly string[], isList: boolean, places: readonly number[]): SchemaError {
  const [row = 0] = places;
  const name = path.join('.');
  const isOfList = isList || places.length > 1;
  const [declared, pass] = isOfList ? ['a list of structs', 'arrays of objects'] : ['struct({ … })', 'objects'];
  const what = kindOf(value);
  const where = places.length === 1 ? `element ${row} of the array` : placeOf(places);
  return new SchemaError(
    `Column ${JSON.stringify(name)}: ${where} is ${what}, but the column is declared ${declared}. ` +
      `Pass ${pass} with the declared fields, and null where that is declared.`,
    { column: name, row },
  );
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined;
}

/** Returns an own property; undefined if there is none. */
function ownField(object: unknown, name: string): unknown {
  return typeof object === 'object' && object !== null && Object.hasOwn(object, name)
    ? (object as { readonly [name: string]: unknown })[name]
    : undefined;
}

function typedArrayChunk(value: unknown, column: InputColumn, inputMemory: InputMemory): HeldChunk {
  const kind = value instanceof DataView ? undefined : typedArrayName(value);
  if (kind !== undefined && !hasOffsets(column.type) && column.type !== 'bool' && kind === arrayFor(column.type)) {
    const memory = inputMemory.chunk();
    const values = memory.take(value, numberTypes[column.type].arrayName, column.name, 'values');
    return { chunk: new NumberChunk(values, values.length, undefined), memory };
  }
  const isValue = kind === undefined && (typeof value !== 'object' || value === null) && !isNothing(value);
  const fix =
    kind === undefined
      ? isValue
        ? '. A call takes columns: put a single value in an array, [value]'
        : ''
      : `. ${castAdvice(column, kind)}`;
  throw new SchemaError(
    `Column ${JSON.stringify(column.name)}: got ${kindOf(value)}, declared ${describeType(column)}. ` +
      `Pass an Arrow Vector of that type${acceptedArrays(column.type)}${fix}.`,
    { column: column.name },
  );
}

/** Returns the kind of typed array for a type. Times have none, because a typed array does not tell its unit. */
function arrayFor(type: NumberTypeName): TypedArrayName | undefined {
  return isTimeType(type) ? undefined : numberTypes[type].arrayName;
}

function acceptedArrays(type: ColumnTypeName): string {
  if (type === 'list') return ' or an array of arrays';
  if (isBinaryType(type)) return ' or a Uint8Array[]';
  if (isTextType(type)) return ' or a string[]';
  if (type === 'bool') return ' or a boolean[]';
  const element = typeof numberTypes[type].range?.[0] === 'bigint' ? 'bigint' : 'number';
  if (isTimeType(type)) return ` or a ${element}[]${element === 'number' ? ' of milliseconds' : ''}`;
  return `, ${withArticle(arrayFor(type) ?? 'Float64Array')} or a ${element}[]`;
}
