import type { CodeString, Expression, Replace, StringCall, StringOperation } from '../../ir/expression.js';
import { isLazy } from '../../ir/type.js';

type Emit = (e: Expression) => string;

/** Operations that are functions, apart from the methods of the native strings; some can fail the row, which `out` tells. */
const functions: ReadonlyMap<StringOperation, string> = new Map<StringOperation, string>([
  ['charCodeAt', 'rf::char_code_at('],
  ['codePointAt', 'rf::code_point_at('],
  ['isWellFormed', 'rf::is_well_formed('],
  ['toWellFormed', 'rf::to_well_formed('],
  ['padStart', 'rf::pad_start(out, '],
  ['padEnd', 'rf::pad_end(out, '],
  ['repeat', 'rf::repeat(out, '],
]);

/** The C++ for an operation that is a function; undefined for those that are methods. */
export function emitStringFunction(e: StringCall, emit: Emit): string | undefined {
  const call = functions.get(e.operation);
  return call && `${call}${[e.receiver, ...e.arguments].map(emit).join(', ')})`;
}

export function emitReplace(e: Replace, emit: Emit): string {
  const operands = [e.receiver, e.pattern, e.replacement].map(emit).join(', ');
  if (!isLazy(e.type)) return `rf::replace_first(${operands})`;
  const occurrences = `rf::Occurrences::${e.occurrences}`;
  return `rf::replace<${occurrences}, rf::Dollars::${e.dollars ? 'patterns' : 'plain'}>(out, ${operands})`;
}

export function emitCodeString({ of, codes }: CodeString, emit: Emit): string {
  const numbers = codes.map(emit).join(', ');
  return of === 'units' ? `rf::from_char_code(${numbers})` : `rf::from_code_point(out, ${numbers})`;
}
