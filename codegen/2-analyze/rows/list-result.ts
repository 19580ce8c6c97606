import type { ElementType } from '../../../schema/columns.js';
import type { ts } from '../../1-parse/syntax/ts.js';
import { wrongResultType } from '../../diagnostics/index.js';
import { elementType } from '../../ir/arrays.js';
import { declaredType, presentType } from '../../ir/declared-type.js';
import type { Expression } from '../../ir/expression.js';
import type { Column } from '../../ir/row-function.js';
import { describeType, isBytes, isVariant, joinTypes, type Type } from '../../ir/type.js';
import { heldValue } from '../arrays/held-value.js';
import { zipped } from '../arrays/nested-arrays.js';
import { expanded } from '../constants/values.js';
import type { RowContext } from '../context/row-context.js';
import { unsupportedValue } from '../refusals/unsupported.js';
import { columnValueType } from '../values/column-value-type.js';
import { describeValue } from '../values/described-values.js';
import { isExpression, type TupleValue, type Value } from '../values/value.js';

/** Returns a value as an array for a list column. Its elements are validated when the row runs. Undefined if an error was reported. */
export function listResult(
  given: Value,
  column: Column,
  element: ElementType,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  const value = expanded(given);
  if (!isExpression(value) && value.kind === 'tuple') return writtenOut(value, column, element, node, context);
  if (!isExpression(value) && value.kind === 'records') {
    const arrays = zipped(value);
    return arrays ? listResult(arrays, column, element, node, context) : unsupportedValue(value, node, context);
  }
  if (!isExpression(value)) return unsupportedValue(value, node, context);
  const { core } = value.type;
  if (core.kind === 'nothing') return value;
  if (core.kind !== 'array' || isBytes(value.type))
    return reportResult(describeValue(value.type), column, node, context);
  return fits(value.type, columnValueType(column))
    ? value
    : reportResult(`an array of ${describeType(elementType(value.type))}`, column, node, context);
}

/** True if a column can hold arrays of a type. Null and undefined elements are validated row by row, at any depth. */
function fits(held: Type, taken: Type): boolean {
  if (isVariant(held)) return false;
  if (held.core.kind !== 'array' || taken.core.kind !== 'array' || isBytes(held) || isBytes(taken))
    return joinTypes({ ...taken, core: held.core }, taken) !== undefined;
  return fits(elementType(held), elementType(taken));
}

/** Returns the array of a literal `[a, b]`. The column tells the element type of an empty one. */
function writtenOut(
  value: TupleValue,
  column: Column,
  element: ElementType,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  const taken = columnValueType(column);
  const array = heldValue(value, context, taken);
  if (array && fits(array.type, taken)) return array;
  const [other] = value.elements.filter((one) => !isExpression(one));
  if (other && !isExpression(other) && !element.element) return unsupportedValue(other, node, context);
  const held = value.elements.flatMap((one) => heldValue(one, context) ?? []);
  const wrong = held.find(({ type }) => !fits(type, elementType(taken)));
  const actual = wrong ? describeType(wrong.type) : declaredType(element);
  return reportResult(`an array of ${actual}`, column, node, context);
}

function reportResult(actual: string, column: Column, node: ts.Node, context: RowContext): undefined {
  return context.report(node, (span) =>
    wrongResultType(span, {
      transform: context.owner,
      actual,
      column: JSON.stringify(column.name),
      expected: presentType(column),
      advice: 'Return an array of such elements: `[value]`, `values.map((value) => …)`.',
    }),
  );
}
