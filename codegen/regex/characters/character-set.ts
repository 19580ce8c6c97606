/** The first and the last member of a range. */
export type Range = readonly [first: number, last: number];

/** A set of UTF-16 units or of code points: ascending ranges that neither overlap nor touch. */
export class CharacterSet {
  static readonly empty = new CharacterSet([]);

  private constructor(readonly ranges: readonly Range[]) {}

  static of(...ranges: readonly Range[]): CharacterSet {
    const sorted = ranges.filter(([first, last]) => first <= last).sort(([a], [b]) => a - b);
    const merged: [number, number][] = [];
    for (const [first, last] of sorted) {
      const previous = merged.at(-1);
      if (previous && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
      else merged.push([first, last]);
    }
    return new CharacterSet(merged);
  }

  static ofCharacters(characters: Iterable<number>): CharacterSet {
    return CharacterSet.of(...Array.from(characters, (character): Range => [character, character]));
  }

  get isEmpty(): boolean {
    return this.ranges.length === 0;
  }

  /** A text that only equal sets have. */
  get key(): string {
    return this.ranges.join(' ');
  }

  has(character: number): boolean {
    let [low, high] = [0, this.ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const [first, last] = this.ranges[middle] ?? [0, -1];
      if (character < first) high = middle;
      else if (character > last) low = middle + 1;
      else return true;
    }
    return false;
  }

  union(...others: readonly CharacterSet[]): CharacterSet {
    return CharacterSet.of(...this.ranges, ...others.flatMap(({ ranges }) => ranges));
  }

  /** Returns the characters from 0 to `last` that are not members. */
  complement(last: number): CharacterSet {
    const gaps: Range[] = [];
    let next = 0;
    for (const [first, end] of this.ranges) {
      gaps.push([next, first - 1]);
      next = end + 1;
    }
    return CharacterSet.of(...gaps, [next, last]);
  }

  intersection(other: CharacterSet): CharacterSet {
    const common: Range[] = [];
    let [i, j] = [0, 0];
    while (i < this.ranges.length && j < other.ranges.length) {
      const [a, b] = [this.ranges[i] ?? [0, -1], other.ranges[j] ?? [0, -1]];
      common.push([Math.max(a[0], b[0]), Math.min(a[1], b[1])]);
      if (a[1] < b[1]) i++;
      else j++;
    }
    return CharacterSet.of(...common);
  }

  difference(other: CharacterSet): CharacterSet {
    return this.intersection(other.complement(lastCodePoint));
  }
}

export const lastUnit = 0xffff;
export const lastCodePoint = 0x10ffff;
