import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { arrayCall, elementType } from '../../ir/arrays.js';
import type { Expression } from '../../ir/expression.js';
import { mayBeAbsent } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import type { RowContext } from '../context/row-context.js';
import { isStable, keepExpression } from '../effects/effects.js';
import type { Value } from '../values/value.js';
import { ownedVariable } from './changes.js';
import { asElement } from './literal-array.js';
import { refuseElementChange } from './owners.js';

/** An element of an array that one variable holds, as the target of an assignment. */
export interface ElementTarget {
  readonly kind: 'element';
  readonly array: VariableId;
  /** The array's name in the assignment. */
  readonly name: ts.Identifier;
  readonly index: Expression;
}

/** Returns the target `xs[i]` if `xs` is a computed array. The index is evaluated here. */
export function elementTarget(
  node: ts.ElementAccessExpression,
  context: RowContext,
): ElementTarget | 'reported' | undefined {
  const name = unwrap(node.expression);
  if (!ts.isIdentifier(name)) return undefined;
  const binding = context.names.bindingOf(name);
  if (binding?.kind !== 'variable' || context.variables.storedType(binding.id).core.kind !== 'array') return undefined;
  const array = ownedVariable(name, context);
  if (array === undefined || mayBeAbsent(context.variables.read(array).type)) {
    refuseElementChange(node, context);
    return 'reported';
  }
  const given = context.visit.expression(node.argumentExpression);
  if (!given) return 'reported';
  if (given.type.core.kind !== 'number' || mayBeAbsent(given.type)) return reportIndex(node, context);
  const index = isStable(given, context) ? given : keepExpression(given, 'place', context);
  context.reference.assignedElements.add(node);
  return { kind: 'element', array, name, index };
}

export function readElement({ array, index }: ElementTarget, context: RowContext): Expression {
  return arrayCall('element', context.variables.read(array), index);
}

/** Assigns an element and returns the assigned value. */
export function assignElement(
  { array, name, index }: ElementTarget,
  value: Value,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  const element = asElement(value, elementType(context.variables.storedType(array)), name, node, context);
  if (!element) return undefined;
  const kept = isStable(element, context) ? element : keepExpression(element, 'element', context);
  const changed = arrayCall('set', context.variables.read(array), index, kept);
  context.effects.push({ kind: 'assign', variable: array, value: changed, line: context.effects.line });
  return kept;
}

function reportIndex(node: ts.ElementAccessExpression, context: RowContext): 'reported' {
  context.refuse(node.argumentExpression, {
    construct: 'A place of an array that is no number',
    reason: 'Elements are assigned at places from 0 to the length of the array.',
    advice: 'Convert it first: `words[Number(place)] = word`.',
  });
  return 'reported';
}
