import { elementType } from '../../ir/arrays.js';
import type { Expression } from '../../ir/expression.js';
import type { Sort } from '../../ir/statement.js';
import { doubleType, sameType } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import { cppType } from '../cpp/cpp-types.js';
import { emitExpression } from '../expressions/emit-expression.js';
import type { RowScope } from '../scope/row-scope.js';
import { type EmitStatements, indentation, indented } from './statement-lines.js';

/** Emits a sort as a loop with one comparison per step. */
export function emitSort(sort: Sort, depth: number, scope: RowScope, emit: EmitStatements): readonly string[] {
  const { array, method, left, right, body, isBefore } = sort;
  const { names, lines, loops, locals } = scope;
  const name = names.newSort();
  locals.useArena();
  const indent = indentation(depth);
  const element = cppType(elementType(array.type));
  const compared = (id: VariableId, side: string) =>
    `${indent}  ${names.unused(id)}${element} const ${names.of(id)} = ${name}.${side}();`;
  const order = orderOf(sort);
  const given = [
    'arena',
    emitExpression(array, scope),
    `rf::SortMethod::${method === 'sort' ? 'sort' : 'to_sorted'}`,
    ...(order === undefined ? [] : [`rf::SortOrder::${order}`]),
  ].join(', ');
  return [
    ...lines.at(sort, [`${indent}for (rf::Sort<${element}> ${name}{${given}}; ${name}.next();) {`]),
    compared(left, 'left'),
    compared(right, 'right'),
    ...loops.within(sort, () => [
      ...emit(body, depth + 1),
      ...indented(`${name}.answer(${emitExpression(isBefore, scope)});`, depth + 1),
    ]),
    `${indent}}`,
  ];
}

/** Returns the order into which `(a, b) => a - b` or `(a, b) => b - a` sorts numbers; undefined for any other comparator. */
function orderOf({ body, isBefore, left, right }: Sort): 'rising' | 'falling' | undefined {
  if (body.length > 0 || isBefore.kind !== 'compare' || isBefore.operator !== '<' || !isZero(isBefore.right))
    return undefined;
  const difference = isBefore.left;
  if (difference.kind !== 'arithmetic' || difference.operator !== '-') return undefined;
  const [minuend, subtrahend] = [variableOf(difference.left), variableOf(difference.right)];
  if (minuend === left && subtrahend === right) return 'rising';
  return minuend === right && subtrahend === left ? 'falling' : undefined;
}

/** Returns the variable of which an expression is the number. */
function variableOf(e: Expression): VariableId | undefined {
  return e.kind === 'read' && sameType(e.type, doubleType) ? e.variable : undefined;
}

function isZero(e: Expression): boolean {
  return e.kind === 'literal' && e.value === 0;
}
