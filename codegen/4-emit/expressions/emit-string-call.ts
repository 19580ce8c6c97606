import type { StringCall, StringOperation } from '../../ir/expression.js';
import type { RowScope } from '../scope/row-scope.js';
import { atom, type Code, type EmitCode, primary } from './code.js';
import { emitCursorAccess } from './emit-cursor-access.js';

/** Operations that are free functions of the library. Those that can fail the row take `out` first. */
const functions: Readonly<Partial<Record<StringOperation, string>>> = {
  charCodeAt: 'rf::char_code_at(',
  codePointAt: 'rf::code_point_at(',
  isWellFormed: 'rf::is_well_formed(',
  toWellFormed: 'rf::to_well_formed(',
  padStart: 'rf::pad_start(out, ',
  padEnd: 'rf::pad_end(out, ',
  repeat: 'rf::repeat(out, ',
};

/** Operations that are methods of the library's strings. */
const methods: Readonly<Partial<Record<StringOperation, string>>> = {
  length: 'length',
  unitAt: 'unit_at',
  at: 'at',
  charAt: 'char_at',
  slice: 'slice',
  substring: 'substring',
  indexOf: 'index_of',
  lastIndexOf: 'last_index_of',
  includes: 'includes',
  startsWith: 'starts_with',
  endsWith: 'ends_with',
  trim: 'trim',
  trimStart: 'trim_start',
  trimEnd: 'trim_end',
  toUpperCase: 'to_upper_case',
  toLowerCase: 'to_lower_case',
};

/** Emits an operation of `String.prototype`: through a cursor, as a free function or as a method. */
export function emitStringCall(e: StringCall, emit: EmitCode, scope: RowScope): Code {
  const access = emitCursorAccess(e, emit, scope);
  if (access) return access;
  const text = (inner: StringCall['receiver']) => emit(inner).text;
  const called = functions[e.operation];
  if (called) return atom(`${called}${[e.receiver, ...e.arguments].map(text).join(', ')})`);
  const texts = e.arguments.map(text);
  const object = emit(e.receiver);
  // `*name_` unwraps a `rf::Maybe`, whose `->` does the same.
  const unwrapped = /^\*(\w+)$/.exec(object.text)?.[1];
  return atom(
    `${unwrapped ? `${unwrapped}->` : `${primary(object)}.`}${methods[e.operation] ?? e.operation}(${texts.join(', ')})`,
  );
}
