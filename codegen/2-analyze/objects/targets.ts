import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { excerpt, mixedTypes } from '../../diagnostics/index.js';
import type { Expression } from '../../ir/expression.js';
import { assignElement, type ElementTarget, elementTarget, readElement } from '../arrays/elements.js';
import { isColumn, refuseElementChange } from '../arrays/owners.js';
import { likeArray } from '../arrays/values.js';
import { readSlots } from '../choices/read-slots.js';
import { reportCopy, reportShapes } from '../choices/reported-shapes.js';
import type { RowContext } from '../context/row-context.js';
import { keep, readsAny } from '../effects/effects.js';
import { storable } from '../effects/stored-value.js';
import { narrowedRead } from '../effects/variants.js';
import { sharedValue } from '../heap/shared-name.js';
import { assignObject, type ObjectTarget, objectTarget, readObjectTarget } from '../heap/targets.js';
import { assignToLastIndex, isLastIndex, type LastIndexTarget, lastIndexTarget } from '../patterns/last-index.js';
import { mayHaveEffects } from '../syntax/assignments.js';
import { writtenKey } from '../syntax/written-key.js';
import { describeValue } from '../values/described-values.js';
import { pairSlots, type Slots } from '../values/slots.js';
import { isHeld, type Value } from '../values/value.js';

/** The target of an assignment: variables of the row function, an element of an array, or `lastIndex` of a regular expression. */
export type Target = VariableTarget | ElementTarget | ObjectTarget | LastIndexTarget;

interface VariableTarget {
  readonly kind: 'variables';
  readonly slots: Slots;
  /** The name at its root, whose declaration decides how its values are held. */
  readonly root: ts.Identifier;
}

/** Returns the target of an assignment, or undefined if it was reported. */
export function targetOf(node: ts.Expression, context: RowContext): Target | undefined {
  const target = findTarget(node, context);
  if (target === 'broken') return undefined;
  return target ?? refuseTarget(node, context);
}

function refuseTarget(node: ts.Expression, context: RowContext): undefined {
  const target = unwrap(node);
  const text = `\`${excerpt(target.getText(), 40)}\``;
  if (ts.isIdentifier(target) && !context.names.bindingOf(target)) {
    return context.refuse(node, {
      construct: `An assignment to ${text}, which is a variable of the module,`,
      reason: 'Rows are evaluated in any order, and many at once: nothing is carried from one to the next.',
      advice:
        'Take the number of the row as `index`, `row({ name }, { index })`; for values over rows describe a `rolling` or an `aggregate`.',
    });
  }
  if (ts.isElementAccessExpression(target) && isColumn(unwrap(target.expression), context))
    return refuseElementChange(target, context);
  if (isColumn(target, context)) {
    return context.refuse(node, {
      construct: `An assignment to ${text}, a column,`,
      reason: 'Columns are never changed.',
      advice: `Keep the value in a variable of its own: \`const trimmed = ${target.getText()}.trim();\`.`,
    });
  }
  if (ts.isElementAccessExpression(target) && writtenKey(target.argumentExpression) === undefined)
    return context.refuse(target, {
      construct: `An assignment to ${text}, whose name is only known when the row runs,`,
      reason: 'The object is a column, a constant, or one whose properties follow from its type.',
      advice: 'Declare a dictionary in the row function: `const counts: Record<string, number> = {};`.',
    });
  return context.refuse(node, {
    construct: `An assignment to ${text}`,
    reason: 'An assignment changes a variable of the row function, or a part of an object that it writes out.',
    advice: 'Assign to a `let`, or to a property that the object was written with.',
  });
}

function findTarget(node: ts.Expression, context: RowContext): Target | 'broken' | undefined {
  const target = unwrap(node);
  if (isLastIndex(target, context)) return lastIndexTarget(target, context) ?? 'broken';
  const object = context.heap ? objectTarget(target, context) : undefined;
  if (object) return object === 'reported' ? 'broken' : object;
  const element = ts.isElementAccessExpression(target) ? elementTarget(target, context) : undefined;
  if (element) return element === 'reported' ? 'broken' : element;
  const found = findVariables(target, context);
  return found && found !== 'broken' ? { kind: 'variables', ...found } : found;
}

