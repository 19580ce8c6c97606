import { type BigIntRange, hull, int64Range, int128Range, uint64Range } from './bigint-range.js';
import type { ConstantPattern } from './constant-value.js';

/**
 * The representation of a number in native code. All of them mean the same JavaScript number.
 *
 * - `int`: an `int32_t`, if the value is provably a small integer
 * - `long`: an `int64_t` from -(2^53 - 1) to 2^53 - 1, in attempts with checked integers (`3-plan/checked`)
 * - `position`: the result of a search, which remembers its byte so that slicing never rescans
 * - `double`: everything else
 */
export type NumberForm = 'int' | 'long' | 'position' | 'double';

/**
 * A present value. A string is held as at most `pieces` views, in order. A lazy string has no bytes: it is a sequence that is computed
 * whenever it is searched, compared, measured or written.
 */
export type Core =
  | { readonly kind: 'string'; readonly pieces: number; readonly lazy: boolean }
  | { readonly kind: 'number'; readonly form: NumberForm }
  /** A bigint within a range, which determines its representation. */
  | { readonly kind: 'bigint'; readonly range: BigIntRange }
  | { readonly kind: 'boolean' }
  /**
   * An array whose strings have one piece and whose numbers are doubles. It lies in the row's scratch memory, or elsewhere if it is lazy.
   */
  | { readonly kind: 'array'; readonly element: Type; readonly lazy: false | LazyArray }
  /** A match of a regular expression, or nothing found. Only variables of the compiler hold it. */
  | { readonly kind: 'match'; readonly pattern: ConstantPattern }
  /** A reference to an object in the row's memory. */
  | { readonly kind: 'reference'; readonly to: HeapClass }
  /** A value of one of several kinds, which it tells when the row runs. Each kind is there once, in the order of {@link alternatives}. */
  | { readonly kind: 'variant'; readonly of: readonly Alternative[] }
  /** No present value is possible: always null or undefined. */
  | { readonly kind: 'nothing' };

/**
 * The source of an array that does not lie in scratch memory.
 *
 * - `pieces`: of a split string, found anew whenever the array is traversed
 * - `bytes`: of a column; JavaScript has it as a `Uint8Array`, which reads like an array but is not one
 * - `list<int32>`: of a column, with the type that it stores
 * - `window<int32>`: the values of a column in the rows around a row, with the column's type
 */
export type LazyArray = 'pieces' | 'bytes' | `list<${string}>` | `window<${string}>`;

/** A value that a variant may hold: strings in one piece, numbers as doubles, bigints in 128 bits, and objects of a class. */
export type Alternative = Extract<Core, { readonly kind: 'string' | 'number' | 'bigint' | 'boolean' | 'reference' }>;

const alternatives = ['string', 'number', 'bigint', 'boolean', 'array', 'typed array', 'map', 'set', 'object'] as const;

/** The kinds of value that a row function tells apart: by `typeof`, `Array.isArray` and `instanceof`. */
export type AlternativeKind = (typeof alternatives)[number];

/** The kind of an object in the row's memory. A dictionary is a plain object whose properties are named when the row runs. */
export type HeapKind = 'array' | 'map' | 'set' | 'dictionary' | 'record';

/** The typed arrays that rows may have. */
export type TypedArrayName =
  | 'Int8Array'
  | 'Uint8Array'
  | 'Int16Array'
  | 'Uint16Array'
  | 'Int32Array'
  | 'Uint32Array'
  | 'Float32Array'
  | 'Float64Array';

/**
 * A class of objects in the row's memory. All objects of one kind that may be the value of one expression are of one class, so that each
 * class has one layout. `heap/heap-class.ts` makes them.
 */
