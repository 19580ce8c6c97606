import { Random } from '../random.js';
import { RecordWriter } from '../record-writer.js';

/** Keys are in the upper bits, numbers of elements in the lower, so that elements equal for a comparator can be told apart. */
const numbers = 2 ** 20;

type Comparator = (x: number, y: number) => number | boolean;

/** The comparators of sort_cases.cpp, over the keys of elements. Some are an order, most are none. */
const comparators: readonly ((next: () => number) => Comparator)[] = [
  () => (x, y) => x - y,
  () => (x, y) => y - x,
  () => (x, y) => x > y,
  () => (x, y) => (x > y ? 1 : -1),
  () => (x, y) => (((Math.imul(x, 7) + Math.imul(y, 13)) >>> 0) % 5) - 2,
  (next) => () => (next() % 3) - 1,
  (next) => (x, y) => (next() % 64 === 0 ? y - x : x - y),
  () => (x, y) => (Math.abs(x - y) < 3 ? Number.NaN : x - y),
];

/** Keys in the shapes that sorts of runs and galloping treat differently. */
const shapes: readonly ((size: number, random: Random) => (index: number) => number)[] = [
  (_, random) => () => random.below(100_000),
  () => (index) => index,
  (size) => (index) => size - index,
  (size, random) => {
    const period = 1 + random.below(size + 1);
    return (index) => index % period;
  },
  (size, random) => {
    const period = 1 + random.below(size + 1);
    return (index) => (Math.floor(index / period) % 2 === 0 ? index % period : period - (index % period));
  },
  () => () => 7,
  (_, random) => {
    const few = 1 + random.below(5);
    return () => random.below(few);
  },
  // Sorted, except some elements.
  (size, random) => (index) => (random.chance(0.02) ? random.below(size) : index),
  // Two sorted runs, one of which fits within a part of the other: long gallops.
  (size, random) => {
    const middle = random.below(size + 1);
    const offset = random.below(2 * size + 1);
    return (index) => (index < middle ? 3 * index : offset + 2 * (index - middle));
  },
  // Runs of Fibonacci's lengths, and of alternating lengths: merges out of order.
  () => {
    const ends = new Set([33, 67, 101, 169, 271, 441, 713, 1155, 1869]);
    let key = 0;
    return (index) => {
      key = ends.has(index) ? 0 : key + 1;
      return key;
    };
  },
  (_, random) => {
    let left = 0;
    let key = 0;
    return () => {
      if (left === 0) [left, key] = [random.pick([2, 30, 33, 64, 65, 150]), random.below(1000)];
      left -= 1;
      key += random.below(3);
      return key;
    };
  },
];

function mix(hash: number, a: number, b: number): number {
  return Math.imul(Math.imul(hash ^ a, 0x01000193) ^ b, 0x01000193);
}

export interface SortCases {
  readonly records: Buffer;
  readonly count: number;
  describe(index: number): string;
}

type Sort = (elements: (number | undefined)[], compare: (a?: number, b?: number) => number) => (number | undefined)[];

/** The algorithm of `toSorted`, and of `sort` before V8 14.1 also for few elements. */
const toSorted: Sort = (elements, compare) => elements.toSorted(compare);

/** Binary insertion of fewer than 8 elements, which `sort` does since V8 14.1. */
const insertFew: Sort = (elements, compare) => {
  const sorted: number[] = [];
  const numbers = elements.filter((element) => element !== undefined);
  if (numbers.length >= 8) return elements.toSorted(compare);
  for (const element of numbers) {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(element, sorted[middle]) < 0) high = middle;
      else low = middle + 1;
    }
    sorted.splice(low, 0, element);
  }
  return [...sorted, ...elements.filter((element) => element === undefined)];
};

/** True if the engine of this process inserts few elements. */
export const engineInsertsFew = countCalls((compare) => [3, 2, 1].sort(compare)) === 3;

function countCalls(sort: (compare: (a: number, b: number) => number) => unknown): number {
  let calls = 0;
  sort((a, b) => {
    calls += 1;
    return a - b;
  });
  return calls;
}

/** Returns arrays of these sizes, each sorted by V8, or as another version of it would: the calls of the comparator, and the result. */
export function sortCases(seed: number, sizes: readonly number[], insertsFew = engineInsertsFew): SortCases {
  const sort: Sort =
    insertsFew === engineInsertsFew
      ? (elements, compare) => elements.slice().sort(compare)
      : insertsFew
        ? insertFew
        : toSorted;
  const random = new Random(seed);
  const writer = new RecordWriter();
  const descriptions: string[] = [];
  for (const size of sizes) {
    const shape = random.below(shapes.length);
    const kind = random.below(comparators.length);
    const form = random.below(3);
    const state = random.bits();
    const key = shapes[shape]?.(size, random);
    const elements = Array.from({ length: size }, (_, index) =>
      // A number below 0 stands for undefined.
      form === 1 && random.chance(0.1) ? -1 : (key?.(index) ?? 0) * numbers + index,
    );
    descriptions.push(`${size} elements of shape ${shape}, form ${form}, comparator ${kind}`);
    writer.u8(form);
    const isCopy = random.chance(0.5);
    writer.u8(kind);
    writer.u8(isCopy ? 1 : 0);
    writer.u8(insertsFew ? 1 : 0);
    writer.u32(state);
    writer.u32(size);
    for (const element of elements) writer.f64(element);
    let calls = 0;
    let hash = 0x811c9dc5;
    let current = state;
    const compare = comparators[kind]?.(() => {
      current = (Math.imul(current, 1664525) + 1013904223) >>> 0;
      return current >>> 16;
    });
    const given = elements.map((element) => (element < 0 ? undefined : element));
    const sorted = (isCopy ? toSorted : sort)(given, (a = -1, b = -1) => {
      calls += 1;
      hash = mix(hash, a, b);
      return Number(compare?.(Math.floor(a / numbers), Math.floor(b / numbers)));
    });
    writer.u32(calls);
    writer.u32(hash >>> 0);
    writer.u32(sorted.reduce<number>((digest, element) => mix(digest, element ?? -1, 0), 0x811c9dc5) >>> 0);
  }
  return { records: writer.take(), count: sizes.length, describe: (index) => descriptions[index] ?? '?' };
}
