import { literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { VariableId } from '../../ir/variable.js';
import { presenceOf, sameRow } from './optional-value.js';
import { isExpression, mapProperties, type Value } from './value.js';

/** The variables that hold a value, one per expression. `fixed` is a value that no variable holds. */
export type Slots =
  | { readonly kind: 'variable'; readonly id: VariableId }
  | { readonly kind: 'object'; readonly properties: ReadonlyMap<string, Slots>; readonly held: 'constant' | 'changed' }
  | {
      readonly kind: 'tuple';
      readonly elements: readonly Slots[];
      readonly further?: ReadonlyMap<string, Slots>;
      readonly held: 'constant' | 'changed';
    }
  | { readonly kind: 'date'; readonly time: Slots }
  | { readonly kind: 'records'; readonly parts: Slots }
  | { readonly kind: 'optional'; readonly present: Slots; readonly tagged?: true; readonly value: Slots }
  | { readonly kind: 'fixed'; readonly value: Value };

/** Makes slots for a value. `declare` makes the variable of an expression. */
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
        properties: mapProperties(value.properties, part),
      };
    case 'tuple':
      return {
        kind: 'tuple',
        held,
        elements: value.elements.map((inner, index) => part(inner, String(index))),
        ...(value.further && {
          further: mapProperties(value.further, part),
        }),
      };
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

/** Returns `pointX` for `point` and `x`. */
export function partName(name: string, key: string): string {
  return `${name}${key.charAt(0).toUpperCase()}${key.slice(1)}`;
}

/** A variable, and the expression that it gets. */
interface Pair {
  readonly id: VariableId;
  readonly leaf: Expression;
}

type Pairs = readonly Pair[] | undefined;

/** Pairs the variables of slots with the expressions of a value. Undefined if the value has other parts than the slots. */
export function pairSlots(slots: Slots, value: Value): Pairs {
  // The table is looked up by the kind of the slots, which is that of the function's parameter.
  const pair = pairings[slots.kind] as (slots: Slots, value: Value) => Pairs;
  return pair(slots, value);
}

const pairings: { readonly [Kind in Slots['kind']]: (slots: Extract<Slots, { kind: Kind }>, value: Value) => Pairs } = {
  variable: ({ id }, value) => (isExpression(value) ? [{ id, leaf: value }] : undefined),
  date: ({ time }, value) => (!isExpression(value) && value.kind === 'date' ? pairSlots(time, value.time) : undefined),
  records: ({ parts }, value) =>
    !isExpression(value) && value.kind === 'records' ? pairSlots(parts, value.parts) : undefined,
  optional: (slots, value) => (slots.tagged ? pairTagged(slots, value) : pairUntagged(slots, value)),
  fixed: ({ value: held }, value) => (sameFixed(held, value) ? [] : undefined),
  object({ properties }, value) {
    if (value.kind !== 'object' || value.properties.size !== properties.size) return undefined;
    return allPairs([...properties].map(([key, part]) => pairPart(part, value.properties.get(key))));
  },
  tuple({ elements, further = noSlots }, value) {
    if (value.kind !== 'tuple' || value.elements.length !== elements.length) return undefined;
    if (further.size !== (value.further?.size ?? 0)) return undefined;
    return allPairs([
      ...elements.map((part, index) => pairPart(part, value.elements[index])),
      ...[...further].map(([key, part]) => pairPart(part, value.further?.get(key))),
    ]);
  },
};

const noSlots: ReadonlyMap<string, Slots> = new Map();

type OptionalSlots = Extract<Slots, { kind: 'optional' }>;

/** Pairs tagged slots, whose tag holds null and undefined themselves. */
function pairTagged({ present, value: inner }: OptionalSlots, value: Value): Pairs {
  if (isExpression(value)) return value.type.core.kind === 'nothing' ? pairSlots(present, value) : undefined;
  return value.kind === 'optional'
    ? allPairs([pairSlots(present, presenceOf(value)), pairSlots(inner, value.value)])
    : allPairs([pairSlots(present, literal(true)), pairSlots(inner, value)]);
}

/** Pairs untagged slots, which can hold undefined but not null. */
function pairUntagged({ present, value: inner }: OptionalSlots, value: Value): Pairs {
  if (isExpression(value)) return isUndefined(value) ? pairSlots(present, literal(false)) : undefined;
  if (value.kind !== 'optional') return allPairs([pairSlots(present, literal(true)), pairSlots(inner, value)]);
  if (value.tagged) return undefined;
  return allPairs([pairSlots(present, value.present), pairSlots(inner, value.value)]);
}

function pairPart(slots: Slots, value: Value | undefined): Pairs {
  return value && pairSlots(slots, value);
}

function allPairs(parts: readonly Pairs[]): Pairs {
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

/** True for values with parts: all but functions, rows and constants. */
export function isObject({ kind }: Exclude<Value, Expression>): boolean {
  return kind === 'object' || kind === 'tuple' || kind === 'date' || kind === 'records' || kind === 'optional';
}

function isUndefined(value: Expression): boolean {
  return value.kind === 'literal' && value.value === undefined;
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
