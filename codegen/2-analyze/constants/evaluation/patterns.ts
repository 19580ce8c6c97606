import type { ts } from '../../../1-parse/syntax/ts.js';
import { type ConstantPattern, isPattern } from '../../../ir/constant-value.js';
import type { Found } from '../parts.js';
import type { Evaluation } from './evaluation.js';

/** Evaluates a literal such as `/[a-z]+/i`. */
export function evaluatePatternLiteral({ text }: ts.RegularExpressionLiteral): Found<ConstantPattern> {
  const end = text.lastIndexOf('/');
  return { value: pattern(text.slice(1, end), text.slice(end + 1)) };
}

/** Evaluates the arguments of `new RegExp(text, flags)`, of which the first may also be a regular expression: ECMA-262, 22.2.4.1. */
export function evaluateRegExp(
  [given, flagsGiven]: readonly ts.Expression[],
  evaluation: Evaluation,
): Found<ConstantPattern> | undefined {
  const first = given ? evaluation.value(given) : { value: undefined };
  const second = flagsGiven ? evaluation.simple(flagsGiven) : { value: undefined };
  if (!first || !second) return undefined;
  const { value } = first;
  const written = second.value === undefined ? undefined : String(second.value);
  if (typeof value === 'object' && value !== null && !isPattern(value)) return undefined;
  const made = isPattern(value)
    ? newPattern(value.source, written ?? value.flags)
    : newPattern(value === undefined ? '' : String(value), written ?? '');
  return made && { value: made };
}

/** Returns a regular expression with the source that JavaScript shows for it. Undefined if JavaScript throws. */
export function newPattern(text: string, flags: string): ConstantPattern | undefined {
  try {
    return pattern(new RegExp(text, flags).source, flags);
  } catch {
    return undefined;
  }
}

/** Returns a regular expression with its flags in JavaScript's order, which is the alphabet's. */
function pattern(source: string, flags: string): ConstantPattern {
  return Object.freeze({ kind: 'pattern', source, flags: [...flags].sort().join('') });
}
