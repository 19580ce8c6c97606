import type { Claim, Claims } from '../ir/claim.js';
import type { Expression } from '../ir/expression.js';
import { exactInterval, int32Interval } from '../ir/interval.js';
import { isInt, isLong } from '../ir/intrinsics/number-function.js';
import type { RowFunction } from '../ir/row-function.js';
import { mayBeAbsent } from '../ir/type.js';
import { rangeOfNumber, type ValueRanges } from './integers/number-range.js';
import { valueRanges } from './integers/value-ranges.js';
import { isWrapped } from './integers/wrapped.js';

/** Returns the claims about the values of a planned row function. */
export function claimsOf(fn: RowFunction): Claims {
  const ranges = valueRanges(fn);
  return (e) => claimOf(e, ranges, fn);
}

function claimOf(e: Expression, ranges: ValueRanges, fn: RowFunction): Claim | undefined {
  if (e.kind === 'literal' || mayBeAbsent(e.type)) return undefined;
  const { core } = e.type;
  switch (core.kind) {
    case 'bigint': {
      const { min, max } = core.range;
      return { kind: e.kind === 'arithmetic' ? 'exact bigint' : 'bigint', min, max };
    }
    case 'number': {
      if (isWrapped(e)) return { kind: 'wrapped' };
      const range = rangeOfNumber(e, ranges, fn) ?? (isInt(e) ? int32Interval : isLong(e) ? exactInterval : undefined);
      if (!range || (range.minusZero && !isInt(e) && !isLong(e))) return undefined;
      return { kind: isComputed(e) ? 'exact integer' : 'integer', min: range.min, max: range.max };
    }
    default:
      return undefined;
  }
}

/** True for an operator whose result an int might not hold, or a double might round. */
function isComputed(e: Expression): boolean {
  if (e.kind !== 'arithmetic') return false;
  return isInt(e) || isLong(e) || (e.operator !== '/' && e.operator !== '%');
}
