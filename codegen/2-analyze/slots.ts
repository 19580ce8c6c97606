import type { ts } from '../1-parse/ts.js';
import { mixedTypes } from '../diagnostics/index.js';
import { split } from '../ir/arrays.js';
import { convert, literal } from '../ir/build.js';
import type { Expression } from '../ir/expression.js';
import type { Constant } from '../ir/row-function.js';
import type { Statement } from '../ir/statement.js';
import { booleanType, type Core, doubleType, type Type, withBytes } from '../ir/type.js';
import type { VariableId } from '../ir/variable.js';
import { likeArray } from './array-values.js';
import { describeValue } from './described-values.js';
import { optionalOf, presenceOf, sameRow } from './optional-values.js';
import { asObject } from './parameters.js';
import type { RowContext } from './row-context.js';
import { lasting } from './stored-value.js';
import { isExpression, isHeld, type Value } from './value.js';

/** The variables that hold a value, one for each of its expressions; what only exists while it is compiled is held as it is. */
export type Slots =
  | { readonly kind: 'variable'; readonly id: VariableId }
  | { readonly kind: 'object'; readonly properties: ReadonlyMap<string, Slots>; readonly held: 'constant' | 'changed' }
  | { readonly kind: 'tuple'; readonly elements: readonly Slots[]; readonly held: 'constant' | 'changed' }
  | { readonly kind: 'date'; readonly time: Slots }
  | { readonly kind: 'records'; readonly parts: Slots }
  | { readonly kind: 'optional'; readonly present: Slots; readonly tagged?: true; readonly value: Slots }
  | { readonly kind: 'fixed'; readonly value: Value };

export function readSlots(slots: Slots, context: RowContext): Value {
  switch (slots.kind) {
    case 'variable':
      return context.read(slots.id);
    case 'object':
      return {
        kind: 'object',
        held: slots.held,
        properties: new Map([...slots.properties].map(([name, part]) => [name, readSlots(part, context)])),
      };
    case 'tuple':
      return { kind: 'tuple', held: slots.held, elements: slots.elements.map((part) => readSlots(part, context)) };
    case 'date': {
      const time = readSlots(slots.time, context);
      return isExpression(time) ? { kind: 'date', time } : time;
    }
    case 'records':
      return { kind: 'records', parts: readSlots(slots.parts, context) };
    case 'optional': {
      const present = readSlots(slots.present, context);
      if (!isExpression(present)) return present;
      const value = readSlots(slots.value, context);
      return slots.tagged ? optionalOf(present, value) : { kind: 'optional', present, value };
    }
    case 'fixed':
      return slots.value;
  }
}

/** New variables for a value. `declare` makes the one of an expression. */
export function declareSlots(
  value: Value,
  name: string,
  held: 'constant' | 'changed',
  declare: (leaf: Expression, name: string) => Slots,
): Slots {
  if (isExpression(value)) return declare(value, name);
  const part = (inner: Value, key: string) => declareSlots(inner, partName(name, key), held, declare);
  switch (value.kind) {
    case 'object':
      return {
        kind: 'object',
        held,
        properties: new Map([...value.properties].map(([key, inner]) => [key, part(inner, key)])),
      };
    case 'tuple':
      return { kind: 'tuple', held, elements: value.elements.map((inner, index) => part(inner, String(index))) };
    case 'date':
      return { kind: 'date', time: declare(value.time, name) };
    case 'optional': {
      const present = declare(value.present, partName(name, 'found'));
      const inner = declareSlots(value.value, name, held, declare);
      return { kind: 'optional', present, ...(value.tagged && { tagged: true }), value: inner };
    }
    case 'records':
      return { kind: 'records', parts: declareSlots(value.parts, name, held, declare) };
    default:
      return { kind: 'fixed', value };
  }
}

/** `point` and `x` as `pointX`. */
function partName(name: string, key: string): string {
  return `${name}${key.charAt(0).toUpperCase()}${key.slice(1)}`;
}

