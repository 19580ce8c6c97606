import { bool, float64, int32, nullable, transform, utf8 } from 'rowfuse';

/** Functions that are called per piece of a string. */
export const callbacks = transform({
  input: { s: utf8, t: utf8, i: int32 },
  output: {
    mapped: utf8,
    filtered: utf8,
    both: utf8,
    some: bool,
    every: bool,
    found: nullable(utf8),
    index: int32,
    last: utf8,
    lastIndex: int32,
    lengths: utf8,
    sum: float64,
    text: utf8,
    right: utf8,
    flat: utf8,
    count: int32,
    indexed: utf8,
  },
  row({ s, t, i }) {
    const words = s.split(' ');
    let count = 0;
    words.forEach((word, index) => {
      if (word.includes('a')) count += index + 1;
    });
    return {
      mapped: words.map((word) => word.toUpperCase()).join('-'),
      filtered: words.filter((word) => word.length > 1).join('|'),
      both: s
        .split(',')
        .filter(Boolean)
        .map((part, index) => `${index}:${part.trim()}`)
        .join(';'),
      some: words.some((word) => word === t),
      every: words.every((word) => word.length < 4),
      found: words.find((word) => word.startsWith('b')) ?? null,
      index: words.findIndex((word) => word.includes('b')),
      last: `${words.findLast((word, index) => index < 3 && word !== '')}`,
      lastIndex: s.split('').findLastIndex((unit, index) => unit === 'a' && index !== i),
      lengths: words.map((word) => word.length).join('+'),
      sum: words.map((word) => word.length).reduce((sum, length) => sum + length, 0),
      text: words.reduce((text, word, index) => `${word}${index}${text}`, t),
      right: words.reduceRight((text, word) => text + word.slice(0, 1), ''),
      flat: words.flatMap((word) => word.split('a')).join('.') + words.flatMap((word) => [word, '!']).length,
      count,
      indexed: s
        .split('')
        .map((unit, index, units) => (units[index + 1] === unit ? '=' : unit))
        .join(''),
    };
  },
});

const isShort = (word: string) => {
  if (word === '') return false;
  for (const c of word) if (c === 'a') return word.length < 2;
  return word.length < 3;
};

/** Functions of several statements, nested, and in branches. */
export const nested = transform({
  input: { s: utf8, t: nullable(utf8), i: int32 },
  output: { short: utf8, counts: utf8, branch: utf8, title: utf8, reduced: utf8, absent: utf8, flags: utf8 },
  row({ s, t, i }) {
    const words = s.split(' ');
    const other = t === null ? 0 : t.split('a').filter((part) => part !== '').length;
    return {
      short: words.filter(isShort).join(','),
      counts: words.map((word) => word.split('').filter((unit) => unit === 'b').length).join(''),
      branch: i > 2 ? words.map((word) => `<${word}>`).join('') : i > 0 && words.some((word) => word === 'a') ? 'a' : `${other}`,
      title: words
        .map((word) => {
          const first = word.charAt(0);
          if (first === '') return '';
          return first.toUpperCase() + word.slice(1).toLowerCase();
        })
        .join(' '),
      reduced: words.reduce((longest, word) => (word.length > longest.length ? word : longest)),
      absent: words.map((word) => (word.length > 2 ? word[2] : word === '' ? null : undefined)).join('/'),
      flags: words.map((word) => word > 'b').join(' ') + String(words.map((word, index) => index * 1.5)),
    };
  },
});

/** Arrays that change. */
export const changed = transform({
  input: { s: utf8, t: utf8, i: int32 },
  output: { unique: utf8, stack: utf8, queue: utf8, numbers: utf8, taken: utf8, length: int32, front: utf8, sorted: utf8 },
  row({ s, t, i }) {
    const unique: string[] = [];
    for (const c of s) if (!unique.includes(c)) unique.push(c);
    const stack = [t, 'x'];
    for (const c of s) {
      if (c === 'a') stack.pop();
      else stack.push(c, `${stack.length}`);
    }
    const queue = s.split(' ');
    let taken = '';
    while (queue.length > 2) taken += `${queue.shift()}/`;
    const numbers: number[] = [];
    for (let k = 0; k < 5; k++) numbers.push(k * i, s.length);
    const front: (string | null)[] = [];
    for (const word of s.split(',')) front.unshift(word === '' ? null : word);
    const before = stack.join('');
    stack.pop();
    stack.push('q');
    const sorted = s.split('');
    sorted.sort();
    sorted.push('|');
    sorted.reverse();
    return {
      unique: unique.join(''),
      stack: stack.join(',') + before,
      queue: queue.join('-'),
      numbers: numbers.join(' ') + numbers.includes(0) + numbers.indexOf(3),
      taken,
      length: unique.push('y') + stack.length + numbers.length,
      front: front.join('<'),
      sorted: sorted.join(''),
    };
  },
});

