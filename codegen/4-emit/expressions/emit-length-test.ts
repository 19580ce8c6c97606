import type { Expression } from '../../ir/expression.js';
import type { RowScope } from '../scope/row-scope.js';
import { atom, type Code, type EmitCode, unary } from './code.js';
import { indexOfString } from './emit-indexed-access.js';

/** Functions of the library, by the operator between a length and a number; `!` negates. */
const tests: Readonly<Record<string, string>> = {
  '>': 'is_longer',
  '>=': 'is_at_least',
  '<': '!is_at_least',
  '<=': '!is_longer',
  '===': 'has_length',
};

const mirrored: Readonly<Record<string, string>> = { '>': '<', '>=': '<=', '<': '>', '<=': '>=', '===': '===' };

/**
 * Emits a comparison of a string's length with an int, which counts no more units than it needs. Undefined for all other expressions.
 */
export function emitLengthTest(e: Expression, emit: EmitCode, scope: RowScope): Code | undefined {
  if (e.kind !== 'compare' && e.kind !== 'equal') return undefined;
  const operator = e.kind === 'compare' ? e.operator : '===';
  return emitTest(e.left, operator, e.right, emit, scope) ?? emitTest(e.right, mirrored[operator], e.left, emit, scope);
}

function emitTest(
  length: Expression,
  operator: string | undefined,
  number: Expression,
  emit: EmitCode,
  scope: RowScope,
): Code | undefined {
  const measured = length.kind === 'string-call' && length.operation === 'length' ? length.receiver : undefined;
  const called = operator === undefined ? undefined : tests[operator];
  if (!called || !measured || !isView(measured) || !isInt(number) || isLength(number)) return undefined;
  const near = operator === '===' ? undefined : indexOfString(measured, false, scope);
  const operands = [emit(measured).text, emit(number).text, ...(near ? [near] : [])];
  return called.startsWith('!')
    ? unary(`!rf::${called.slice(1)}(${operands.join(', ')})`)
    : atom(`rf::${called}(${operands.join(', ')})`);
}

const isView = ({ type: { core } }: Expression) => core.kind === 'string' && core.pieces === 1 && !core.lazy;

const isInt = ({ type: { core, mayBeNull, mayBeUndefined } }: Expression) =>
  core.kind === 'number' && core.form === 'int' && !mayBeNull && !mayBeUndefined;

/** Two lengths are counted: neither bounds the other's units. */
const isLength = (e: Expression) => e.kind === 'string-call' && e.operation === 'length';
