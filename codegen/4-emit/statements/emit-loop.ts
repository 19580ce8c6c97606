import { type CountingLoop, uniformLoop } from '../../3-plan/loops/uniform-loops.js';
import { literal, read } from '../../ir/build.js';
import type { Declare, Loop, Statement } from '../../ir/statement.js';
import { intType } from '../../ir/type.js';
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
  const uniform = loop.counted ? uniformLoop(loop) : undefined;
  const counts = uniform ? indented(scope.locals.countSteps(stepsOf(uniform, before, scope)), depth) : [];
  return scope.loops.within(loop, () => {
    const test = emitExpression(loop.test, scope);
    const head = loopHead(loop, test, before, scope);
    return [
      ...scope.lines.at(loop, [...counts, ...indented(`${head} {`, depth)]),
      ...(loop.counted && !uniform ? indented(scope.locals.countStep(), depth + 1) : []),
      ...emit(loop.body, depth + 1),
      `${indentation(depth)}}${loop.bodyFirst ? ` while (${test});` : ''}`,
    ];
  });
}

/** Emits the number of steps of a uniform loop, before its first. */
function stepsOf(
  { variable, bound, isInclusive, step }: CountingLoop,
  before: Declare | undefined,
  scope: RowScope,
): string {
  const first = before?.variable === variable ? before.value : read(variable, intType);
  // Counting down goes through the same numbers.
  const ends = step > 0 ? [first, bound] : [bound, first];
  const by = Math.abs(step) > 1 ? [literal(Math.abs(step))] : [];
  const args = [...ends, ...by].map((e) => emitExpression(e, scope)).join(', ');
  return `rf::${isInclusive ? 'steps_up_to' : 'steps_below'}(${args})`;
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
