/**
 * The order in which the values of a window are combined. It is the same in every backend, whatever tile or batch a row is in.
 *
 * Rows are counted from the first of the partition. 16 of them make a block, 16 blocks make a block of the next level, and so on. A window
 * within one block is combined from left to right. Any other window has three parts. The part in the block of its first row is combined
 * from right to left, the part in the block of its last row from left to right. The blocks between them are combined in the same way, one
 * level up: `(left + between) + right`.
 */
const blockSize = 16;

/** Combines two neighbours, by an operation that may round. */
export type Combine<State> = (left: State, right: State) => State;

/** The values of a partition, and its blocks, which are made when they are first needed. */
export class Blocks<State> {
  readonly #combine: Combine<State>;
  readonly #value: (place: number) => State;
  readonly #levels: State[][] = [];

  /** @param value returns the value at a place of the partition; for a null, a neutral value */
  constructor(value: (place: number) => State, combine: Combine<State>) {
    this.#value = value;
    this.#combine = combine;
  }

  /** Combines the values of the places [begin, end). There must be at least one. */
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

  /** Returns a value, or a whole block of values: only whole blocks lie between two others. */
  #node(level: number, index: number): State {
    if (level === 0) return this.#value(index);
    this.#levels[level] ??= [];
    const nodes = this.#levels[level];
    nodes[index] ??= this.#fromLeft(level - 1, index * blockSize, (index + 1) * blockSize);
    return nodes[index];
  }
}
