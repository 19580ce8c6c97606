import type { AggregateName } from '../../../schema/aggregate-names.js';
import type { ColumnTypeName } from '../../../schema/column-types.js';
import type { MemoryBudget } from '../../memory-budget.js';
import { FloatSum } from './binned-sum.js';
import { identityOf, type KeyValue } from './keys.js';
import { FloatMoments, IntegerMoments, type Moments } from './variance.js';

/** The state of an aggregate for one group. Values are added, and the answer is read. */
export interface State {
  add(value: KeyValue): void;
  /** The answer. For integers it is a bigint of any size; null if there is no answer. */
  readonly value: unknown;
}

/** Makes the state of an aggregate over a column of a type, before any row. */
export function newState(operation: AggregateName, type: ColumnTypeName, memory: MemoryBudget): State {
  switch (operation) {
    case 'count':
      return new Count();
    case 'sum':
      return isFloat(type) ? unlessEmpty(new FloatSum()) : unlessEmpty(new IntegerSum());
    case 'mean':
      return isFloat(type) ? new Mean(new FloatSum()) : new Mean(new IntegerSum());
    case 'min':
      return new Extreme((value, best) => isLess(value, best));
    case 'max':
      return new Extreme((value, best) => isLess(best, value));
    case 'variance':
      return new Spread(momentsOf(type), (variance) => variance);
    case 'stddev':
      return new Spread(momentsOf(type), Math.sqrt);
    case 'first':
      return new First();
    case 'last':
      return new Last();
    case 'any':
      return new Extreme((value) => value === true);
    case 'every':
      return new Extreme((value) => value === false);
    case 'countDistinct':
      return new CountDistinct(memory);
    case 'collect':
      return new Collect(memory);
  }
}

/**
 * Returns about the bytes that V8 takes for the state of a group (Node 20), without the values that {@link CountDistinct} and {@link
 * Collect} keep.
 */
export function stateBytes(operation: AggregateName | 'reduce', type: ColumnTypeName): number {
  switch (operation) {
    case 'sum':
    case 'mean':
      return isFloat(type) ? 1200 : 540;
    case 'variance':
    case 'stddev':
      return isFloat(type) ? 2400 : 400;
    case 'collect':
    case 'countDistinct':
    case 'reduce':
      return 240;
    default:
      return 64;
  }
}

/** Returns about the bytes that V8 takes for a value that is kept. */
function valueBytes(value: KeyValue): number {
  if (typeof value === 'string') return 48 + value.length;
  if (value instanceof Uint8Array) return 160 + value.length;
  return typeof value === 'bigint' ? 34 : 12;
}

/** True if an aggregate takes nulls as values. Other aggregates leave them out. */
export function takesNulls(operation: AggregateName): boolean {
  return operation === 'first' || operation === 'last' || operation === 'collect';
}

function isFloat(type: ColumnTypeName): boolean {
  return type === 'float32' || type === 'float64';
}

class Count implements State {
  #count = 0n;

  add(): void {
    this.#count += 1n;
  }

  get value(): bigint {
    return this.#count;
  }
}

class IntegerSum {
  #sum = 0n;

  add(value: number | bigint): void {
    this.#sum += BigInt(value);
  }

  get value(): bigint {
    return this.#sum;
  }
}

type Sum = FloatSum | IntegerSum;

function unlessEmpty(sum: Sum): State {
  let isEmpty = true;
  return {
    add(value) {
      isEmpty = false;
      sum.add(value as number);
    },
    get value() {
      return isEmpty ? null : sum.value;
    },
  };
}

class Mean implements State {
  readonly #sum: Sum;
  #count = 0;

  constructor(sum: Sum) {
    this.#sum = sum;
  }

  add(value: KeyValue): void {
    this.#sum.add(value as number);
    this.#count += 1;
  }

  get value(): number | null {
    return this.#count === 0 ? null : Number(this.#sum.value) / this.#count;
  }
}

/** Compares in `Math.min`'s order: -0 is below 0. */
function isLess(left: KeyValue, right: KeyValue): boolean {
  if (left === 0 && right === 0) return Object.is(left, -0) && !Object.is(right, -0);
  return left !== null && right !== null && left < right;
}

/** The value that is better than all others; NaN if there is one. */
class Extreme implements State {
  readonly #isBetter: (value: KeyValue, best: KeyValue) => boolean;
  #best: KeyValue = null;

  constructor(isBetter: (value: KeyValue, best: KeyValue) => boolean) {
    this.#isBetter = isBetter;
  }

  add(value: KeyValue): void {
    if (Number.isNaN(this.#best)) return;
    if (this.#best === null || Number.isNaN(value) || this.#isBetter(value, this.#best)) this.#best = value;
  }

  get value(): KeyValue {
    return this.#best;
  }
}

function momentsOf(type: ColumnTypeName): Moments {
  return isFloat(type) ? new FloatMoments() : new IntegerMoments();
}

class Spread implements State {
  readonly #moments: Moments;
  readonly #answer: (variance: number) => number;

  constructor(moments: Moments, answer: (variance: number) => number) {
    this.#moments = moments;
    this.#answer = answer;
  }

  add(value: KeyValue): void {
    this.#moments.add(value as number);
  }

  get value(): number | null {
    const { variance } = this.#moments;
    return variance === null ? null : this.#answer(variance);
  }
}

class First implements State {
  #first: KeyValue | undefined;

  add(value: KeyValue): void {
    if (this.#first === undefined) this.#first = value;
  }

  get value(): KeyValue {
    return this.#first ?? null;
  }
}

class Last implements State {
  #last: KeyValue = null;

  add(value: KeyValue): void {
    this.#last = value;
  }

  get value(): KeyValue {
    return this.#last;
  }
}

class CountDistinct implements State {
  readonly #values = new Set<string>();
  readonly #memory: MemoryBudget;

  constructor(memory: MemoryBudget) {
    this.#memory = memory;
  }

  add(value: KeyValue): void {
    const identity = identityOf([value]);
    if (this.#values.has(identity)) return;
    this.#memory.takeObjects(valueBytes(identity));
    this.#values.add(identity);
  }

  get value(): bigint {
    return BigInt(this.#values.size);
  }
}

class Collect implements State {
  readonly #values: KeyValue[] = [];
  readonly #memory: MemoryBudget;

  constructor(memory: MemoryBudget) {
    this.#memory = memory;
  }

  add(value: KeyValue): void {
    this.#memory.takeObjects(valueBytes(value));
    this.#values.push(value);
  }

  get value(): readonly KeyValue[] {
    return this.#values;
  }
}
