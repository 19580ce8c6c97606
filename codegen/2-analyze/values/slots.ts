import { literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { VariableId } from '../../ir/variable.js';
import { presenceOf, sameRow } from './optional-value.js';
import { isExpression, type Value } from './value.js';

/** The variables that hold a value, one for each of its expressions; what only exists while it is compiled is held as it is. */
export type Slots =
  | { readonly kind: 'variable'; readonly id: VariableId }
  | { readonly kind: 'object'; readonly properties: ReadonlyMap<string, Slots>; readonly held: 'constant' | 'changed' }
  | { readonly kind: 'tuple'; readonly elements: readonly Slots[]; readonly held: 'constant' | 'changed' }
  | { readonly kind: 'date'; readonly time: Slots }
  | { readonly kind: 'records'; readonly parts: Slots }
  | { readonly kind: 'optional'; readonly present: Slots; readonly tagged?: true; readonly value: Slots }
  | { readonly kind: 'fixed'; readonly value: Value };

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
export function partName(name: string, key: string): string {
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

export function isObject({ kind }: Exclude<Value, Expression>): boolean {
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
