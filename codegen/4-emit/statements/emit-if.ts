import type { Expression } from '../../ir/expression.js';
import { operandsOf } from '../../ir/operands.js';
import type { StringOperation } from '../../ir/operations/string-operations.js';
import { readsIn } from '../../ir/rewrite.js';
import type { If, Statement } from '../../ir/statement.js';
import type { VariableId } from '../../ir/variable.js';
import { widest } from '../cpp/wrapped.js';
import { emitExpression } from '../expressions/emit-expression.js';
import type { RowScope } from '../scope/row-scope.js';
import { type EmitStatements, indentation, indented } from './statement-lines.js';

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
  const keeps = scope.loops.areAround && choosesIndex(statement) ? indented('rf::keep_branch();', depth + 1) : [];
  const start = [...scope.lines.at(statement, [`${head} {`]), ...keeps, ...body];
  const [only] = whenFalse;
  if (!only) return [...start, `${indent}}`];
  if (only.kind === 'if' && whenFalse.length === 1) return [...start, ...emitIf(only, depth, scope, emit, '} else ')];
  return [...start, `${indent}} else {`, ...emit(whenFalse, depth + 1), `${indent}}`];
}

/** True if a branch chooses another index of an element that the test reads: `if (a[i] > a[at]) at = i;`. */
function choosesIndex({ test, whenTrue, whenFalse }: If): boolean {
  if (whenFalse.length > 0) return false;
  const indices = new Set(indicesIn(test));
  return whenTrue.some(
    (statement) =>
      statement.kind === 'assign' &&
      indices.has(statement.variable) &&
      !readsIn([statement.value]).includes(statement.variable),
  );
}

/** Returns the variables in the indices of elements and units of text. */
function indicesIn(e: Expression): readonly VariableId[] {
  const isAccess =
    (e.kind === 'array-call' && (e.operation === 'element' || e.operation === 'item')) ||
    (e.kind === 'string-call' && accesses.has(e.operation));
  return isAccess ? readsIn(e.arguments) : operandsOf(e).flatMap(indicesIn);
}

const accesses: ReadonlySet<StringOperation> = new Set<StringOperation>([
  'unitAt',
  'charAt',
  'charCodeAt',
  'charWithin',
  'charCodeWithin',
]);

/** True for a branch of one statement that jumps, which the source has on the line of its `if`. */
function isJump([only, ...others]: readonly Statement[], { line, module }: If): boolean {
  if (!only || others.length > 0 || only.line !== line || only.module !== module) return false;
  return jumps.has(only.kind);
}

const jumps: ReadonlySet<Statement['kind']> = new Set(['return', 'throw', 'break', 'continue', 'leave']);
