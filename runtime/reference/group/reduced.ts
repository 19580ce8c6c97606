import { type NumberType, numberTypes } from '../../../schema/column-types.js';
import type { DescribedColumn } from '../../../schema/columns.js';
import type { ReduceAggregate, Row } from '../../description.js';
import { type ReduceFailure, ReduceFailureError, type ReduceFunctionName } from '../../faults/reduce-failure.js';
import { fromStored, holds, toStored } from '../../values/stored-values.js';
import type { KeyValue } from './keys.js';

/** The rows of the input that are grouped separately before their states are merged with earlier ones. */
export const blockRows = 65_536;

/** The state of a user-defined aggregate for one group. */
export class Reduced {
  readonly #aggregate: ReduceAggregate;
  /** The merged state of the blocks before the current one. */
  #before: Row | undefined;
  #current: Row | undefined;
  #block = -1;
  /** The failure of a merge: the group has no answer. */
  #failure: ReduceFailureError | undefined;

  constructor(aggregate: ReduceAggregate) {
    this.#aggregate = aggregate;
  }

  /**
   * Adds a row by its stored values and its number in the input.
   *
   * @throws ReduceFailureError when a function fails
   */
  add(values: readonly KeyValue[], number: number): void {
    const { columns, input, functions } = this.#aggregate;
    const block = Math.floor(number / blockRows);
    if (block !== this.#block) {
      this.#close();
      this.#block = block;
    }
    const seen = columns.map((column, place) => seenValue(input[place], values[column] ?? null));
    const state = this.#current ?? this.#stateOf('init', () => functions.init());
    this.#current = this.#stateOf('step', () => functions.step(state, objectOf(input, seen)));
  }

  #close(): void {
    const [before, current] = [this.#before, this.#current];
    this.#current = undefined;
    if (current === undefined) return;
    if (before === undefined) {
      this.#before = current;
      return;
    }
    try {
      this.#before = this.#stateOf('merge', () => this.#aggregate.functions.merge(before, current));
    } catch (error) {
      if (!(error instanceof ReduceFailureError)) throw error;
      this.#failure ??= error;
    }
  }

  /**
   * Returns the answer as the column of the result stores it.
   *
   * @throws ReduceFailureError when there is none
   */
  answer(output: DescribedColumn): unknown {
    this.#close();
    if (this.#failure !== undefined) throw this.#failure;
    const state = this.#before;
    if (state === undefined) return null;
    const value = called('finish', () => this.#aggregate.functions.finish(state));
    return inStorage(output, fitting(output, value, { function: 'finish' }));
  }

  /** Returns the result of a function as the columns of the state store it. */
  #stateOf(name: ReduceFunctionName, call: () => unknown): Row {
    const { state } = this.#aggregate;
    const given = called(name, call) as { readonly [field: string]: unknown };
    return objectOf(
      state,
      state.map((column) => fitting(column, given[column.name], { function: name, column: column.name })),
    );
  }
}

function called(name: ReduceFunctionName, call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    throw new ReduceFailureError({ function: name, kind: 'thrown' }, { cause: error });
  }
}

/** Makes a frozen object without a prototype, as rows are. */
function objectOf(columns: readonly DescribedColumn[], values: readonly unknown[]): Row {
  const row: Record<string, unknown> = Object.create(null);
  for (const [place, { name }] of columns.entries()) row[name] = values[place];
  return Object.freeze(row);
}

/** Returns a stored value as functions see it. */
function seenValue(column: DescribedColumn | undefined, stored: KeyValue): unknown {
  if (stored instanceof Uint8Array) return stored.slice();
  if (column === undefined || (typeof stored !== 'number' && typeof stored !== 'bigint')) return stored;
  return fromStored(numberType(column), stored);
}

/** Returns a value as its column returns it: a float32 is rounded, and an integer is never -0. */
function fitting(column: DescribedColumn, value: unknown, at: Pick<ReduceFailure, 'function' | 'column'>): unknown {
  if (value === null || value === undefined) {
    if (column.nullable) return null;
    throw new ReduceFailureError({ ...at, kind: 'absent' });
  }
  if (column.type === 'bool') {
    if (typeof value === 'boolean') return value;
    throw new ReduceFailureError({ ...at, kind: 'unfit' });
  }
  const type = numberType(column);
  if (!holds(type, value)) throw new ReduceFailureError({ ...at, kind: 'unfit' });
  if (column.type === 'float32') return Math.fround(Number(value));
  return type.range !== undefined && typeof value === 'number' ? value + 0 : value;
}

function inStorage(column: DescribedColumn, value: unknown): unknown {
  if (typeof value !== 'number' && typeof value !== 'bigint') return value;
  return toStored(numberType(column), value);
}

function numberType({ type }: DescribedColumn): NumberType {
  return numberTypes[type as keyof typeof numberTypes];
}
