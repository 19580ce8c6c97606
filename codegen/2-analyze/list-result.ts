import type { ts } from '../1-parse/ts.js';
import { wrongResultType } from '../diagnostics/index.js';
import { elementType, heldElement, newArray } from '../ir/arrays.js';
import { declaredType, presentType } from '../ir/declared-type.js';
import type { Expression } from '../ir/expression.js';
import type { Column, ElementType } from '../ir/row-function.js';
import { describeType, isBytes, joinTypes, presentType as withoutAbsent } from '../ir/type.js';
import { expanded } from './constant-values.js';
import { refuseNested } from './nested-arrays.js';
import { columnValueType, type RowContext } from './row-context.js';
import { lasting } from './stored-value.js';
import { unsupportedValue } from './unsupported.js';
import { isExpression, type Value } from './value.js';

/**
 * A value as a column of lists takes it: an array of any making, whose elements are judged one by one when the row runs.
 * Undefined where it was reported.
 */
export function listResult(
  given: Value,
  column: Column,
  element: ElementType,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  const value = expanded(given);
  if (!isExpression(value) && value.kind === 'tuple') return writtenOut(value.elements, column, element, node, context);
  if (!isExpression(value)) return unsupportedValue(value, node, context);
  const { core } = value.type;
  if (core.kind === 'nothing') return value;
  if (core.kind !== 'array' || isBytes(value.type))
    return reportResult(`a ${describeType(value.type)}`, column, node, context);
  const { core: held } = elementType(value.type);
  const taken = elementType(columnValueType(column));
  const fits = joinTypes({ ...taken, core: held }, taken);
  return fits ? value : reportResult(`an array of ${describeType(elementType(value.type))}`, column, node, context);
}

/** `[a, b]`: also one without elements, whose kind the column says. */
function writtenOut(
  elements: readonly Value[],
  column: Column,
  element: ElementType,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  const held = elements.map((value) => (isExpression(value) ? heldElement(lasting(value, context)) : undefined));
  const [other] = elements.filter((_, index) => held[index] === undefined);
  if (other && element.element) return refuseNested(node, context);
  if (other && !isExpression(other)) return unsupportedValue(other, node, context);
  const present = held.flatMap((value) => value ?? []);
  const array = newArray(present, withoutAbsent(elementType(columnValueType(column))));
  const wrong = present.find(({ type }) => !joinTypes(type, elementType(columnValueType(column))));
  return (
    array ??
    reportResult(`an array of ${wrong ? describeType(wrong.type) : declaredType(element)}`, column, node, context)
  );
}

function reportResult(actual: string, column: Column, node: ts.Node, context: RowContext): undefined {
  return context.report(node, (span) =>
    wrongResultType(span, {
      actual,
      column: JSON.stringify(column.name),
      expected: presentType(column),
      advice: 'Return an array of such elements: `[value]`, `values.map((value) => …)`.',
    }),
  );
}
