/** Builders of array expressions; those of other values are in `build.ts`. */

import { asAlternative, convert, onePiece, require, storedArray } from './build.js';
import type { ArrayCall, Expression, NewArray, Split } from './expression.js';
import type { ArrayOperation } from './operations/array-operations.js';
import {
  arrayType,
  booleanType,
  bytesType,
  doubleType,
  intType,
  joinTypes,
  lazyStringType,
  orNull,
  orUndefined,
  presentType,
  splitType,
  type Type,
} from './type.js';

/** Operations whose result type follows from the receiver's type. */
type PlainOperation = Exclude<ArrayOperation, 'masked' | 'judged' | 'allThere'>;

/** Builds `split` of a string. Without a separator the only piece is the text itself. */
export function split(receiver: Expression, separator: Expression | undefined, limit: Expression | undefined): Split {
  return Object.freeze({
    kind: 'split',
    receiver: onePiece(require(receiver)),
    separator: separator && onePiece(separator),
    limit,
    type: splitType,
  });
}

/**
 * Converts a value to the form in which arrays hold it: strings in one piece, numbers as doubles, bigints in 128 bits, pieces of a string
 * in memory. Undefined if arrays cannot hold it.
 */
export function heldElement(value: Expression): Expression | undefined {
  const { core } = value.type;
  switch (core.kind) {
    case 'array':
      // An array inside another one is never changed, so neither needs its own copy.
      return core.lazy === 'pieces' ? storedArray(value) : value;
    case 'match':
      return undefined;
    default:
      return asAlternative(value);
  }
}

/** Builds an array of elements that {@link heldElement} gave. Undefined if no type holds them all. */
export function newArray(
  elements: readonly Expression[],
  atLeast?: Type,
  join: (a: Type, b: Type) => Type | undefined = joinTypes,
): NewArray | undefined {
  const [first, ...rest] = [...(atLeast ? [atLeast] : []), ...elements.map(({ type }) => type)];
  const element = rest.reduce<Type | undefined>((joined, type) => joined && join(joined, type), first);
  if (!element || element.core.kind === 'nothing') return undefined;
  return Object.freeze({
    kind: 'new-array',
    elements: elements.map((value) => convert(value, element)),
    type: arrayType(element),
  });
}

/**
 * Builds an array with null in place of each element whose presence is false. `presence` holds one boolean per element, or arrays of
 * booleans if the elements are arrays.
 */
export function masked(array: Expression, presence: Expression): ArrayCall {
  const type = maskedType(array.type, presence.type);
  return Object.freeze({ kind: 'array-call', operation: 'masked', receiver: array, arguments: [presence], type });
}

function maskedType(array: Type, presence: Type): Type {
  const [element, there] = [elementType(array), elementType(presence)];
  return arrayType(
    there.core.kind === 'array' ? maskedType(presentType(element), presentType(there)) : orNull(element),
  );
}

/** Builds the same array, but fails the row if `presence` is true for an element, or for one inside it, that is null or undefined. */
export function judged(array: Expression, presence: Expression): ArrayCall {
  return Object.freeze({
    kind: 'array-call',
    operation: 'judged',
    receiver: array,
    arguments: [presence],
    type: array.type,
  });
}

/** Builds an array of the same shape that is true for every element, `levels` levels down. */
export function allThere(array: Expression, levels: number): ArrayCall {
  const type = thereType(levels);
  return Object.freeze({ kind: 'array-call', operation: 'allThere', receiver: array, arguments: [], type });
}

function thereType(levels: number): Type {
  return arrayType(levels > 1 ? thereType(levels - 1) : booleanType);
}

/** Builds an operation of a present array; the array's type determines the result's. */
export function arrayCall(operation: PlainOperation, receiver: Expression, ...args: readonly Expression[]): ArrayCall {
  return Object.freeze({
    kind: 'array-call',
    operation,
    receiver,
    arguments: args,
    type: arrayCallType(operation, receiver.type),
  });
}

/** Builds the same array in scratch memory. Bytes are not an array and are returned as they are. */
export function stored(array: Expression): Expression {
  const { core } = array.type;
  return core.kind === 'array' && core.lazy && core.lazy !== 'bytes' ? arrayCall('store', array) : array;
}

/** Builds an array with the same elements whose type allows undefined elements. */
export function loosened(array: Expression): Expression {
  const element = elementType(array.type);
  if (element.mayBeUndefined) return array;
  if (array.kind === 'new-array') return newArray(array.elements, orUndefined(element)) ?? array;
  return arrayCall('loosened', array);
}

export function elementType({ core }: Type): Type {
  if (core.kind !== 'array') throw new RangeError('Only arrays have elements');
  return core.element;
}

/** Returns the result type of an operation, from the receiver's type. */
export function arrayCallType(operation: PlainOperation, receiver: Type): Type {
  const element = elementType(receiver);
  switch (operation) {
    case 'length':
    case 'indexOf':
    case 'lastIndexOf':
      return intType;
    case 'item':
      return element;
    case 'element':
    case 'at':
      return orUndefined(element);
    case 'includes':
      return booleanType;
    case 'subarray':
      return bytesType;
    case 'join':
      return lazyStringType;
    case 'places':
    case 'undefinedPlaces':
      return arrayType(doubleType);
    case 'gathered':
      return arrayType(element);
    case 'zipped':
      return arrayType(arrayType(element));
    case 'loosened':
      return arrayType(orUndefined(element));
    case 'slice':
    case 'concat':
    case 'reversed':
    case 'sorted':
    case 'store':
    case 'push':
    case 'set':
    case 'with':
    case 'withoutLast':
    case 'withoutFirst':
      return arrayType(element);
    case 'sum':
    case 'min':
    case 'max':
      return element;
    case 'mean':
      return element.mayBeNull ? orNull(doubleType) : doubleType;
    case 'variance':
    case 'stddev':
      return orNull(doubleType);
    case 'count':
    case 'periods':
      return intType;
  }
}