function findVariables(node: ts.Expression, context: RowContext): Omit<VariableTarget, 'kind'> | 'broken' | undefined {
  const target = unwrap(node);
  if (ts.isIdentifier(target)) {
    const binding = context.names.bindingOf(target);
    if (binding?.kind === 'broken') return 'broken';
    if (binding?.kind === 'variable') return { slots: binding, root: target };
    return binding?.kind === 'slots' ? { slots: binding.slots, root: target } : undefined;
  }
  if (!ts.isPropertyAccessExpression(target) && !ts.isElementAccessExpression(target)) return undefined;
  const object = findVariables(target.expression, context);
  if (!object || object === 'broken') return object;
  const key = ts.isPropertyAccessExpression(target) ? target.name.text : writtenKey(target.argumentExpression);
  const { slots, root } = object;
  const part =
    key === undefined
      ? undefined
      : slots.kind === 'object'
        ? slots.properties.get(key)
        : slots.kind === 'tuple'
          ? slots.elements[Number(key)]
          : undefined;
  return part && part.kind !== 'fixed' ? { slots: part, root } : undefined;
}

/** Reads a target, for an operator that computes its next value. */
export function readTarget(target: Target, node: ts.Expression, context: RowContext): Expression | undefined {
  if (target.kind === 'object') {
    const value = readObjectTarget(target, context);
    // The reference reads it once more to check its kind.
    return value && !mayHaveEffects(node) ? narrowedRead(value, node, context) : value;
  }
  return target.kind === 'element' ? readElement(target, context) : context.visit.expression(node);
}

/** True for a variable that has held nothing but null and undefined. */
function isEmpty(slots: Slots, context: RowContext): boolean {
  return slots.kind === 'variable' && context.variables.storedType(slots.id).core.kind === 'nothing';
}

/** Reports an object that is assigned to a variable without one: `let match; if ((match = pattern.exec(s))) …`. */
function reportLateObject(node: ts.Node, context: RowContext): undefined {
  return context.refuse(node, {
    construct: 'An object or array for a variable that is declared without one',
    reason: 'Its parts are variables, which are made where the variable is declared.',
    advice: 'Declare the variable where it gets its value: `const match = pattern.exec(s); if (match) …`.',
  });
}

/** Assigns a value before the current statement. Returns the value as it is read from then on. */
export function assignTarget(target: Target, given: Value, node: ts.Node, context: RowContext): Value | undefined {
  if (target.kind === 'object') return assignObject(target, given, context);
  if (target.kind === 'element') return assignElement(target, given, node, context);
  if (target.kind === 'last-index') return assignToLastIndex(target, given, node, context);
  const { slots, root } = target;
  const shared = slots.kind === 'variable' ? sharedValue(root, given, context) : given;
  if (!shared) return undefined;
  const value = slots.kind === 'variable' ? likeArray(shared, context.variables.storedType(slots.id), context) : shared;
  if (isHeld(value, 'changed')) return reportCopy(node, context);
  const ids = new Set((pairSlots(slots, value) ?? []).map(({ id }) => id));
  // With several variables, the first is assigned before the last is read, so the values are kept first.
  const lasting = ids.size > 1 && readsAny(value, ids) ? keep(value, context) : value;
  const pairs = pairSlots(slots, lasting);
  if (!pairs) return isEmpty(slots, context) ? reportLateObject(node, context) : reportShapes(node, context);
  for (const { id, leaf } of pairs) {
    const stored = storable(leaf, root, context);
    const before = context.variables.storedType(id);
    if (!context.variables.widen(id, stored.type)) {
      return context.report(node, (span) =>
        mixedTypes(span, { left: describeValue(before), right: describeValue(leaf.type) }),
      );
    }
    context.effects.push({ kind: 'assign', variable: id, value: stored, line: context.effects.line });
  }
  return readSlots(slots, context);
}
