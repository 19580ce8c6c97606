/// <reference lib="es2024.collection" />
/// <reference lib="es2024.object" />
/// <reference lib="esnext.collection" />
import { bool, int32, list, transform, utf8 } from 'rowfuse';

/** `Map.groupBy` and `Object.groupBy` of arrays and texts. */
export const groupedWords = transform({
  input: { s: utf8, t: utf8 },
  output: { byLength: utf8, byFirst: utf8, byPlace: utf8, size: int32 },
  row({ s, t }) {
    const words = `${s} ${t}`.split(' ');
    const byLength = Map.groupBy(words, (word) => word.length);
    const byFirst = Object.groupBy(words, (word) => `${word.at(0) ?? ''}!`);
    const byPlace = Map.groupBy(s, (_, place) => place % 2 === 0);
    byLength.get(0)?.push('none');
    byLength.set(99, [s]);
    return {
      byLength: [...byLength].map(([length, of]) => `${length}=${of.join('|')}`).join(';'),
      byFirst: Object.entries(byFirst)
        .map(([first, of = []]) => `${first}:${of.length}`)
        .join(),
      byPlace: [...byPlace].map(([isEven, of]) => `${isEven} ${of.join('')}`).join(),
      size: byLength.size + (byFirst['a!']?.length ?? 0),
    };
  },
});

const vowels = new Set(['a', 'e']);

/** Sets made of two sets. */
export const setAlgebra = transform({
  input: { s: utf8, t: utf8 },
  output: { both: utf8, parts: utf8 },
  row({ s, t }) {
    const [a, b] = [new Set(s), new Set(t)];
    return {
      both: `${[...a.union(b)].join('')} ${[...a.intersection(b)].join('')}`,
      parts: `${[...a.difference(b)].join('')} ${[...a.symmetricDifference(b)].join('')}`,
    };
  },
});

/** Tests of two sets, and of a set and a map. */
export const setTests = transform({
  input: { s: utf8, t: utf8, numbers: list(int32) },
  output: { tests: utf8, numbers: utf8 },
  row({ s, t, numbers }) {
    const [a, b] = [new Set(s), new Set(t)];
    const ofNumbers = new Set(numbers.map((number) => number % 4));
    const names = new Map([
      [1, 'one'],
      [0, 'none'],
    ]);
    return {
      tests: `${a.isSubsetOf(b)} ${a.isSupersetOf(b)} ${a.isDisjointFrom(b)} ${new Set(s + t).isSupersetOf(a)} ${a.isDisjointFrom(new Set([...vowels]))}`,
      numbers: `${[...ofNumbers.intersection(names)].join()} ${ofNumbers.isSupersetOf(names)}`,
    };
  },
});

/** Arrays of arrays made flat, and changed copies of arrays. */
export const changedCopies = transform({
  input: { numbers: list(int32), s: utf8, i: int32, j: int32 },
  output: { spliced: list(int32), within: list(int32), flat: list(utf8), lengths: utf8, kept: list(int32) },
  row({ numbers, s, i, j }) {
    const rows = s.split(' ').map((word) => word.split('a'));
    const shared: string[][] = [];
    for (const row of rows) shared.push(row);
    shared[0]?.push('last');
    const copy = [...numbers];
    copy.copyWithin(i % 4, j % 3);
    copy.push(1, 2);
    copy.copyWithin(1, 0, i % 5);
    const spliced = numbers.toSpliced(i % 4, j % 3, 8, 9);
    return {
      spliced: [...spliced, ...copy.toSpliced(1), ...copy.toSpliced(0, 1)],
      within: copy,
      flat: [...shared.flat(), ...rows.flatMap((row) => row), ...[rows, shared].flat().flat()],
      lengths: `${shared.flatMap((row) => row).length} ${[s.split(''), ['b']].flat().length}`,
      kept: numbers,
    };
  },
});

/** Iterators over arrays that nothing changes. */
export const arrayIterators = transform({
  input: { s: utf8, numbers: list(int32) },
  output: { entries: utf8, keys: utf8, sum: int32 },
  row({ s, numbers }) {
    const words = s.split(' ');
    let sum = 0;
    for (const place of s.split('a').keys()) sum += place;
    for (const number of numbers.values()) sum += number % 7;
    return {
      entries: [...words.entries()].map(([place, word]) => `${place}${word}`).join(';'),
      keys: `${[...numbers.keys()].join()} ${Array.from(words.values()).length}`,
      sum,
    };
  },
});

/** `with`, whose place may be outside. */
export const replacedElements = transform({
  input: { numbers: list(int32), i: int32, is: bool },
  output: list(int32),
  row({ numbers, i, is }) {
    return is ? [...numbers, 0, 1].with(i % 3, 7).with(-1, 5) : numbers.with(i, 7);
  },
});
