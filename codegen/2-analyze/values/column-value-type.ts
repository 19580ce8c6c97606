import type { ElementType } from '../../../schema/columns.js';
import type { Column } from '../../ir/row-function.js';
import {
  booleanType,
  bytesType,
  doubleType,
  int64Type,
  int128Type,
  intType,
  listType,
  orNull,
  stringType,
  type Type,
  uint64Type,
  windowType,
} from '../../ir/type.js';

/** Returns the type of a column's value in a row function. */
export function columnValueType({
  type,
  nullable,
  element,
  window,
}: Pick<Column, 'type' | 'nullable' | 'element' | 'window'>): Type {
  if (window && element) return windowValueType(element);
  const value = element ? listValueType(element) : presentValueType(type);
  return nullable ? orNull(value) : value;
}

/** The form in which the elements of a list are read. */
interface SeenAs {
  /** Times are read as they are stored. */
  readonly raw: boolean;
  /** A required field is null where its struct is null; otherwise it may be any value there. */
  readonly whole: boolean;
}

const asValues: SeenAs = { raw: false, whole: false };

/** Returns the type of a list, with elements as arrays hold them. */
export function listValueType(element: ElementType, seen = asValues): Type {
  const isRequired = element.required === true && !seen.whole;
  const mark = isRequired ? 'required ' : element.nullable ? 'nullable ' : '';
  const nullableOr = (type: Type) => (element.nullable && !isRequired ? orNull(type) : type);
  if (element.element) {
    const inner = listValueType(element.element, seen);
    const { lazy } = inner.core as { lazy: string };
    return listType(`${mark}${lazy}`, nullableOr(inner));
  }
  const held = seen.raw ? int128Type : heldValueType(element.type);
  return listType(`${seen.raw ? 'raw ' : ''}${mark}${element.type}`, nullableOr(held));
}

/** True if an element of a list, at any depth, is a required field of a struct that may be null. */
export function hasRequired({ element }: Pick<Column, 'element'>): boolean {
  return element !== undefined && (element.required === true || hasRequired(element));
}

/** Returns the type of a window, with elements as arrays hold them. */
function windowValueType({ type, nullable }: ElementType): Type {
  const element = heldValueType(type);
  return windowType(`${nullable ? 'nullable ' : ''}${type}`, nullable ? orNull(element) : element);
}

/** Returns the type that an array has for elements of a column type. */
function heldValueType(type: Column['type']): Type {
  const value = presentValueType(type);
  if (value.core.kind === 'number') return doubleType;
  return value.core.kind === 'bigint' ? int128Type : value;
}

function presentValueType(type: Column['type']): Type {
  switch (type) {
    case 'utf8':
    case 'dictionary':
    case 'largeUtf8':
      return stringType();
    case 'binary':
    case 'largeBinary':
      return bytesType;
    case 'list':
      throw new RangeError('A list has elements');
    case 'bool':
      return booleanType;
    case 'int8':
    case 'int16':
    case 'int32':
    case 'uint8':
    case 'uint16':
      return intType;
    case 'int64':
    case 'timestamp[us]':
    case 'timestamp[ns]':
      return int64Type;
    case 'uint64':
      return uint64Type;
    case 'uint32':
    case 'float32':
    case 'float64':
    case 'date32':
    case 'timestamp[s]':
    case 'timestamp[ms]':
      return doubleType;
  }
}