/** The variable and the expression of each part of a value. Undefined where it has other parts than the variables. */
export function pairSlots(
  slots: Slots,
  value: Value,
): readonly { readonly id: VariableId; readonly leaf: Expression }[] | undefined {
  if (slots.kind === 'variable') return isExpression(value) ? [{ id: slots.id, leaf: value }] : undefined;
  if (slots.kind === 'date')
    return !isExpression(value) && value.kind === 'date' ? pairSlots(slots.time, value.time) : undefined;
  if (slots.kind === 'records')
    return !isExpression(value) && value.kind === 'records' ? pairSlots(slots.parts, value.parts) : undefined;
  if (slots.kind === 'optional' && slots.tagged) {
    if (isExpression(value)) return value.type.core.kind === 'nothing' ? pairSlots(slots.present, value) : undefined;
    return value.kind === 'optional'
      ? flatten([pairSlots(slots.present, presenceOf(value)), pairSlots(slots.value, value.value)])
      : flatten([pairSlots(slots.present, literal(true)), pairSlots(slots.value, value)]);
  }
  if (slots.kind === 'optional') {
    if (isExpression(value)) return isUndefined(value) ? pairSlots(slots.present, literal(false)) : undefined;
    if (value.kind === 'optional' && value.tagged) return undefined;
    if (value.kind !== 'optional')
      return flatten([pairSlots(slots.present, literal(true)), pairSlots(slots.value, value)]);
    return flatten([pairSlots(slots.present, value.present), pairSlots(slots.value, value.value)]);
  }
  if (slots.kind === 'fixed') return sameFixed(slots.value, value) ? [] : undefined;
  if (slots.kind === 'object') {
    if (value.kind !== 'object' || value.properties.size !== slots.properties.size) return undefined;
    return flatten(
      [...slots.properties].map(([key, part]) => {
        const inner = value.properties.get(key);
        return inner && pairSlots(part, inner);
      }),
    );
  }
  if (value.kind !== 'tuple' || value.elements.length !== slots.elements.length) return undefined;
  return flatten(
    slots.elements.map((part, index) => {
      const inner = value.elements[index];
      return inner && pairSlots(part, inner);
    }),
  );
}

function isObject({ kind }: Exclude<Value, Expression>): boolean {
  return kind === 'object' || kind === 'tuple' || kind === 'date' || kind === 'records' || kind === 'optional';
}

function isUndefined(value: Expression): boolean {
  return value.kind === 'literal' && value.value === undefined;
}

