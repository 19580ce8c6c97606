import type { Grouping, OutputColumn } from '../../description.js';
import { asKey, compareKeys, identityOf, type KeyValue } from './keys.js';
import { newState, type State, takesNulls } from './states.js';

interface Group {
  readonly key: readonly KeyValue[];
  readonly states: readonly State[];
}

/** Groups of rows by their first columns, and what is known of each. */
export class Groups {
  readonly #grouping: Pick<Grouping, 'keys' | 'isOrdered' | 'aggregates'>;
  readonly #columns: readonly OutputColumn[];
  readonly #groups = new Map<string, Group>();

  /** @param columns of the rows */
  constructor(grouping: Pick<Grouping, 'keys' | 'isOrdered' | 'aggregates'>, columns: readonly OutputColumn[]) {
    this.#grouping = grouping;
    this.#columns = columns;
  }

  /** Adds a row: what its columns store. */
  add(values: readonly KeyValue[]): void {
    const { keys, aggregates } = this.#grouping;
    const key = values.slice(0, keys).map(asKey);
    const identity = identityOf(key);
    const group = this.#groups.get(identity) ?? this.#newGroup(identity, key);
    for (const [place, { operation, column }] of aggregates.entries()) {
      const value = column === undefined ? true : (values[column] ?? null);
      if (value !== null || takesNulls(operation)) group.states[place]?.add(value);
    }
  }

  #newGroup(identity: string, key: readonly KeyValue[]): Group {
    const states = this.#grouping.aggregates.map(({ operation, column = -1 }) =>
      newState(operation, this.#columns[column]?.type ?? 'bool'),
    );
    const group = { key, states };
    this.#groups.set(identity, group);
    return group;
  }

  /** The rows of the result: keys, then aggregates. Groups in no order come as their first rows came. */
  rows(): readonly (readonly unknown[])[] {
    const groups = [...this.#groups.values()];
    if (this.#grouping.isOrdered) groups.sort((left, right) => compareKeys(left.key, right.key));
    return groups.map(({ key, states }) => [...key, ...states.map(({ value }) => value)]);
  }
}