export interface HeapClass {
  readonly kind: HeapKind;
  /** True for an array of known length whose places are fields of their own, named `0`, `1` and so on. */
  readonly isTuple: boolean;
  readonly name: string;
  /** Set for a typed array: it has a fixed length, and its elements are converted as they are assigned. */
  readonly typed: TypedArrayName | undefined;
  /** The class that this one was united with, or itself. */
  readonly root: HeapClass;
  /** The elements of an array, or the values of a map or dictionary. */
  readonly element: Type;
  /** The keys of a map or set. */
  readonly key: Type;
  /** The fields of a record, in the order in which they were found. */
  readonly fields: ReadonlyMap<string, Type>;
  /** The names of a record's fields in the order in which all of its objects set them. Undefined if some objects differ. */
  readonly order: readonly string[] | undefined;
  /** True for arrays that may have places which were never assigned: those of `new Array(length)`. */
  readonly mayHaveHoles: boolean;
  /** Notes the order in which an object sets its fields. */
  noteOrder(names: readonly string[]): void;
  noteHoles(): void;
  /** Notes that an object may set a field to undefined. Without that, a field that is undefined is one that the object lacks. */
  noteUndefined(field: string): void;
  holdsUndefined(field: string): boolean;
  /** Returns the classes of objects that the source's types allow in a part, whose type does not say them: it allows several kinds. */
  allowedIn(part: HeapPart): readonly HeapClass[];
  /** @param classes is called when a value of several kinds becomes an object there */
  allowIn(part: HeapPart, classes: () => readonly HeapClass[]): void;
  /** Lets elements or values be of a type, too. Returns false if no type holds both. */
  holdElement(type: Type): boolean;
  holdKey(type: Type): boolean;
  holdField(name: string, type: Type): boolean;
  /** Makes one class of two. Returns false if their objects differ in kind. */
  unite(other: HeapClass): boolean;
}

/** A part of the objects of a class: its elements or values, its keys, or a field by name. */
export type HeapPart = 'element' | 'key' | `field ${string}`;

/** The values that an expression can evaluate to. */
export interface Type {
  readonly core: Core;
  readonly mayBeNull: boolean;
  readonly mayBeUndefined: boolean;
}

const present = (core: Core): Type => Object.freeze({ core, mayBeNull: false, mayBeUndefined: false });

export const booleanType = present({ kind: 'boolean' });
export const intType = present({ kind: 'number', form: 'int' });
export const longType = present({ kind: 'number', form: 'long' });
export const positionType = present({ kind: 'number', form: 'position' });
export const doubleType = present({ kind: 'number', form: 'double' });
export const int64Type = bigintType(int64Range);
export const uint64Type = bigintType(uint64Range);
export const int128Type = bigintType(int128Range);
export function matchType(pattern: ConstantPattern): Type {
  return present({ kind: 'match', pattern });
}

/** The type of no value at all. */
export const nothingType: Type = present({ kind: 'nothing' });
export const nullType: Type = orNull(present({ kind: 'nothing' }));
export const undefinedType: Type = orUndefined(present({ kind: 'nothing' }));

/** A string of at most so many pieces. One piece is a plain view. */
export function stringType(pieces = 1): Type {
  return present({ kind: 'string', pieces, lazy: false });
}

/** A reference to an object of a class. */
export function referenceType(to: HeapClass): Type {
  return present({ kind: 'reference', to });
}

/** An array in scratch memory. */
export function arrayType(element: Type): Type {
  return present({ kind: 'array', element, lazy: false });
}

/** The result of `split`. */
export const splitType: Type = present({ kind: 'array', element: stringType(), lazy: 'pieces' });

/** A `Uint8Array` of a column, or a part of one. */
export const bytesType: Type = present({ kind: 'array', element: doubleType, lazy: 'bytes' });

/** A list of a column. */
export function listType(stored: string, element: Type): Type {
  return present({ kind: 'array', element, lazy: `list<${stored}>` });
}

/** The values of a column in the rows around a row. */
export function windowType(stored: string, element: Type): Type {
  return present({ kind: 'array', element, lazy: `window<${stored}>` });
}

export function isWindow({ core }: Type): boolean {
  return core.kind === 'array' && core.lazy !== false && core.lazy.startsWith('window<');
}

export function isBytes({ core }: Type): boolean {
  return core.kind === 'array' && core.lazy === 'bytes';
}

/** A string without bytes: the result of `toUpperCase`, or a part of such a string. */
export const lazyStringType: Type = present({ kind: 'string', pieces: 1, lazy: true });

export function isLazy({ core }: Type): boolean {
  return core.kind === 'string' && core.lazy;
}

