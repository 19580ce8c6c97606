import type { Fold } from '../../ir/row-function.js';
import type { ForOf } from '../../ir/statement.js';
import { cppType } from '../cpp/cpp-types.js';
import { emitExpression } from '../expressions/emit-expression.js';
import type { RowScope } from '../scope/row-scope.js';
import { type EmitStatements, indentation, indented } from './statement-lines.js';

/** Emits a loop over the elements of an array or the code points of a string, or the result of the loop if it is a fold. */
export function emitForOf(loop: ForOf, depth: number, scope: RowScope, emit: EmitStatements): readonly string[] {
  const { fn, names, lines, loops } = scope;
  const place = fn.folds?.findIndex((fold) => fold.loop === loop) ?? -1;
  const fold = fn.folds?.[place];
  if (fold) return lines.at(loop, emitFolded(fold, place, depth, scope));
  const { variable, source, body } = loop;
  const { reassigned, stored } = fn.variables[variable] ?? {};
  const type = `${stored ? cppType(stored) : 'rf::View'}${reassigned ? '' : ' const'}`;
  const elements = emitExpression(source, scope);
  const range = source.type.core.kind === 'array' ? elements : `rf::code_points(${elements})`;
  const head = `for (${names.unused(variable)}${type} ${names.of(variable)} : ${range}) {`;
  return [
    ...lines.at(loop, indented(head, depth)),
    ...loops.within(loop, () => emit(body, depth + 1)),
    `${indentation(depth)}}`,
  ];
}

/** Emits the assignments of a fold's results to the variables that it carries. */
function emitFolded({ states }: Fold, place: number, depth: number, { names }: RowScope): readonly string[] {
  const indent = indentation(depth);
  const result = `fold${place + 1}`;
  return [
    `${indent}auto const ${result} = rf::folded<${foldName(place)}>(row);`,
    ...states.map(({ variable }) => `${indent}${names.of(variable)} = ${result}.${names.of(variable)};`),
  ];
}

/** Returns the name of a fold's struct. */
export function foldName(place: number): string {
  return `Fold${place + 1}`;
}
