import type { RowFunction } from '../../ir/row-function.js';
import { longType, sameType } from '../../ir/type.js';

/** Says for `explain` which numbers an attempt holds as checked integers. */
export function describeAttempt(attempt: RowFunction | undefined): readonly string[] {
  if (!attempt) return [];
  const names = attempt.variables.filter(({ stored }) => sameType(stored, longType)).map(({ name }) => `\`${name}\``);
  // A function that is inlined several times has its variables several times.
  const longs = [...new Set(names)].join(', ');
  const held = longs === '' ? 'quotients and remainders are checked integers' : `${longs}: checked integers`;
  return [
    `cpu: attempts each row with integers of 64 bits first (${held}). Where a number is no integer up to 2^53, the row is`,
    '      evaluated with doubles.',
  ];
}
