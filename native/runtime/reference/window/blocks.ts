/**
 * The order in which the values of a window are combined: the same in every backend, whatever tile or batch a row is in.
 *
 * Rows are counted from the first of the partition on, and 16 of them make a block, 16 blocks a block of the next level, and so on.
 * A window within one block is combined from left to right. Any other is what lies in the block of its first row, combined from
 * right to left, what lies in that of its last row, from left to right, and the blocks between them, for which the same holds a
 * level up: `(left + between) + right`.
 */
const blockSize = 16;

/** How two neighbours are combined: an operation with any rounding. */
export type Combine<State> = (left: State, right: State) => State;

/** The values of a partition, with those of its blocks, which are made when they are first asked for. */
export class Blocks<State> {
  readonly #combine: Combine<State>;
  readonly #value: (place: number) => State;
  readonly #levels: State[][] = [];

  /** @param value of a place in the partition: of a null whatever changes nothing */
  constructor(value: (place: number) => State, combine: Combine<State>) {
    this.#value = value;
    this.#combine = combine;
  }

  /** The values of the places [begin, end), of which there is at least one, combined. */
  combined(begin: number, end: number): State {
    return this.#range(0, begin, end);
  }

  #range(level: number, begin: number, end: number): State {
    const [first, last] = [Math.floor(begin / blockSize), Math.floor((end - 1) / blockSize)];
    if (first === last) return this.#fromLeft(level, begin, end);
    const left = this.#fromRight(level, begin, (first + 1) * blockSize);
    const right = this.#fromLeft(level, last * blockSize, end);
    if (first + 1 === last) return this.#combine(left, right);
    return this.#combine(this.#combine(left, this.#range(level + 1, first + 1, last)), right);
  }

  #fromLeft(level: number, begin: number, end: number): State {
    let all = this.#node(level, begin);
    for (let index = begin + 1; index < end; index += 1) all = this.#combine(all, this.#node(level, index));
    return all;
  }

  #fromRight(level: number, begin: number, end: number): State {
    let all = this.#node(level, end - 1);
    for (let index = end - 2; index >= begin; index -= 1) all = this.#combine(this.#node(level, index), all);
    return all;
  }

  /** A value, or a block of values: a whole one, since no other is ever between two. */
  #node(level: number, index: number): State {
    if (level === 0) return this.#value(index);
    this.#levels[level] ??= [];
    const nodes = this.#levels[level];
    nodes[index] ??= this.#fromLeft(level - 1, index * blockSize, (index + 1) * blockSize);
    return nodes[index];
  }
}
