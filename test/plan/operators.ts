/** The operators of numbers and bigints. */
import { int128Range, rangeWithin } from '../../codegen/ir/bigint-range.js';
import type { Arithmetic } from '../../codegen/ir/expression.js';
import { isInt, isLong } from '../../codegen/ir/intrinsics/number-function.js';
import { fail } from './outcome.js';

export function in128Bits(value: bigint): bigint {
  return rangeWithin({ min: value, max: value }, int128Range) ? value : fail('leaves 128 bits');
}

/** Doubles; or ints, which processors divide; or bigints. */
export function arithmetic(e: Arithmetic, left: unknown, right: unknown): number | bigint {
  if (typeof left === 'bigint' && typeof right === 'bigint') {
    if (right === 0n && (e.operator === '/' || e.operator === '%')) fail('division by 0n');
    return in128Bits(operated(e.operator, left, right));
  }
  const value = Number(operated(e.operator, left as number, right as number));
  // A long has one zero.
  if (!isInt(e)) return isLong(e) ? value + 0 : value;
  return (e.operator === '/' ? Math.trunc(value) : value) + 0;
}

function operated<N extends number | bigint>(operator: Arithmetic['operator'], left: N, right: N): N {
  const [a, b] = [left as number, right as number];
  return { '+': () => a + b, '-': () => a - b, '*': () => a * b, '/': () => a / b, '%': () => a % b }[operator]() as N;
}

export function bits(operator: '&' | '|' | '^' | '<<' | '>>' | '>>>', a: number, b: number): number {
  const shift = { '<<': () => a << b, '>>': () => a >> b, '>>>': () => a >>> b };
  return { '&': () => a & b, '|': () => a | b, '^': () => a ^ b, ...shift }[operator]();
}