export const arrayLiterals = transform({
  input: { s: utf8, t: utf8, i: int32, n: float64 },
  output: { joined: utf8, any: utf8, spread: utf8, numbers: utf8, sorted: utf8, looped: utf8, parts: utf8, largest: utf8, units: utf8 },
  row({ s, t, i, n }) {
    const values = [s, t, 'x'];
    const numbers = [i, n, 3, -0.5];
    const [first, second = '?', ...rest] = s.split(' ');
    let looped = '';
    for (const value of values) looped += value.slice(0, 2);
    return {
      joined: values.join('/') + [s, null, undefined, t].join('+'),
      any: `${values[i]}${values.at(-i)}`,
      spread: [...s.split(' '), t, ...values].join('|'),
      numbers: numbers.map((value) => value * 2).join(' ') + numbers.indexOf(i),
      sorted: [...numbers].sort((a, b) => a - b).join(' ') + [3, 1, 2].sort((a, b) => b - a).join(''),
      looped,
      parts: `${first}${second}${rest.join('_')}`,
      largest: s.split(' ').sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).join(','),
      units: s.split(' ').sort((a, b) => (a.length > b.length ? 1 : -1)).join('>') + [...s].reverse().join('') + Array.from(t).length,
    };
  },
});

/** Elements with their indices, and loops that count to the length of an array. */
export const numbered = transform({
  input: { s: utf8, t: utf8 },
  output: { entries: utf8, literal: utf8, counted: utf8 },
  row({ s, t }) {
    const words = s.split(' ');
    let entries = '';
    let counted = '';
    for (const [index, word] of words.entries()) {
      if (word === '') continue;
      entries += `${index}${word}`;
      if (index > 2) break;
    }
    let literal = '';
    for (const [index, text] of [s, t].entries()) literal += `${index}:${text.length};`;
    for (let i = 0; i < words.length; i++) counted += `${words[words.length - 1 - i]}${i}`;
    return { entries, literal, counted };
  },
});

/** An empty array has no first element. */
export const failingReduce = transform({
  input: { s: utf8 },
  output: utf8,
  row: ({ s }) => s.split('').reduce((a, b) => b + a),
});

export const replacedByFunctions = transform({
  input: { s: utf8, t: utf8 },
  output: { first: utf8, all: utf8, positions: utf8, missing: utf8 },
  row: ({ s, t }) => ({
    first: s.replace('a', (match, index) => `[${match}${index}]`),
    all: s.replaceAll('b', (match) => match.toUpperCase() + t.slice(0, 1)),
    positions: s.replaceAll(' ', (_, index, text) => `${index}/${text.length} `),
    missing: s.replace(t, (match) => `<${match}>`),
  }),
});

const last = (xs: readonly string[]) => xs[xs.length - 1] ?? '';
const codes = ['a', 'b'];
/** Arrays of several origins, in helpers, branches and optional chains. */
export const origins = transform({
  input: { s: utf8, t: nullable(utf8), i: int32 },
  output: { a: utf8, b: utf8, c: utf8, d: utf8, e: utf8, f: utf8 },
  row({ s, t, i }) {
    let parts = s.split(',');
    if (i > 2) parts = parts.slice(1);
    const maybe = t?.split(' ');
    const numbers = s.split(' ').map(Number);
    return {
      a: last(s.split(',')) + last(parts),
      b: parts.join('|'),
      c: `${maybe?.length} ${maybe?.[0]} ${maybe?.map((x) => x + '!').join('')}`,
      d: numbers.join(' ') + numbers.filter((n) => !Number.isNaN(n)).length,
      e: codes.map((c) => c + s).join('-') + codes.join(),
      f: (i > 0 ? s.split('a') : s.split('b').slice(1)).concat((i < 5 ? t?.split('a') : s.split('').slice(2)) ?? s.split('x')).concat(t?.split('q') ?? s.split('').slice(1)).map((x) => x.trim()).join('_'),
    };
  },
});

/** Comparators that are no order: the result is that of V8's method. */
export const sortedWithoutOrder = transform({
  input: { s: utf8, n: float64, m: float64, k: int32 },
  output: { numbers: utf8, units: utf8, turned: utf8, texts: utf8, unsteady: utf8 },
  row({ s, n, m, k }) {
    const units = (s + s).split('');
    return {
      numbers: [5, n, m, -0, n * m, 2.5, k, 1, m - n].sort((a, b) => a - b).join(' '),
      units: units.map((unit) => Number(unit)).sort((a, b) => b - a).join(' '),
      turned: units.slice().sort((a, b) => (a > b ? -1 : 1)).join(' '),
      texts: units.slice().sort((a, b) => (a > b ? 1 : -1)).join(' '),
      unsteady: units.map((unit, index) => unit.charCodeAt(0) * 7 + index * k).sort((a, b) => ((a ^ b) & 3) - 1).join(' '),
    };
  },
});
