import { formOf } from '../ir/bigint-range.js';
import type { Expression, Reduced } from '../ir/expression.js';
import type { Reduction, RowFunction } from '../ir/row-function.js';
import { placeInSchema } from './cpp/cpp-types.js';

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

/** The monoids of the engine; those of integers hold as many bits as the values have. */
function monoidOf({ operation, value }: Reduction): string {
  switch (operation) {
    case 'sum':
      return 'Sum';
    case 'exact sum':
      return 'ExactSum<rf::Int128>';
    case 'sum of integers':
      return 'ExactSum<std::int64_t>';
    case 'min':
      return 'Min';
    case 'max':
      return 'Max';
    case 'least':
      return 'MinKeep';
    case 'greatest':
      return 'MaxKeep';
    case 'min of integers':
      return `MinInteger<${storedInteger(value)}>`;
    case 'max of integers':
      return `MaxInteger<${storedInteger(value)}>`;
    case 'moments':
      return 'Moments';
    case 'present':
    case 'count':
      return 'Count';
    case 'any':
      return 'Any';
    case 'all':
      return 'All';
  }
}

function storedInteger({ type: { core } }: Expression): string {
  return core.kind === 'bigint' && formOf(core.range) === 'uint64' ? 'std::uint64_t' : 'std::int64_t';
}

/** A reduction as generated code declares it. */
export interface EmittedReduction {
  readonly name: string;
  readonly monoid: string;
  /** What is kept of a row of the window: statements that end with a return. */
  readonly body: string;
}

/** A reduction, with a name that says what it is of. `computed` writes the statements for a value that is more than a column's. */
export function emitReduction(
  reduction: Reduction,
  index: number,
  { input, variables }: RowFunction,
  computed: (value: Expression) => string,
): EmittedReduction {
  const { value } = reduction;
  const column = value.kind === 'read' ? variables[value.variable]?.element : undefined;
  const body =
    column === undefined
      ? computed(value)
      : `      return ${keptOf(reduction, `rf::column<${placeInSchema(input, column)}>(row)`)};`;
  return { name: nameOf(reduction, index), monoid: `rf::rolling::${monoidOf(reduction)}`, body };
}

function nameOf({ operation }: Reduction, place: number): string {
  const words = operation.split(' ').map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return `${words.join('')}${place + 1}`;
}

function keptOf({ operation }: Reduction, column: string): string {
  if (operation === 'present') return `${column}.present()`;
  return operation === 'moments' ? `rf::rolling::as_number(${column})` : column;
}