/** The type of the same string after it is flattened. */
export function withBytes(type: Type): Type {
  return isLazy(type) ? Object.freeze({ ...type, core: stringType().core }) : type;
}

/** A bigint that is known to lie within the range. */
export function bigintType(range: BigIntRange): Type {
  return present({ kind: 'bigint', range });
}

export function orNull(type: Type): Type {
  return Object.freeze({ ...type, mayBeNull: true });
}

export function orUndefined(type: Type): Type {
  return Object.freeze({ ...type, mayBeUndefined: true });
}

/** Returns the type without null and undefined. */
export function presentType(type: Type): Type {
  return present(type.core);
}

export function mayBeAbsent(type: Type): boolean {
  return type.mayBeNull || type.mayBeUndefined;
}

/** True for a boolean that is neither null nor undefined, as tests require. */
export function isBoolean(type: Type): boolean {
  return type.core.kind === 'boolean' && !mayBeAbsent(type);
}

/** Returns the smallest type that holds both. Undefined if there is none, as for a string and a number. */
export function joinTypes(a: Type, b: Type): Type | undefined {
  const core = joinCores(a.core, b.core);
  return core && withAbsences(core, a, b);
}

/** The type of a present value, or of null and undefined where one of two types has them. */
function withAbsences(core: Core, a: Type, b: Type): Type {
  return Object.freeze({
    core,
    mayBeNull: a.mayBeNull || b.mayBeNull,
    mayBeUndefined: a.mayBeUndefined || b.mayBeUndefined,
  });
}

function joinCores(a: Core, b: Core): Core | undefined {
  if (a.kind === 'nothing') return b;
  if (b.kind === 'nothing') return a;
  if (a.kind === 'variant' || b.kind === 'variant') return joinAlternatives(a, b);
  if (a.kind === 'string' && b.kind === 'string')
    return { kind: 'string', pieces: Math.max(a.pieces, b.pieces), lazy: a.lazy && b.lazy };
  if (a.kind === 'number' && b.kind === 'number') return { kind: 'number', form: joinForms(a.form, b.form) };
  if (a.kind === 'bigint' && b.kind === 'bigint') return { kind: 'bigint', range: hull(a.range, b.range) };
  if (a.kind === 'array' && b.kind === 'array') return joinArrays(a, b);
  if (a.kind === 'match' && b.kind === 'match') return samePattern(a.pattern, b.pattern) ? a : undefined;
  // Objects of one kind that may be the value of one expression are of one class.
  if (a.kind === 'reference' && b.kind === 'reference') return a.to.unite(b.to) ? a : undefined;
  return a.kind === b.kind ? a : undefined;
}

/** Returns the smallest type that holds both, which is a variant if they are of different kinds. Undefined for arrays outside of the heap. */
export function joinKinds(a: Type, b: Type): Type | undefined {
  const joined = joinTypes(a, b);
  if (joined) return joined;
  const areAlike = a.core.kind === b.core.kind && a.core.kind !== 'reference';
  const core = areAlike ? undefined : joinAlternatives(a.core, b.core);
  return core && withAbsences(core, a, b);
}

function joinAlternatives(a: Core, b: Core): Core | undefined {
  const all = [...alternativesOf(a), ...alternativesOf(b)];
  const of: Alternative[] = [];
  for (const kind of alternatives) {
    const ofKind = all.filter((one) => alternativeKind(one) === kind);
    const [first, ...others] = ofKind;
    if (!first) continue;
    const joined = others.reduce<Core | undefined>((core, other) => core && joinCores(core, other), first);
    if (!joined) return undefined;
    of.push(joined as Alternative);
  }
  return [a, b].every((core) => alternativesOf(core).length > 0) ? { kind: 'variant', of } : undefined;
}

/** Returns the kinds that a value may be of, each in the form in which a variant holds it. */
export function alternativesOf(core: Core): readonly Alternative[] {
  switch (core.kind) {
    case 'variant':
      return core.of;
    case 'string':
      return [{ kind: 'string', pieces: 1, lazy: false }];
    case 'number':
      return [{ kind: 'number', form: 'double' }];
    case 'bigint':
      return [{ kind: 'bigint', range: int128Range }];
    case 'boolean':
    case 'reference':
      return [core];
    default:
      return [];
  }
}

