import { propertyName } from '../../1-parse/syntax/property-name.js';
import { ts } from '../../1-parse/syntax/ts.js';
import type { Expression } from '../../ir/expression.js';
import { literalArray } from '../arrays/literal-array.js';
import { requirePresent } from '../choices/optional-values.js';
import { reportCopy } from '../choices/reported-shapes.js';
import { expanded } from '../constants/values.js';
import type { RowContext } from '../context/row-context.js';
import { isStable, keep, keepExpression, keepFaults } from '../effects/effects.js';
import { storable } from '../effects/stored-value.js';
import { sharedValue } from '../heap/shared-name.js';
import { isSmallNumber } from '../numbers/small-numbers.js';
import { isComputedArray } from '../syntax/array-variables.js';
import { elementOf } from '../syntax/declared-type.js';
import { declareSlots, type Slots } from '../values/slots.js';
import { isExpression, isHeld, type TupleValue, type Value } from '../values/value.js';
import { staysConstant } from './constant-bindings.js';
import { elementOf as elementAt, iterated, propertyOf, restOfObject, restOfTuple, withDefault } from './parts.js';
import { recordsOf } from './records.js';
import { asObject } from './row-parts.js';

/**
 * Binds a name, or the names of a pattern, to a value, and declares their variables. An undefined value was reported.
 */
export function bind(name: ts.BindingName, value: Value | undefined, context: RowContext): void {
  if (!value) bindBroken(name, context);
  else if (ts.isIdentifier(name)) bindName(name, value, context);
  else bindPattern(name, value, context);
}

function bindBroken(name: ts.BindingName, context: RowContext): void {
  if (ts.isIdentifier(name)) context.names.bind(name, { kind: 'broken' });
  else for (const element of name.elements) if (ts.isBindingElement(element)) bindBroken(element.name, context);
}

/** Returns a literal whose number of elements changes as a computed array; returns any other value unchanged. */
function growingArray(name: ts.Identifier, value: Value, context: RowContext): Value | undefined {
  const whole = expanded(value);
  const { checker } = context.program;
  if (isExpression(whole) || whole.kind !== 'tuple' || !isComputedArray(name, whole.elements.length, checker))
    return value;
  const records = holdsRecords(whole, name, context);
  return records ?? literalArray(whole.elements, name, name, context);
}

/** Returns a literal of objects, or an empty one that is declared for objects, as records. */
function holdsRecords(whole: TupleValue, name: ts.Identifier, context: RowContext): Value | undefined {
  const { checker } = context.program;
  const type = checker.getTypeAtLocation(name);
  const isSimple = whole.elements.length > 0 ? whole.elements.every(isExpression) : elementOf(type, checker);
  return isSimple ? undefined : recordsOf(whole.elements, type, context);
}

function bindName(name: ts.Identifier, given: Value, context: RowContext): void {
  const own = sharedValue(name, given, context);
  if (!own) {
    bindBroken(name, context);
    return;
  }
  const whole = context.names.isReassigned(name) ? asObject(expanded(own), name, context) : own;
  const value = growingArray(name, whole, context);
  if (!value) {
    bindBroken(name, context);
    return;
  }
  if (
    isExpression(value) &&
    value.kind === 'read' &&
    context.variables.isScalar(value.variable) &&
    !context.names.isReassigned(name)
  ) {
    context.names.bind(name, { kind: 'variable', id: value.variable });
    return;
  }
  if (isExpression(value)) {
    context.names.bind(name, { kind: 'variable', id: declareVariable(name, value, name.text, context) });
    return;
  }
  if (value.kind === 'constant' && staysConstant(name, value.reference, context)) {
    const { index, name: source = name.text } = value.reference;
    const stable = isStable(index, context) ? index : keepExpression(index, `${name.text}Place`, context);
    context.names.bind(name, { kind: 'constant', reference: { ...value.reference, index: stable, name: source } });
    return;
  }
  if (isHeld(value, context.names.isChanged(name) ? 'constant' : 'changed')) {
    reportCopy(name, context);
    bindBroken(name, context);
    return;
  }
  if (value.kind === 'function' && context.names.isReassigned(name)) {
    context.refuse(name, {
      construct: 'A variable that holds one function after another',
      reason: 'Functions are inlined where they are called, so that each call must be of one function.',
      advice: 'Declare each function with `const`, and choose where you call them.',
    });
    bindBroken(name, context);
    return;
  }
  const held = context.names.isChanged(name) ? 'changed' : 'constant';
  const slots = declareSlots(value, name.text, held, (leaf, partName): Slots => {
    const isOwn = context.names.isReassigned(name);
    if (!isOwn && leaf.kind === 'literal') return { kind: 'fixed', value: leaf };
    if (!isOwn && leaf.kind === 'read' && !context.variables.isReassigned(leaf.variable))
      return { kind: 'variable', id: leaf.variable };
    return { kind: 'variable', id: declareVariable(name, leaf, partName, context) };
  });
  context.names.bind(name, { kind: 'slots', slots });
}

function declareVariable(name: ts.Identifier, value: Expression, partName: string, context: RowContext): number {
  const stored = storable(value, name, context);
  const id = context.variables.declare(name, stored.type, partName);
  if (!context.names.isReassigned(name) && isSmallNumber(value, context)) context.variables.smallNumbers.add(id);
  context.effects.push({ kind: 'declare', variable: id, value: stored, line: context.effects.line });
  return id;
}

/** Binds `{ a, b: c = 1, ...rest }` or `[a, , b]`. Each part is evaluated before the defaults of later parts. */
function bindPattern(pattern: ts.BindingPattern, given: Value, context: RowContext): void {
  const hasDefaults = pattern.elements.some((element) => ts.isBindingElement(element) && element.initializer);
  const whole = requirePresent(given, context);
  const value = hasDefaults ? keep(whole, context) : keepFaults(whole, context);
  if (ts.isArrayBindingPattern(pattern)) {
    const parts = iterated(value, pattern, context);
    for (const [index, element] of pattern.elements.entries()) {
      if (ts.isOmittedExpression(element)) continue;
      const take = element.dotDotDotToken ? restOfTuple : elementAt;
      bindElement(element, take(parts, index, element, context), context);
    }
    return;
  }
  const taken = new Set<string>();
  for (const element of pattern.elements) {
    if (element.dotDotDotToken) {
      bindElement(element, restOfObject(value, taken, element, context), context);
      continue;
    }
    const key = keyName(element);
    if (key === undefined) {
      context.refuse(element, {
        construct: 'A computed name in a pattern',
        reason: 'The property must be known when the transform is built.',
        advice: 'Write the name out: `{ name: value }`.',
      });
      bindBroken(element.name, context);
      continue;
    }
    taken.add(key);
    bindElement(element, propertyOf(value, key, element.propertyName ?? element.name, context), context);
  }
}

function keyName({ propertyName: key, name }: ts.BindingElement): string | undefined {
  if (key) return propertyName(key);
  return ts.isIdentifier(name) ? name.text : undefined;
}

function bindElement({ name, initializer }: ts.BindingElement, part: Value | undefined, context: RowContext): void {
  bind(name, part && initializer ? withDefault(part, initializer, context) : part, context);
}
