/**
 * The order in which the values of a window are combined: the same in every backend, whatever tile or batch a row is in.
 *
 * Rows are counted from the first of the column on, and 16 of them make a block, 16 blocks a block of the next level, and so on. A
 * window within one block is combined from left to right. Any other is what lies in the block of its first row, combined from
 * right to left, what lies in that of its last row, from left to right, and the blocks between them, for which the same holds a
 * level up: `(left + between) + right`.
 */
export const blockSize = 16;

/** How two neighbours are combined: an operation with any rounding. */
export type Combine<State> = (left: State, right: State) => State;

/** The values of a column, with those of its blocks, which are made when they are first asked for. */
export class Blocks<State> {
  readonly #combine: Combine<State>;
  readonly #levels: (readonly State[])[];

  /** @param values one a row: of a null whatever changes nothing */
  constructor(values: readonly State[], combine: Combine<State>) {
    this.#combine = combine;
    this.#levels = [values];
  }

  /** The values of the rows [begin, end), of which there is at least one, combined. */
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
    const nodes = this.#nodes(level);
    let all = nodes[begin] as State;
    for (let index = begin + 1; index < end; index += 1) all = this.#combine(all, nodes[index] as State);
    return all;
  }

  #fromRight(level: number, begin: number, end: number): State {
    const nodes = this.#nodes(level);
    let all = nodes[end - 1] as State;
    for (let index = end - 2; index >= begin; index -= 1) all = this.#combine(nodes[index] as State, all);
    return all;
  }

  /** The blocks of a level: whole ones, since no other is ever between two. */
  #nodes(level: number): readonly State[] {
    const known = this.#levels[level];
    if (known !== undefined) return known;
    const below = this.#nodes(level - 1);
    const nodes: State[] = [];
    for (let at = 0; at + blockSize <= below.length; at += blockSize)
      nodes.push(this.#fromLeft(level - 1, at, at + blockSize));
    this.#levels[level] = nodes;
    return nodes;
  }
}
