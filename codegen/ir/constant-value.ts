/** A value that can be written out as a literal. */
export type Constant = string | number | bigint | boolean | null | undefined;

/** A constant array, or a constant `Set`, whose elements are then of the simple kind, each once. */
export interface ConstantList {
  readonly kind: 'array' | 'set';
  readonly elements: readonly ConstantValue[];
}

/** A constant `Map`: each key once, in the order of insertion. */
export interface ConstantMap {
  readonly kind: 'map';
  readonly entries: readonly (readonly [key: Constant, value: ConstantValue])[];
}

/** A plain object or an enum: its own properties in JavaScript's order. */
export interface ConstantObject {
  readonly kind: 'object';
  /** Whether it inherits the properties of `Object.prototype`: not with `__proto__: null`, nor as a module's namespace. */
  readonly inherits: boolean;
  readonly entries: readonly (readonly [key: string, value: ConstantValue])[];
}

export type ConstantComposite = ConstantList | ConstantMap | ConstantObject;

/** Whatever the row function can know at build time. */
export type ConstantValue = Constant | ConstantComposite;

export function isComposite(value: ConstantValue): value is ConstantComposite {
  return typeof value === 'object' && value !== null;
}

/** A simple value as the source would have it. */
export function showConstant(value: Constant): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'bigint' ? `${value}n` : String(value);
}

export function isObject(value: ConstantValue): value is ConstantObject {
  return isComposite(value) && value.kind === 'object';
}

/**
 * What every object inherits (ECMA-262, 20.1.3 and B.2.2): `object[key]` of one of these names that the object has not
 * itself fails the row, in every backend.
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

/** An object of these properties: a later one of the same key wins at the place of the first, integers come before. */
export function constantObject(entries: Iterable<readonly [string, ConstantValue]>, inherits = true): ConstantObject {
  const object: Record<string, ConstantValue> = Object.create(null);
  for (const [key, value] of entries) object[key] = value;
  return Object.freeze({ kind: 'object', inherits, entries: Object.entries(object) });
}

/** The value under a key, in a form that tells a missing one from undefined. */
export function ownProperty({ entries }: ConstantObject, key: string): { readonly value: ConstantValue } | undefined {
  const found = entries.find(([name]) => name === key);
  return found && { value: found[1] };
}
