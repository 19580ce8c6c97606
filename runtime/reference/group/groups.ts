import type { Grouping, OutputColumn } from '../../description.js';
import { type ReduceFailure, ReduceFailureError } from '../../faults/reduce-failure.js';
import type { MemoryBudget } from '../../memory-budget.js';
import type { Pace } from '../../pace.js';
import { asKey, compareKeys, identityOf, type KeyValue } from './keys.js';
import { Reduced } from './reduced.js';
import { sorted } from './sorted.js';
import { newState, type State, stateBytes, takesNulls } from './states.js';

interface Group {
  readonly key: readonly KeyValue[];
  readonly states: readonly (State | Reduced)[];
}

/** The bytes that V8 takes for a group without its states, and for a value of its key. */
const groupBytes = 160;
const valueBytes = 8;
/** The bytes that V8 takes for a row of the result without its values. */
const rowBytes = 64;

/** Groups of rows by their first columns, with the states of each group. */
export class Groups {
  readonly #grouping: Grouping;
  readonly #columns: readonly OutputColumn[];
  readonly #memory: MemoryBudget;
  readonly #groups = new Map<string, Group>();

  /** @param columns the columns of the rows */
  constructor(grouping: Grouping, columns: readonly OutputColumn[], memory: MemoryBudget) {
    this.#grouping = grouping;
    this.#columns = columns;
    this.#memory = memory;
  }

  /**
   * Adds a row by its stored values and its number in the input.
   *
   * @throws FailedReduction when a user-defined aggregate cannot take it
   */
  add(values: readonly KeyValue[], number: number): void {
    const { keys, aggregates } = this.#grouping;
    const key = values.slice(0, keys).map(asKey);
    const identity = identityOf(key);
    const group = this.#groups.get(identity) ?? this.#newGroup(identity, key);
    for (const [place, aggregate] of aggregates.entries()) {
      const state = group.states[place];
      if (state instanceof Reduced) {
        located(keys + place, () => state.add(values, number));
      } else if (aggregate.operation !== 'reduce') {
        const { operation, column } = aggregate;
        const value = column === undefined ? true : (values[column] ?? null);
        if (value !== null || takesNulls(operation)) state?.add(value);
      }
    }
  }

  #newGroup(identity: string, key: readonly KeyValue[]): Group {
    // The key is stored twice, as values and as text.
    this.#memory.takeObjects(groupBytes + valueBytes * key.length + 2 * identity.length);
    const states = this.#grouping.aggregates.map((aggregate) => {
      const type = aggregate.operation === 'reduce' ? 'bool' : (this.#columns[aggregate.column ?? -1]?.type ?? 'bool');
      this.#memory.takeObjects(stateBytes(aggregate.operation, type));
      return aggregate.operation === 'reduce'
        ? new Reduced(aggregate)
        : newState(aggregate.operation, type, this.#memory);
    });
    const group = { key, states };
    this.#groups.set(identity, group);
    return group;
  }

  /**
   * Returns the rows of the result: keys, then aggregates. Unordered groups come in the order of their first rows. If a user-defined
   * aggregate has no answer for a group, a {@link FailedReduction} takes its place. Yields when the event loop should turn.
   */
  *rows(pace: Pace): Generator<void, readonly (readonly unknown[])[]> {
    const { keys, isOrdered, output } = this.#grouping;
    const unordered = [...this.#groups.values()];
    const groups = isOrdered
      ? yield* sorted(unordered, (left, right) => compareKeys(left.key, right.key), pace)
      : unordered;
    const answerOf = (state: State | Reduced, place: number): unknown => {
      const column = output[keys + place];
      if (!(state instanceof Reduced) || column === undefined) return state instanceof Reduced ? null : state.value;
      try {
        return located(keys + place, () => state.answer(column));
      } catch (error) {
        if (error instanceof FailedReduction) return error;
        throw error;
      }
    };
    // The rows, and the array that sorts them.
    this.#memory.takeObjects(this.#groups.size * (rowBytes + valueBytes * output.length));
    const rows: (readonly unknown[])[] = [];
    for (const { key, states } of groups) {
      rows.push([...key, ...states.map(answerOf)]);
      if (pace.isDue()) yield;
    }
    return rows;
  }
}

/** The failure of a user-defined aggregate, and the place of its column in the result. */
export class FailedReduction {
  readonly failure: ReduceFailure;
  readonly place: number;
  readonly cause: unknown;

  constructor({ failure, cause }: ReduceFailureError, place: number) {
    this.failure = failure;
    this.place = place;
    this.cause = cause;
  }
}

function located<Result>(place: number, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof ReduceFailureError ? new FailedReduction(error, place) : error;
  }
}
