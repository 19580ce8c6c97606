import type { Reduced } from '../../ir/expression.js';
import type { Reduction } from '../../ir/row-function.js';
import type { RowScope } from '../scope/row-scope.js';

/** Emits the result of a reduction for the row's window. */
export function emitReduced({ answer, place }: Reduced, { fn, struct }: RowScope): string {
  const reduction = fn.reductions?.[place];
  const reduced = `rf::reduced<${reduction ? reductionName(reduction, place) : ''}, ${struct}>(row)`;
  switch (answer) {
    case 'value':
      return reduced;
    case 'variance':
      return `rf::sample_variance(${reduced})`;
    case 'deviation':
      return `rf::sample_deviation(${reduced})`;
  }
}

/** Returns the name of a reduction's struct: its operation and its place among the reductions. */
export function reductionName({ operation }: Reduction, place: number): string {
  const words = operation.split(' ').map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return `${words.join('')}${place + 1}`;
}
