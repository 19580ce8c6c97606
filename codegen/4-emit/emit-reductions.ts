import type { Reduced } from '../ir/expression.js';
import type { Reduction, ReductionOperation, RowFunction } from '../ir/row-function.js';
import { placeInSchema } from './cpp-types.js';

/** What the functor asks of a reduction. */
export function emitReduced({ answer, place }: Reduced, reductions: readonly Reduction[]): string {
  const reduction = reductions[place];
  const reduced = `rf::reduced<${reduction ? nameOf(reduction, place) : ''}, Transform>(row)`;
  switch (answer) {
    case 'value':
      return reduced;
    case 'variance':
      return `rf::sample_variance(${reduced})`;
    case 'deviation':
      return `rf::sample_deviation(${reduced})`;
  }
}

const monoids: Readonly<Record<ReductionOperation, string>> = {
  sum: 'Sum',
  'exact sum': 'ExactSum<rf::Int128>',
  min: 'Min',
  max: 'Max',
  'min of integers': 'MinInteger',
  'max of integers': 'MaxInteger',
  moments: 'Moments',
  present: 'Count',
};

/** A reduction as generated code declares it. */
export interface EmittedReduction {
  readonly name: string;
  readonly monoid: string;
  /** What is kept of a row of the window. */
  readonly value: string;
}

/** The reductions of a row function, each with a name that says what it is of. */
export function emitReductions({ reductions = [], input }: RowFunction): readonly EmittedReduction[] {
  return reductions.map((reduction, index) => {
    const column = `rf::column<${placeInSchema(input, reduction.column)}>(row)`;
    const stored = input[reduction.column]?.element?.type === 'uint64' ? 'std::uint64_t' : 'std::int64_t';
    const isOfIntegers = reduction.operation.endsWith('of integers');
    return {
      name: nameOf(reduction, index),
      monoid: `rf::rolling::${monoids[reduction.operation]}${isOfIntegers ? `<${stored}>` : ''}`,
      value: keptOf(reduction, column),
    };
  });
}

function nameOf({ operation }: Reduction, place: number): string {
  const words = operation.split(' ').map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return `${words.join('')}${place + 1}`;
}

function keptOf({ operation }: Reduction, column: string): string {
  if (operation === 'present') return `${column}.present()`;
  return operation === 'moments' ? `rf::rolling::as_number(${column})` : column;
}
