import type { ts } from '../../1-parse/syntax/ts.js';
import type { Expression } from '../../ir/expression.js';
import type { HeapClass } from '../../ir/type.js';
import type { ConstantReference } from './constant-reference.js';

/** A function whose body is inlined where it is called. */
export type FunctionNode = ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration | ts.MethodDeclaration;

/** Tells that a variable holds this very object, and whether its properties are assigned: a copy would not do then. */
interface Held {
  readonly held?: 'constant' | 'changed';
}

/** An object of the row function. It is never built: each property is a separate value. */
export interface ObjectValue extends Held {
  readonly kind: 'object';
  /** Set for a struct of a column, which never changes and is one object wherever it is used. */
  readonly isOfColumn?: true;
  readonly properties: ReadonlyMap<string, Value>;
}

/** An array of a length that is known when the transform is built. It is never built either. */
export interface TupleValue extends Held {
  readonly kind: 'tuple';
  readonly elements: readonly Value[];
  /** The properties beside its elements, which only matches of regular expressions have. */
  readonly further?: ReadonlyMap<string, Value>;
}

export interface FunctionValue {
  readonly kind: 'function';
  readonly node: FunctionNode;
}

/** The row, a struct of it, or the rest of one. Its properties are columns and structs. */
export interface RowValue {
  readonly kind: 'row';
  /** The names that lead to a struct. Undefined for the row itself. */
  readonly path?: readonly string[];
  readonly omitted: ReadonlySet<string>;
}

/** An object, array, `Set` or `Map` of constants. */
export interface ConstantComposite {
  readonly kind: 'constant';
  readonly reference: ConstantReference;
}

/** A date as its time value, which is NaN for an invalid date. It is never built. A method that changes a date assigns another one. */
export interface DateValue {
  readonly kind: 'date';
  readonly time: Expression;
}

/**
 * An array of objects, of arrays of known length or of dates, held as one array per part. All have the same length. `parts` has the
 * form of one element.
 */
export interface RecordsValue {
  readonly kind: 'records';
  /** Set if its elements are structs of a column. */
  readonly isOfColumn?: true;
  readonly parts: Value;
}

/**
 * An object, an array of known length or a date that may be missing: `people.find(…)`, or a struct that may be null. `present` is a
 * boolean, and false stands for undefined. If it is tagged, `present` is true, or the null or undefined that the value is.
 */
export interface OptionalValue {
  readonly kind: 'optional';
  readonly present: Expression;
  readonly tagged?: true;
  /** The value if it is present, and anything of that form otherwise. */
  readonly value: Value;
}

/** An iterator over an object in the row's memory, which only the expression that makes it uses. */
export interface IteratorValue {
  readonly kind: 'iterator';
  readonly of: Expression;
  readonly to: HeapClass;
  readonly gives: 'keys' | 'values' | 'entries';
}

/** The result of an expression of the source: a value of the row, or something that exists only during compilation. */
export type Value =
  | Expression
  | ObjectValue
  | TupleValue
  | DateValue
  | RecordsValue
  | OptionalValue
  | IteratorValue
  | FunctionValue
  | RowValue
  | ConstantComposite;

export function isExpression(value: Value): value is Expression {
  return 'type' in value;
}

/** Returns the expressions that a value consists of. */
export function leavesOf(value: Value): readonly Expression[] {
  if (isExpression(value)) return [value];
  if (value.kind === 'object') return [...value.properties.values()].flatMap(leavesOf);
  if (value.kind === 'constant') return [value.reference.index];
  if (value.kind === 'date') return [value.time];
  if (value.kind === 'records') return leavesOf(value.parts);
  if (value.kind === 'optional') return [value.present, ...leavesOf(value.value)];
  if (value.kind === 'iterator') return [value.of];
  return value.kind === 'tuple' ? [...value.elements, ...(value.further?.values() ?? [])].flatMap(leavesOf) : [];
}

/** Returns a value with its expressions changed. */
export function mapLeaves(value: Value, change: (leaf: Expression) => Expression): Value {
  if (isExpression(value)) return change(value);
  if (value.kind === 'tuple') {
    const elements = value.elements.map((part) => mapLeaves(part, change));
    return value.further === undefined
      ? { ...value, elements }
      : { ...value, elements, further: mapProperties(value.further, (part) => mapLeaves(part, change)) };
  }
  if (value.kind === 'date') return { ...value, time: change(value.time) };
  if (value.kind === 'records') return { ...value, parts: mapLeaves(value.parts, change) };
  if (value.kind === 'iterator') return { ...value, of: change(value.of) };
  if (value.kind === 'optional')
    return { ...value, present: change(value.present), value: mapLeaves(value.value, change) };
  if (value.kind === 'constant')
    return { ...value, reference: { ...value.reference, index: change(value.reference.index) } };
  return value.kind === 'object'
    ? { ...value, properties: mapProperties(value.properties, (part) => mapLeaves(part, change)) }
    : value;
}

/** Returns properties with their values changed, in the same order. */
export function mapProperties<Part, Changed>(
  properties: ReadonlyMap<string, Part>,
  change: (part: Part, name: string) => Changed,
): ReadonlyMap<string, Changed> {
  return new Map([...properties].map(([name, part]) => [name, change(part, name)]));
}

/** True if a value is or contains an object that a variable holds. */
export function isHeld(value: Value, how: 'constant' | 'changed'): boolean {
  if (isExpression(value) || (value.kind !== 'object' && value.kind !== 'tuple')) return false;
  const parts = value.kind === 'object' ? [...value.properties.values()] : value.elements;
  return value.held === 'changed' || value.held === how || parts.some((part) => isHeld(part, how));
}
