import { float64, int32, int64, nullable, transform, utf8 } from 'rowfuse';

interface Word {
  text: string;
  size: number;
}
const total = (words: Word[]) => words.reduce((sum, word) => sum + word.size, 0);
const wordsOf = (text: string) => text.split(' ').map((word) => ({ text: word, size: word.length }));

/** Arrays of objects from methods: one array per part. */
export const records = transform({
  input: { s: utf8, t: utf8, n: nullable(utf8), k: int64 },
  output: {
    filtered: utf8,
    pairs: utf8,
    sorted: utf8,
    first: utf8,
    total: float64,
    largest: utf8,
    last: utf8,
    asked: utf8,
    nested: utf8,
    dates: utf8,
    parts: utf8,
    flat: utf8,
    each: utf8,
    made: utf8,
  },
  row({ s, t, n, k }) {
    const words = s.split(',').map((text) => ({ text, size: text.length }));
    const sorted = s.split(',').map((text, at) => ({ text, at, size: text.length }));
    sorted.sort((a, b) => a.size - b.size);
    const nested = s.split(',').map((text, at) => ({ key: { text, at }, flags: [text === 'a', at > 1] as const }));
    let each = '';
    words.forEach(({ text, size }, index, all) => {
      each += `${text}${size}${index}${all.length}`;
    });
    const largest = words.reduce((a, b) => (b.size > a.size ? b : a));
    const last = s.split(',').map((text, at) => ({ text, at })).reduceRight((a, b, at) => ({ text: a.text + b.text, at }));
    return {
      filtered: words.filter(({ size }) => size > 1).map(({ text }) => text).join(),
      pairs: s.split(',').map((text): [string, number] => [text, text.length]).map(([text, size]) => text + size).join(),
      sorted: sorted.map(({ text, at }) => `${text}${at}`).join(),
      first: wordsOf(s).sort((a, b) => b.size - a.size).slice(0, 2).map(({ text }) => text).join(),
      total: total(words),
      largest: largest.text,
      last: `${last.text}${last.at}`,
      asked: `${words.some(({ size }) => size > 2)} ${words.every(({ text }) => text < t)} ${words.findIndex(({ size }) => size === 1)} ${words.findLastIndex(({ size }, at) => size === 1 && at < 3)}`,
      nested: nested.map(({ key, flags }) => `${key.text}${key.at}${flags[0]}${flags[1]}`).join(),
      dates: s.split(',').map((text) => new Date(text.length * 1e9)).map((date) => date.getUTCDate()).join(),
      parts: s.split(',').map((text) => ({ id: k + BigInt(text.length), none: n })).map(({ id, none }) => `${id}${none}`).join(),
      flat: s.split(' ').flatMap((text) => [{ text, c: 1 }, { text: `${text}!`, c: 2 }]).map(({ text, c }) => `${text}${c}`).join(),
      each,
      made: `${wordsOf(t).toSorted((a, b) => (a.text < b.text ? -1 : 1)).toReversed().length} ${wordsOf(t).map(({ size }) => size).join()}`,
    };
  },
});

/** Arrays that change: by push, a shorter length, assignment and iteration. */
export const changedRecords = transform({
  input: { s: utf8, t: utf8, i: int32, j: int32 },
  output: { pushed: utf8, shortened: utf8, looped: utf8, literal: utf8, changed: utf8, numbers: utf8, assigned: utf8, alias: utf8 },
  row({ s, t, i, j }) {
    const pushed: { text: string; size: number }[] = [];
    for (const text of s.split(' ')) pushed.push({ text, size: text.length });
    const shortened: Word[] = [];
    for (const text of s.split(' ')) {
      if (text !== '') shortened.push({ text, size: text.length });
      if (shortened.length > 3) shortened.pop();
    }
    shortened.reverse();
    let looped = '';
    for (const { text, size } of s.split(',').map((part) => ({ text: part, size: part.length }))) {
      if (size > 3) continue;
      if (text === 'b') break;
      looped += `${text}${size};`;
    }
    const changed = [{ text: s, size: i }];
    changed.push({ text: t, size: j });
    let assigned = wordsOf(s);
    assigned = assigned.filter(({ size }) => size > 1);
    if (i > 2) assigned = assigned.slice(1);
    const alias = assigned;
    return {
      pushed: `${pushed.map(({ text, size }) => `${text}:${size}`).join()} ${pushed.length}`,
      shortened: shortened.map(({ text }) => text).join('|'),
      looped,
      literal: [{ n: s, a: i }, { n: t, a: j }].sort((a, b) => a.a - b.a).map(({ n, a }) => n + a).join(),
      changed: `${changed.map(({ text, size }) => text + size).join()} ${changed.length}`,
      numbers: `${[{ a: i }, { a: j }].reduce((sum, { a }) => sum + a, 0)} ${[{ a: i }, { a: j }].some(({ a }) => a > 3)}`,
      assigned: assigned.map(({ text }) => text).join(),
      alias: alias.map(({ size }) => size).join(),
    };
  },
});

