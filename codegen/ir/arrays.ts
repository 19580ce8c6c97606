/** Builders of arrays: what `build.ts` is for other values. */
import { convert, onePiece, require, storedArray } from './build.js';
import type { ArrayCall, ArrayOperation, Expression, NewArray, Split } from './expression.js';
import {
  arrayType,
  booleanType,
  bytesType,
  doubleType,
  int128Type,
  intType,
  joinTypes,
  lazyStringType,
  orNull,
  orUndefined,
  presentType,
  splitType,
  type Type,
} from './type.js';

/** Operations of which the receiver's type says what they give. */
type PlainOperation = Exclude<ArrayOperation, 'masked' | 'judged' | 'allThere'>;

/** `split` of a string: without a separator the text itself is the only piece. */
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
 * A value as arrays hold it: strings in one piece, numbers as doubles, bigints in 128 bits, pieces of a string in memory. Undefined
 * where arrays hold no such values.
 */
export function heldElement(value: Expression): Expression | undefined {
  const { core } = value.type;
  switch (core.kind) {
    case 'string':
      return onePiece(value);
    case 'number':
      return convert(value, { ...value.type, core: doubleType.core });
    case 'boolean':
    case 'nothing':
      return value;
    case 'bigint':
      return convert(value, { ...value.type, core: int128Type.core });
    case 'array':
      // Nothing changes an array that another one holds, so that neither needs its own.
      return core.lazy === 'pieces' ? storedArray(value) : value;
  }
}

/** An array of elements that {@link heldElement} gave; undefined where they are of several kinds. */
export function newArray(elements: readonly Expression[], atLeast?: Type): NewArray | undefined {
  const [first, ...rest] = [...(atLeast ? [atLeast] : []), ...elements.map(({ type }) => type)];
  const element = rest.reduce<Type | undefined>((joined, type) => joined && joinTypes(joined, type), first);
  if (!element || element.core.kind === 'nothing') return undefined;
  return Object.freeze({
    kind: 'new-array',
    elements: elements.map((value) => convert(value, element)),
    type: arrayType(element),
  });
}

/**
 * The elements of an array where something is there, and null elsewhere: `presence` is an array that says so of the elements, or of
 * those of the arrays in them, where it holds arrays.
 */
export function masked(array: Expression, presence: Expression): ArrayCall {
  const type = maskedType(array.type, presence.type);
  return Object.freeze({ kind: 'array-call', operation: 'masked', receiver: array, arguments: [presence], type });
}

export function maskedType(array: Type, presence: Type): Type {
  const [element, there] = [elementType(array), elementType(presence)];
  return arrayType(
    there.core.kind === 'array' ? maskedType(presentType(element), presentType(there)) : orNull(element),
  );
}

/** The same array, failing the row where something is there, and an element, or one in it, is null or undefined. */
export function judged(array: Expression, presence: Expression): ArrayCall {
  return Object.freeze({
    kind: 'array-call',
    operation: 'judged',
    receiver: array,
    arguments: [presence],
    type: array.type,
  });
}

/** That all elements of an array are there, or all of the arrays in it, as many levels down. */
export function allThere(array: Expression, levels: number): ArrayCall {
  const type = thereType(levels);
  return Object.freeze({ kind: 'array-call', operation: 'allThere', receiver: array, arguments: [], type });
}

function thereType(levels: number): Type {
  return arrayType(levels > 1 ? thereType(levels - 1) : booleanType);
}

/** An operation of a present array, whose type that of the array says. */
export function arrayCall(operation: PlainOperation, receiver: Expression, ...args: readonly Expression[]): ArrayCall {
  return Object.freeze({
    kind: 'array-call',
    operation,
    receiver,
    arguments: args,
    type: arrayCallType(operation, receiver.type),
  });
}

/** The same array in scratch memory. Bytes are no array, and stay what they are. */
export function stored(array: Expression): Expression {
  const { core } = array.type;
  return core.kind === 'array' && core.lazy && core.lazy !== 'bytes' ? arrayCall('store', array) : array;
}

/** An array whose elements may be undefined, with the same ones. */
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

/** What an operation gives for a receiver of the type. */
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
