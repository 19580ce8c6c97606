/** A value that can be written out as a literal. */
export type Constant = string | number | bigint | boolean | null | undefined;

/** A constant array; or a constant `Set`, whose elements are of type `Constant`, each once. */
export interface ConstantList {
  readonly kind: 'array' | 'set';
  readonly elements: readonly ConstantValue[];
}

/** A constant `Map`, with each key once, in the order of insertion. */
export interface ConstantMap {
  readonly kind: 'map';
  readonly entries: readonly (readonly [key: Constant, value: ConstantValue])[];
}

/** A plain object or an enum, with its own properties in JavaScript's order. */
export interface ConstantObject {
  readonly kind: 'object';
  /** True if it inherits from `Object.prototype`. False with `__proto__: null`, and for a module's namespace. */
  readonly inherits: boolean;
  readonly entries: readonly (readonly [key: string, value: ConstantValue])[];
}

/** A regular expression, by its text and its flags. */
export interface ConstantPattern {
  readonly kind: 'pattern';
  readonly source: string;
  readonly flags: string;
}

export type ConstantComposite = ConstantList | ConstantMap | ConstantObject | ConstantPattern;

/** A value that a row function can use at build time. */
export type ConstantValue = Constant | ConstantComposite;

export function isComposite(value: ConstantValue): value is ConstantComposite {
  return typeof value === 'object' && value !== null;
}

/** Prints a simple value as the source writes it. */
export function showConstant(value: Constant): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'bigint' ? `${value}n` : String(value);
}

export function isObject(value: ConstantValue): value is ConstantObject {
  return isComposite(value) && value.kind === 'object';
}

/**
 * The names that every object inherits (ECMA-262, 20.1.3 and B.2.2). `object[key]` fails the row, in every backend, if the key is one of
 * them and no own property.
 */
export const inheritedNames: readonly string[] = [
  'constructor',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'toLocaleString',
  'toString',
  'valueOf',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
  '__proto__',
];

export function isPattern(value: ConstantValue | undefined): value is ConstantPattern {
  return isComposite(value) && value.kind === 'pattern';
}

/** True for a regular expression, and for a constant that has one inside. */
export function holdsPattern(value: ConstantValue): boolean {
  if (!isComposite(value)) return false;
  if (value.kind === 'pattern') return true;
  if ('elements' in value) return value.elements.some(holdsPattern);
  return value.entries.some(([, element]) => holdsPattern(element));
}

/** Prints a regular expression as a literal. */
export function showPattern({ source, flags }: ConstantPattern): string {
  return `/${source}/${flags}`;
}

/** Builds an object in JavaScript's order: a later value of the same key takes the place of the first, and integer keys come first. */
export function constantObject(entries: Iterable<readonly [string, ConstantValue]>, inherits = true): ConstantObject {
  const object: Record<string, ConstantValue> = Object.create(null);
  for (const [key, value] of entries) object[key] = value;
  return Object.freeze({ kind: 'object', inherits, entries: Object.entries(object) });
}

/** Returns the value under a key, wrapped so that a missing key differs from a value that is undefined. */
export function ownProperty({ entries }: ConstantObject, key: string): { readonly value: ConstantValue } | undefined {
  const found = entries.find(([name]) => name === key);
  return found && { value: found[1] };
}
