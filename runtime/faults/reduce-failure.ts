import { describeType } from '../../schema/columns.js';
import { faultName } from '../../schema/faults.js';
import type { AggregateDescription, ReduceAggregate } from '../description.js';
import { GroupError, type RowError } from '../errors.js';
import type { RowFailures } from '../reference/row-failure.js';
import { showValue } from '../values/show-value.js';
import type { Fault } from './faults.js';

/** The functions of a user-defined aggregate. Their numbers are those of `ReduceFunction` in `native/include/rowfuse/group`. */
const functionNames = ['none', 'init', 'step', 'merge', 'finish'] as const;

export type ReduceFunctionName = Exclude<(typeof functionNames)[number], 'none'>;

/** A failure in a function of a user-defined aggregate. */
export interface ReduceFailure {
  readonly function: ReduceFunctionName;
  /** The function throws, or returns null or a value that its column does not hold. In native code a bigint may also exceed 128 bits. */
  readonly kind: 'thrown' | 'absent' | 'unfit' | 'bigint';
  /** The column of the state; undefined if the failure is in the answer. */
  readonly column?: string;
}

/** Carries a failure from the function to the code that knows the row or the group. */
export class ReduceFailureError extends Error {
  readonly failure: ReduceFailure;

  constructor(failure: ReduceFailure, options?: ErrorOptions) {
    super(`${failure.function} fails`, options);
    this.failure = failure;
  }
}

/** Returns the failure that native code reports for such a function; undefined if the row itself fails. */
export function reduceFailureOf({ code, column: place }: Fault, { grouping }: AggregateDescription) {
  const name = functionNames[(code >> 8) & 0xff];
  if (name === undefined || name === 'none') return undefined;
  const aggregate = reductionAt(grouping, place);
  const column = name === 'finish' ? undefined : aggregate?.state[(code >> 16) - 1]?.name;
  const failure: ReduceFailure = {
    function: name,
    kind: kinds[faultName(code & 0xff)] ?? 'thrown',
    ...(column !== undefined && { column }),
  };
  return { failure, place };
}

const kinds: Readonly<Record<string, ReduceFailure['kind']>> = {
  out_of_range: 'unfit',
  absent_result: 'absent',
  bigint_overflow: 'bigint',
};

function reductionAt({ keys, aggregates }: AggregateDescription['grouping'], place: number) {
  const aggregate = aggregates[place - keys];
  return aggregate?.operation === 'reduce' ? aggregate : undefined;
}

/** Returns the error for a row that cannot be added to the state. `place` is the column of the result. */
export function reducedRowError(
  { grouping }: AggregateDescription,
  row: number,
  { failure, place }: { readonly failure: ReduceFailure; readonly place: number },
  failures: RowFailures,
  cause?: unknown,
): RowError {
  const { what, fix } = describe(failure, reductionAt(grouping, place), grouping.output[place]);
  return failures.at(row, {
    column: grouping.output[place]?.name ?? '',
    what: () => what,
    fix: failure.kind === 'thrown' ? 'Let it take every row, or drop such rows in a `from`, by its `where`' : fix,
    value: undefined,
    ...(cause !== undefined && { cause }),
  });
}

/** Returns the error for a group that has no answer. */
export function reducedGroupError(
  { name, grouping }: AggregateDescription,
  values: readonly unknown[],
  { failure, place }: { readonly failure: ReduceFailure; readonly place: number },
  valuesInErrors: boolean,
  cause?: unknown,
): GroupError {
  const { output } = grouping;
  const { what, fix } = describe(failure, reductionAt(grouping, place), output[place]);
  const key = output
    .slice(0, grouping.keys)
    .map((one, index) => `${JSON.stringify(one.name)} ${showValue(values[index])}`);
  const group = grouping.keys === 0 || !valuesInErrors ? 'of a group' : `of the group with ${key.join(', ')}`;
  const column = output[place]?.name ?? '';
  return new GroupError(
    `${name}: column ${JSON.stringify(column)}, ${group}: ${what}. ${fix}.`,
    { column },
    cause === undefined ? undefined : { cause },
  );
}

function describe(
  { function: own, kind, column }: ReduceFailure,
  aggregate: ReduceAggregate | undefined,
  output: AggregateDescription['grouping']['output'][number] | undefined,
) {
  const to = column === undefined ? output : aggregate?.state.find(({ name }) => name === column);
  const type = to ? describeType(to) : '';
  const field = column === undefined ? '' : ` for ${JSON.stringify(column)} of its state`;
  switch (kind) {
    case 'thrown':
      return { what: `\`${own}\` threw an error`, fix: 'Let it take every state' };
    case 'absent':
      return {
        what: `\`${own}\` gave null${field}, which is ${type}`,
        fix: `Declare it nullable(${type}), or give a value`,
      };
    case 'unfit':
      return { what: `\`${own}\` gave a value${field} that ${type} does not hold`, fix: 'Declare a wider column' };
    case 'bigint':
      return {
        what: `a bigint in \`${own}\` leaves 128 bits, from -2^127 to 2^127 - 1`,
        fix: "Keep intermediate values smaller, or use { backend: 'js' }, which has no such limit",
      };
  }
}