function flatten<T>(parts: readonly (readonly T[] | undefined)[]): readonly T[] | undefined {
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

function sameFixed(a: Value, b: Value): boolean {
  if (a.kind === 'function') return b.kind === 'function' && a.node === b.node;
  if (a.kind === 'constant')
    return (
      b.kind === 'constant' &&
      a.reference.candidates === b.reference.candidates &&
      a.reference.index === b.reference.index
    );
  return a.kind === 'row' && b.kind === 'row' && sameRow(a, b);
}

/** Reports values that have different parts where one variable should hold either. */
export function reportShapes(node: ts.Node, context: RowContext): undefined {
  return context.refuse(node, {
    construct: 'A value that is one of several objects, arrays or functions of different form',
    reason: 'Objects and arrays are never built: each of their parts is a variable, known when the transform is built.',
    advice: 'Give each of them the same properties, `undefined` where there is nothing to say.',
  });
}

/** Reports an object whose properties change, where JavaScript would keep one object under two names. */
export function reportCopy(node: ts.Node, context: RowContext): undefined {
  return context.refuse(node, {
    construct: 'A second name for an object or array that changes',
    reason: 'Its parts are variables of one name: what is assigned to a part would not be seen under the other name.',
    advice: 'Copy it, `{ ...object }`, or use the one name throughout.',
  });
}

/**
 * Variables that one of several values is assigned to, in one branch each. They are declared in front of the branches,
 * with any value, once all values are known.
 */
export class Joined {
  readonly #context: RowContext;
  readonly #name: string;
  readonly #node: ts.Node;
  readonly #array: Type | undefined;
  readonly #declared: VariableId[] = [];
  /** Those that say whether an object is there: true but where something else is assigned. */
  readonly #presences = new Set<VariableId>();
  #slots: Slots | undefined;
  #failed = false;

  /** `array` is the type of the values where some of them are computed arrays. */
  constructor(name: string, node: ts.Node, context: RowContext, array?: Type) {
    this.#array = array;
    this.#name = name;
    this.#node = node;
    this.#context = context;
  }

  /** The assignments of one of the values, for the end of its branch. */
  assign(given: Value | undefined, line: number): readonly Statement[] {
    const context = this.#context;
    if (!given) {
      this.#failed = true;
      return [];
    }
    const likeness = this.#array ?? (this.#slots?.kind === 'variable' ? context.storedType(this.#slots.id) : undefined);
    const object = asObject(given, this.#node, context);
    const value = likeness ? likeArray(object, likeness, context) : object;
    this.#slots = this.#slots ? this.#orMissing(this.#slots, value) : this.#declare(value);
    const pairs = pairSlots(this.#slots, value);
    if (isHeld(value, 'changed')) {
      reportCopy(this.#node, context);
      this.#failed = true;
      return [];
    }
    if (!pairs) {
      if (!this.#failed) reportShapes(this.#node, context);
      this.#failed = true;
      return [];
    }
    return pairs.flatMap(({ id, leaf }) => {
      const stored = lasting(convert(leaf, heldAs(leaf.type)), context);
      const before = context.storedType(id);
      if (!context.widen(id, stored.type)) {
        if (!this.#failed)
          context.report(this.#node, (span) =>
            mixedTypes(span, { left: describeValue(before), right: describeValue(leaf.type) }),
          );
        this.#failed = true;
        return [];
      }
      return [{ kind: 'assign', variable: id, value: stored, line }];
    });
  }

  #declare(value: Value): Slots {
    return declareSlots(value, this.#name, 'constant', (leaf, name) => {
      const id = this.#context.temporary(name, heldAs(leaf.type), true);
      this.#declared.push(id);
      return { kind: 'variable', id };
    });
  }

  /** Variables for an object so far that is null or undefined in this branch, or the other way round. */
  #orMissing(slots: Slots, value: Value): Slots {
    const context = this.#context;
    const isNothing = isExpression(value) && value.type.core.kind === 'nothing';
    if (slots.kind === 'variable') {
      const { core } = context.storedType(slots.id);
      if (core.kind !== 'nothing' || isExpression(value) || !isObject(value)) return slots;
      context.widen(slots.id, booleanType, false);
      const inner = this.#declare(value.kind === 'optional' ? value.value : value);
      return { kind: 'optional', tagged: true, present: slots, value: inner };
    }
    if (slots.kind === 'optional' && slots.tagged && !isExpression(value)) {
      const inner = this.#orMissing(slots.value, value.kind === 'optional' ? value.value : value);
      return { ...slots, value: inner };
    }
    const isWhole =
      slots.kind === 'object' || slots.kind === 'tuple' || slots.kind === 'date' || slots.kind === 'records';
    if (!isWhole) return slots;
    if (isNothing || (!isExpression(value) && value.kind === 'optional')) {
      const id = context.temporary(partName(this.#name, 'found'), booleanType, true);
      this.#declared.push(id);
      this.#presences.add(id);
      const inner = isExpression(value) ? slots : this.#orMissing(slots, value.value);
      return { kind: 'optional', tagged: true, present: { kind: 'variable', id }, value: inner };
    }
    return isExpression(value) ? slots : this.#partsOrMissing(slots, value);
  }

  /** The same of the parts of an object or tuple. */
  #partsOrMissing(slots: Slots, value: Exclude<Value, Expression>): Slots {
    if (slots.kind === 'object' && value.kind === 'object') {
      const properties = [...slots.properties].map(([name, part]) => {
        const inner = value.properties.get(name);
        return [name, inner ? this.#orMissing(part, inner) : part] as const;
      });
      return { ...slots, properties: new Map(properties) };
    }
    if (slots.kind !== 'tuple' || value.kind !== 'tuple') return slots;
    const elements = slots.elements.map((part, index) => {
      const inner = value.elements[index];
      return inner ? this.#orMissing(part, inner) : part;
    });
    return { ...slots, elements };
  }

  /** The declarations, for the place in front of the branches. */
  declarations(line: number): readonly Statement[] {
    const context = this.#context;
    return this.#declared.map((id) => {
      const { core } = context.storedType(id);
      const value = this.#presences.has(id)
        ? literal(true)
        : anyValue({ core, mayBeNull: false, mayBeUndefined: false });
      context.widen(id, value.type, false);
      return { kind: 'declare', variable: id, value, line };
    });
  }

  /** The value, where the branches meet. Undefined where it was reported. */
  read(): Value | undefined {
    return this.#failed || !this.#slots ? undefined : readSlots(this.#slots, this.#context);
  }
}

/** A type as a variable holds it whose values come from several places. */
function heldAs(type: Type): Type {
  const { core } = type;
  if (core.kind === 'number' && core.form === 'position') return { ...type, core: doubleType.core };
  return withBytes(type);
}

/** Any value of a type. */
export function anyValue({ core }: Type): Expression {
  return core.kind === 'array' ? anyArray(core) : literal(someValue(core));
}

/** Any array of a form. */
function anyArray(core: Extract<Core, { kind: 'array' }>): Expression {
  const type: Type = { core, mayBeNull: false, mayBeUndefined: false };
  return core.lazy === 'pieces' ? split(literal(''), undefined, undefined) : { kind: 'new-array', elements: [], type };
}

/** Any value of a kind. */
function someValue(core: Core): Constant {
  switch (core.kind) {
    case 'string':
      return '';
    case 'number':
      return 0;
    case 'bigint':
      return 0n;
    case 'boolean':
      return false;
    case 'nothing':
      return undefined;
  }
}