const measured = (text: string): Word[] => text.split(',').map((word) => ({ text: word, size: word.length }));
const nameOf = (word: Word | undefined) => (word ? word.text : 'none');
const longest = (text: string) => measured(text).find(({ size }) => size > 2);

/** Objects that may be missing: found, indexed, tested, destructured. */
export const foundRecords = transform({
  input: { s: utf8, t: utf8, i: int32, j: int32 },
  output: {
    indexed: utf8,
    found: utf8,
    last: utf8,
    chained: utf8,
    date: utf8,
    literal: utf8,
    looped: utf8,
    first: utf8,
    assigned: utf8,
    best: utf8,
  },
  row({ s, t, i, j }) {
    const words = measured(s);
    const found = words.find(({ size }) => size > 1);
    const last = words.findLast(({ size }) => size > 1);
    const at = s.split(',').map((text) => new Date(text.length * 1e11)).find((date) => date.getUTCFullYear() > 1972);
    const people = [
      { name: s, age: i },
      { name: t, age: j },
    ];
    const person = people.find(({ age }) => age > 3);
    let looped = '';
    for (let p = 0; p < words.length; p++) looped += words[p]!.text + words[p]!.size;
    const first = words[0];
    let assigned = words.find(({ size }) => size > 1);
    if (i > 3) assigned = measured(t)[0];
    else if (j > 3) assigned = undefined;
    let best = words[0]!;
    for (const word of words) if (word.size > best.size) best = word;
    return {
      indexed: `${words[0]?.text} ${words[1]?.size} ${words[i]?.text.length} ${words.at(-1)?.text} ${words.at(0)!.size}`,
      found: found === undefined ? 'none' : `${found.text}${found.size}`,
      last: `${last != null && last.size < 4 ? last.text : String(last?.size)} ${typeof last} ${last ? 1 : 2} ${!last}`,
      chained: `${words.find(({ text }) => text === t)?.size ?? -1} ${longest(s)?.text} ${nameOf(longest(t))}`,
      date: `${at?.toISOString()} ${at !== undefined ? at.getTime() : 0}`,
      literal: person ? person.name : 'none',
      looped,
      first: first ? first.text : 'none',
      assigned: assigned?.text ?? 'none',
      best: best.text,
    };
  },
});

/** Literals are indexed anywhere, as are results of methods; `at` counts from the end, and truncates fractions. */
export const placedRecords = transform({
  input: { s: utf8, t: utf8, i: int32, x: float64 },
  output: { literal: utf8, pair: utf8, at: utf8, mapped: utf8, made: utf8, nested: utf8, dates: utf8, none: utf8 },
  row({ s, t, i, x }) {
    const people = [
      { name: s, age: i },
      { name: t, age: 7 },
      { name: 'z', age: x },
    ];
    const pairs: [string, number][] = [
      [s, x],
      [t, 2],
    ];
    const words = measured(s);
    const made = Array.from({ length: 3 }, (_, at) => ({ at, text: s.slice(at) }));
    const nested = [{ key: { text: s }, size: 1 }, { key: { text: t }, size: 2 }];
    const dates: Date[] = [];
    for (const word of words) dates.push(new Date(word.size * 1e10));
    const none: number[] = [];
    const nobody: { name: string; age: number }[] = [];
    return {
      literal: `${people[i]?.name} ${people[x]?.age ?? -1} ${people[i & 1]!.name}`,
      pair: `${pairs[i]?.[0]} ${pairs.at(-i)?.[1]} ${pairs[x]?.[1]}`,
      at: `${people.at(i)?.name} ${people.at(x)?.age} ${people.at(-1)?.age} ${people.at(NaN)?.name} ${people.at(x / 4)?.name}`,
      mapped: `${words.at(i)?.text} ${words.at(x)?.size} ${words.at(-x)?.text}`,
      made: `${made[i]?.text} ${made.at(x)?.at}`,
      nested: `${nested[i]?.key.text} ${nested.at(i)?.size}`,
      dates: `${dates.map((date) => date.getUTCDate()).join()} ${dates.length} ${dates.at(i)?.getTime()} ${dates[0]?.toJSON()}`,
      none: `${none.map((value) => value + 1)[i] ?? -1} ${none.includes(x)} ${none.length} ${nobody.find(({ age }) => age > x)?.name} ${nobody.length} ${nobody.map(({ name }) => name).join()}`,
    };
  },
});

/** A property of nothing is JavaScript's TypeError. */
export const missingRecords = transform({
  input: { s: utf8, i: int32 },
  output: utf8,
  row({ s, i }) {
    const { text, size = 3 } = measured(s).find(({ size }) => size > 0)!;
    return `${text}${size}${measured(s)[i & 1]!.text}`;
  },
});

/** Elements and their indices, whole or destructured. */
export const recordEntries = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const words = wordsOf(s);
    let found = '';
    outer: for (const [place, word] of words.entries()) {
      for (let [inner, { text, size }] of words.entries()) {
        if (inner > place) continue outer;
        if (size === 0) break;
        inner += 1;
        found += `${inner}${text}`;
      }
      if (word.size > 9) break;
      found += `${place}:${word.text};`;
    }
    return found;
  },
});
