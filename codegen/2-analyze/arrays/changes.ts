import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { arrayCall, elementType, newArray } from '../../ir/arrays.js';
import { literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { describeType, mayBeAbsent, sameType } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import type { RowContext } from '../context/row-context.js';
import { keepExpression, reads } from '../effects/effects.js';
import type { Arguments } from '../functions/function-body.js';
import { isElementOfArray, isLastUse, isOwned, variableName } from '../syntax/array-variables.js';
import { asElement, reportMixed } from './literal-array.js';
import { refuseElementOrder } from './nested-arrays.js';
import { refuseOrder } from './order.js';
import { refuseChange } from './owners.js';
import { sortedBy } from './sort.js';
import { walk } from './walk.js';

const changing: ReadonlySet<string> = new Set(['push', 'pop', 'shift', 'unshift']);

export function isChangingMethod(name: string): boolean {
  return changing.has(name);
}

/**
 * Compiles `xs.push(a, b)`, `xs.pop()`, `xs.shift()` and `xs.unshift(a)` to an assignment before the current statement.
 */
export function changeArray(
  node: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
  { values: args, tail }: Arguments,
  context: RowContext,
): Expression | undefined {
  const id = ownedVariable(callee.expression, context);
  if (id === undefined) return refuseChange(callee, context);
  const type = context.variables.storedType(id);
  const assign = (value: Expression) =>
    context.effects.push({ kind: 'assign', variable: id, value, line: context.effects.line });
  const isAsked = !ts.isExpressionStatement(node.parent);
  switch (callee.name.text) {
    case 'push': {
      const elements = args.map((arg) => asElement(arg, elementType(type), callee.expression, node, context));
      if (!elements.every((element) => element !== undefined)) return undefined;
      // All arguments are evaluated before the first is appended.
      const changes = (e: Expression) => elements.length > 1 && reads(e, new Set([id]));
      const kept = elements.map((e) => (changes(e) ? keepExpression(e, 'element', context) : e));
      for (const element of kept) assign(arrayCall('push', context.variables.read(id), element));
      if (tail) {
        const add = (element: Expression) => {
          const value = asElement(element, elementType(type), callee.expression, node, context);
          if (value) assign(arrayCall('push', context.variables.read(id), value));
          return undefined;
        };
        context.effects.push(
          ...walk({ source: keepExpression(tail, 'added', context), counts: false }, add, node, context),
        );
      }
      return isAsked ? arrayCall('length', context.variables.read(id)) : literal(undefined);
    }
    case 'unshift': {
      const elements = args.map((arg) => asElement(arg, elementType(type), callee.expression, node, context));
      if (!elements.every((element) => element !== undefined)) return undefined;
      const values = newArray(elements, elementType(type));
      const first = values && tail ? arrayCall('concat', values, tail) : values;
      if (tail && !sameType(elementType(tail.type), elementType(type)))
        return reportMixed(node, type, tail.type, context);
      if (first) assign(arrayCall('concat', first, context.variables.read(id)));
      return isAsked ? arrayCall('length', context.variables.read(id)) : literal(undefined);
    }
    default: {
      const isPop = callee.name.text === 'pop';
      const taken = arrayCall('at', context.variables.read(id), literal(isPop ? -1 : 0));
      const kept = isAsked ? keepExpression(taken, 'taken', context) : literal(undefined);
      assign(arrayCall(isPop ? 'withoutLast' : 'withoutFirst', context.variables.read(id)));
      return kept;
    }
  }
}

/** Returns the variable of an array that no other variable or value holds. */
export function ownedVariable(expression: ts.Expression, context: RowContext): VariableId | undefined {
  const { checker } = context.program;
  const node = unwrap(expression);
  const name = variableName(node, checker);
  const binding = ts.isIdentifier(node) ? context.names.bindingOf(node) : undefined;
  return name && binding?.kind === 'variable' && isOwned(name, checker) ? binding.id : undefined;
}

/**
 * Compiles `sort` and `reverse`, which change their array and return it. A variable that is used again is assigned the
 * result. The call must then be a statement or the object of a property access.
 */
export function rearrange(
  array: Expression,
  node: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
  context: RowContext,
): Expression | undefined {
  if (isElementOfArray(callee.expression, context.program.checker)) return refuseElementOrder(callee, context);
  const variable = variableUsedAgain(callee, context);
  const result = rearranged(array, node, callee, context);
  if (!result || !variable) return result;
  const id = ownedVariable(variable, context);
  if (id === undefined || !isConsumed(node)) return refuseChange(callee, context);
  context.effects.push({ kind: 'assign', variable: id, value: result, line: context.effects.line });
  return context.variables.read(id);
}

/** Returns the variable whose array a call changes, or undefined if it is not used again and needs no new value. */
export function variableUsedAgain(
  callee: ts.PropertyAccessExpression,
  { program: { checker } }: RowContext,
): ts.Identifier | undefined {
  const variable = unwrap(callee.expression);
  if (!ts.isIdentifier(variable)) return undefined;
  const name = variableName(variable, checker);
  return name && isOwned(name, checker) && isLastUse(variable, name, checker) ? undefined : variable;
}

/** True if the result of a call is discarded, or a property of it is read at once. */
export function isConsumed({ parent }: ts.CallExpression): boolean {
  return ts.isExpressionStatement(parent) || ts.isPropertyAccessExpression(parent);
}

function rearranged(
  array: Expression,
  node: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
  context: RowContext,
): Expression | undefined {
  if (callee.name.text === 'reverse') return arrayCall('reversed', array);
  const [compare] = node.arguments;
  if (compare) return sortedBy(array, compare, node, context);
  const element = elementType(array.type);
  if (element.core.kind === 'string' && !mayBeAbsent(element)) return arrayCall('sorted', array);
  return refuseOrder('sort', describeType(element), node, context);
}
