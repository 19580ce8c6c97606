import type { StringCall } from '../../ir/expression.js';
import { stringOperation } from '../../ir/operations/string-operations.js';
import type { RowScope } from '../scope/row-scope.js';
import { atom, type Code, type EmitCode, primary } from './code.js';
import { emitIndexedAccess } from './emit-indexed-access.js';

/** Emits an operation of `String.prototype`: by the index of the string, as a free function or as a method. */
export function emitStringCall(e: StringCall, emit: EmitCode, scope: RowScope): Code {
  const access = emitIndexedAccess(e, emit, scope);
  if (access) return access;
  const text = (inner: StringCall['receiver']) => emit(inner).text;
  const { cpp } = stringOperation(e.operation);
  if ('function' in cpp) {
    const operands = [e.receiver, ...e.arguments].map(text);
    return atom(`rf::${cpp.function}(${[...(cpp.takesOut ? ['out'] : []), ...operands].join(', ')})`);
  }
  const texts = e.arguments.map(text);
  const object = emit(e.receiver);
  // `*name_` unwraps a `rf::Maybe`, whose `->` does the same.
  const unwrapped = /^\*(\w+)$/.exec(object.text)?.[1];
  return atom(`${unwrapped ? `${unwrapped}->` : `${primary(object)}.`}${cpp.method}(${texts.join(', ')})`);
}
