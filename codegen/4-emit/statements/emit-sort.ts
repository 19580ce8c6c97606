import { elementType } from '../../ir/arrays.js';
import type { Sort } from '../../ir/statement.js';
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
  const given = `arena, ${emitExpression(array, scope)}, rf::SortMethod::${method === 'sort' ? 'sort' : 'to_sorted'}`;
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
