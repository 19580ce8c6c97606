import type { HeapClass } from '../type.js';
import {
  arrayType,
  booleanType,
  intType,
  orUndefined,
  referenceType,
  stringType,
  type Type,
  undefinedType,
} from '../type.js';

/** The operations on objects of the row's memory. */
export type HeapOperation = keyof typeof heapOperations;

interface OperationRule {
  /** The method in C++. Undefined for fields, which have none. */
  readonly method: string | undefined;
  /** The parameters of the method before its arguments. */
  readonly takes: '' | 'arena, ' | 'out, arena, ';
  /** True if the method returns false when the row has to end. */
  readonly mayEnd?: true;
  /**
   * Set if the operation changes an array: `element` replaces elements where they lie. After `places` there may be fewer, or they lie
   * elsewhere.
   */
  readonly changes?: 'element' | 'places';
  /** The type of the result. */
  readonly type: (to: HeapClass) => Type;
}

const nothing = () => undefinedType;
const int = () => intType;
const boolean = () => booleanType;
const elementOrUndefined = (to: HeapClass) => orUndefined(to.element);

/** Every operation, by its name in the printed IR. */
const heapOperations = {
  new: { method: 'new_object', takes: 'arena, ', mayEnd: true, type: referenceType },
  element: { method: 'element', takes: '', type: elementOrUndefined },
  item: { method: 'item', takes: '', type: (to) => to.element },
  'set element': { method: 'set', takes: 'out, arena, ', changes: 'places', mayEnd: true, type: nothing },
  store: { method: 'store', takes: '', changes: 'element', type: nothing },
  encode: { method: 'encode', takes: 'arena, ', mayEnd: true, type: nothing },
  reserve: { method: 'reserve', takes: 'arena, ', mayEnd: true, type: nothing },
  push: { method: 'push', takes: 'arena, ', changes: 'places', mayEnd: true, type: nothing },
  pop: { method: 'pop', takes: '', changes: 'places', type: elementOrUndefined },
  shift: { method: 'shift', takes: '', changes: 'places', type: elementOrUndefined },
  length: { method: 'length', takes: '', type: int },
  empty: { method: 'clear', takes: '', changes: 'places', type: nothing },
  view: { method: 'view', takes: '', type: (to) => arrayType(to.element) },
  append: { method: 'append', takes: 'arena, ', changes: 'places', mayEnd: true, type: nothing },
  assign: { method: 'assign', takes: 'arena, ', changes: 'places', mayEnd: true, type: nothing },
  insert: { method: 'insert', takes: 'arena, ', changes: 'places', mayEnd: true, type: nothing },
  remove: { method: 'remove', takes: '', changes: 'places', type: nothing },
  place: { method: 'place', takes: '', type: int },
  removable: { method: 'removable', takes: '', type: int },
  reverse: { method: 'reverse', takes: '', changes: 'element', type: nothing },
  'copy within': { method: 'copy_within', takes: '', changes: 'element', type: nothing },
  fill: { method: 'fill', takes: '', changes: 'element', type: nothing },
  extend: { method: 'extend', takes: 'out, arena, ', changes: 'places', mayEnd: true, type: nothing },
  size: { method: 'size', takes: '', type: int },
  get: { method: 'get', takes: 'arena, ', type: elementOrUndefined },
  has: { method: 'has', takes: 'arena, ', type: boolean },
  set: { method: 'set', takes: 'arena, ', mayEnd: true, type: nothing },
  add: { method: 'add', takes: 'arena, ', mayEnd: true, type: nothing },
  delete: { method: 'remove', takes: 'arena, ', type: boolean },
  clear: { method: 'clear', takes: '', type: nothing },
  next: { method: 'next', takes: '', type: int },
  'key at': { method: 'key_at', takes: '', type: (to) => to.key },
  'value at': { method: 'value_at', takes: '', type: (to) => to.element },
  property: { method: 'property', takes: 'out, arena, ', type: elementOrUndefined },
  'has property': { method: 'has_property', takes: 'out, arena, ', type: boolean },
  'set property': { method: 'set_property', takes: 'out, arena, ', mayEnd: true, type: nothing },
  names: { method: 'names', takes: 'arena, ', type: () => arrayType(stringType()) },
  field: { method: undefined, takes: '', type: nothing },
  'set field': { method: undefined, takes: '', type: nothing },
} as const satisfies Readonly<Record<string, OperationRule>>;

export function heapOperation(operation: HeapOperation): OperationRule {
  return heapOperations[operation];
}