/** Returns the kind of one of the values that a variant may hold. */
export function alternativeKind(one: Alternative): AlternativeKind {
  return one.kind === 'reference' ? kindOfObjects(one.to) : one.kind;
}

/** Returns the kind of the objects of a class. Tuples are arrays, and dictionaries are objects. */
export function kindOfObjects({
  kind,
  isTuple,
  typed,
}: Pick<HeapClass, 'kind' | 'isTuple' | 'typed'>): AlternativeKind {
  if (typed) return 'typed array';
  if (kind === 'map' || kind === 'set') return kind;
  return kind === 'array' || isTuple ? 'array' : 'object';
}

/** Returns the core of a value that is of one of these kinds. Undefined if there are none. */
export function coreOf(kinds: readonly Alternative[]): Core | undefined {
  const [first, ...others] = kinds;
  return others.length > 0 ? { kind: 'variant', of: kinds } : first;
}

/** True for a value of one of several kinds. */
export function isVariant({ core }: Type): boolean {
  return core.kind === 'variant';
}

function joinForms(a: NumberForm, b: NumberForm): NumberForm {
  if (a === b) return a;
  const areIntegers = [a, b].every((form) => form === 'int' || form === 'long');
  return areIntegers ? 'long' : 'double';
}

type ArrayCore = Extract<Core, { readonly kind: 'array' }>;

/** Bytes join only with bytes. Arrays of arrays are stored on every level. */
function joinArrays(a: ArrayCore, b: ArrayCore): ArrayCore | undefined {
  if (sameType(a.element, b.element)) {
    if (a.lazy === b.lazy) return a;
    return a.lazy === 'bytes' || b.lazy === 'bytes' ? undefined : { ...a, lazy: false };
  }
  const isNested = a.element.core.kind === 'array' && b.element.core.kind === 'array';
  const element = isNested ? joinTypes(a.element, b.element) : undefined;
  return element && { kind: 'array', element, lazy: false };
}

export function sameType(a: Type, b: Type): boolean {
  return a.mayBeNull === b.mayBeNull && a.mayBeUndefined === b.mayBeUndefined && sameCore(a.core, b.core);
}

export function sameCore(a: Core, b: Core): boolean {
  if (a.kind === 'string' && b.kind === 'string') return a.pieces === b.pieces && a.lazy === b.lazy;
  if (a.kind === 'number' && b.kind === 'number') return a.form === b.form;
  if (a.kind === 'bigint' && b.kind === 'bigint') {
    return a.range.min === b.range.min && a.range.max === b.range.max;
  }
  if (a.kind === 'array' && b.kind === 'array') return a.lazy === b.lazy && sameType(a.element, b.element);
  if (a.kind === 'match' && b.kind === 'match') return samePattern(a.pattern, b.pattern);
  if (a.kind === 'reference' && b.kind === 'reference') return a.to.root === b.to.root;
  if (a.kind === 'variant' && b.kind === 'variant')
    return a.of.length === b.of.length && a.of.every((one, place) => sameCore(one, b.of[place] as Core));
  return a.kind === b.kind;
}

function samePattern(a: ConstantPattern, b: ConstantPattern): boolean {
  return a.source === b.source && a.flags === b.flags;
}

/** Prints a type as users of TypeScript write it: `string | null`. */
export function describeType(type: Type): string {
  const names = type.core.kind === 'nothing' ? [] : [describeCore(type)];
  if (type.mayBeNull) names.push('null');
  if (type.mayBeUndefined) names.push('undefined');
  return names.join(' | ');
}

function describeCore(type: Type): string {
  if (isBytes(type)) return 'Uint8Array';
  if (type.core.kind === 'variant') return type.core.of.map((core) => describeCore({ ...type, core })).join(' | ');
  return type.core.kind === 'reference' ? describeClass(type.core.to) : type.core.kind;
}

function describeClass({ kind }: HeapClass): string {
  if (kind === 'map') return 'Map';
  if (kind === 'set') return 'Set';
  return kind === 'array' ? 'array' : 'object';
}
