import type { ElementType } from '../../../schema/columns.js';
import type { ts } from '../../1-parse/syntax/ts.js';
import { elementType } from '../../ir/arrays.js';
import { literal, read, require } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { type Column, isStoredWider } from '../../ir/row-function.js';
import { mayBeAbsent, presentType } from '../../ir/type.js';
import { mapped } from '../arrays/collect.js';
import { ArrayLoop } from '../arrays/loop.js';
import { choose } from '../choices/choose.js';
import type { RowContext } from '../context/row-context.js';
import { isStable, keepExpression, visitBranch } from '../effects/effects.js';
import { columnValueType } from '../values/column-value-type.js';
import { isAbsent } from '../values/logical-operator.js';
import { isExpression } from '../values/value.js';

/** Returns an element as a column would hold it. */
type ThroughElement = (value: Expression, element: Column) => Expression;

/** Returns an array as a list column would hold it: each element passes through a column of its type. */
export function listThrough(
  value: Expression,
  column: Column & { readonly element: ElementType },
  node: ts.CallExpression,
  through: ThroughElement,
  context: RowContext,
): Expression {
  const element: Column = { ...column.element, name: column.name };
  const each = (array: Expression): Expression => {
    if (isOfColumn(array, column)) return array;
    const call = ([one]: readonly unknown[]) => through(one as Expression, element);
    const made = mapped(new ArrayLoop(array, { arity: 1, call, visitOther: () => undefined }, [], node, context));
    return made && isExpression(made) ? made : array;
  };
  if (value.type.core.kind === 'nothing') return column.nullable ? literal(null) : require(value);
  if (!mayBeAbsent(value.type)) return each(value);
  if (!column.nullable) return each(require(value));
  if (!value.type.mayBeUndefined && isOfColumn(value, column)) return value;
  const given = isStable(value, context) ? value : keepExpression(value, column.name, context);
  const present = given.kind === 'read' ? read(given.variable, presentType(given.type)) : require(given);
  const branch = (visit: () => Expression) => visitBranch(context.flow, visit, context);
  const absent = branch(() => literal(null));
  const chosen = choose(
    isAbsent(given),
    absent,
    branch(() => each(present)),
    node,
    context,
  );
  return chosen && isExpression(chosen) ? chosen : given;
}

/** True if an array comes from a column of the same element type. Times are validated all the same; text of other arrays may be cut. */
function isOfColumn({ type }: Expression, { element }: { readonly element: ElementType }): boolean {
  const { core } = type;
  if (core.kind !== 'array' || isStoredWider(element)) return false;
  const lists = [element.nullable, false].map((nullable) =>
    columnValueType({ type: 'list', nullable: false, element: { ...element, nullable } }),
  );
  return (
    lists.some((list) => list.core.kind === 'array' && list.core.lazy === core.lazy) &&
    !elementType(type).mayBeUndefined
  );
}
