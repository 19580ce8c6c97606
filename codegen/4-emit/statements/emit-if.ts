import type { If, Statement } from '../../ir/statement.js';
import { widest } from '../cpp/wrapped.js';
import { emitExpression } from '../expressions/emit-expression.js';
import type { RowScope } from '../scope/row-scope.js';
import { type EmitStatements, indentation } from './statement-lines.js';

/**
 * Emits an `if`. A chain of `else if` stays flat, however long.
 *
 * @param before The end of the branch before, in a chain.
 */
export function emitIf(
  statement: If,
  depth: number,
  scope: RowScope,
  emit: EmitStatements,
  before = '',
): readonly string[] {
  const { test, whenTrue, whenFalse } = statement;
  const indent = indentation(depth);
  const head = `${indent}${before}if (${emitExpression(test, scope)})`;
  const body = emit(whenTrue, depth + 1);
  if (before === '' && whenFalse.length === 0 && isJump(whenTrue, statement)) {
    const [line, ...jump] = [head, ...body.filter((text) => !text.startsWith('#'))];
    const only = `${line} ${jump.join('').trimStart()}`;
    if (jump.length === 1) return scope.lines.at(statement, only.length <= widest ? [only] : [head, ...jump]);
  }
  const start = [...scope.lines.at(statement, [`${head} {`]), ...body];
  const [only] = whenFalse;
  if (!only) return [...start, `${indent}}`];
  if (only.kind === 'if' && whenFalse.length === 1) return [...start, ...emitIf(only, depth, scope, emit, '} else ')];
  return [...start, `${indent}} else {`, ...emit(whenFalse, depth + 1), `${indent}}`];
}

/** True for a branch of one statement that jumps, which the source has on the line of its `if`. */
function isJump([only, ...others]: readonly Statement[], { line, module }: If): boolean {
  if (!only || others.length > 0 || only.line !== line || only.module !== module) return false;
  return jumps.has(only.kind);
}

const jumps: ReadonlySet<Statement['kind']> = new Set(['return', 'throw', 'break', 'continue', 'leave']);
