import type { Declare, Loop, Statement } from '../../ir/statement.js';
import { emitExpression } from '../expressions/emit-expression.js';
import type { RowScope } from '../scope/row-scope.js';
import { emitAssignment } from './emit-assignment.js';
import { emitDeclaration } from './emit-declaration.js';
import { type EmitStatements, indentation, indented } from './statement-lines.js';

/** Emits `for`, `while` or `do`. `before` is the one declaration in the head of a `for`. */
export function emitLoop(
  loop: Loop,
  before: Declare | undefined,
  depth: number,
  scope: RowScope,
  emit: EmitStatements,
): readonly string[] {
  return scope.loops.within(loop, () => {
    const test = emitExpression(loop.test, scope);
    const head = loopHead(loop, test, before, scope);
    return [
      ...scope.lines.at(loop, indented(`${head} {`, depth)),
      ...(loop.counted ? indented(scope.locals.countStep(), depth + 1) : []),
      ...emit(loop.body, depth + 1),
      `${indentation(depth)}}${loop.bodyFirst ? ` while (${test});` : ''}`,
    ];
  });
}

function loopHead({ bodyFirst, update }: Loop, test: string, before: Declare | undefined, scope: RowScope): string {
  // JavaScript's `do` has no update.
  if (bodyFirst) return 'do';
  const updates = update.map((statement) => emitUpdate(statement, scope)).join(', ');
  const condition = test === 'true' ? '' : test;
  if (!before && updates === '' && condition !== '') return `while (${condition})`;
  const declaration = before ? emitDeclaration(before, scope) : ';';
  return `for (${declaration}${condition && ` ${condition}`};${updates && ` ${updates}`})`;
}

/** Emits a statement of the update as an expression. */
function emitUpdate(statement: Statement, scope: RowScope): string {
  if (statement.kind === 'assign') return emitAssignment(statement, scope);
  return statement.kind === 'evaluate' ? `static_cast<void>(${emitExpression(statement.value, scope)})` : '';
}
