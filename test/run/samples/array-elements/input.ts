import { bool, float64, int32, list, nullable, transform, utf8 } from 'rowfuse';

const second = 1;

/** `xs[i] = value`, with every operator, at places that exist or that append. A place beyond fails the row. */
export const assignedElements = transform({
  input: { s: utf8, t: utf8, n: nullable(utf8), i: int32, x: float64, y: float64 },
  output: {
    first: utf8,
    any: utf8,
    named: utf8,
    appended: utf8,
    once: utf8,
    value: utf8,
    absent: utf8,
    text: utf8,
    closure: utf8,
    looped: utf8,
    kept: utf8,
  },
  row({ s, t, n, i, x, y }) {
    const pieces = s.split(',');
    pieces[0] = t;
    const four = [1, 2, 3, 4];
    if (i < 6) four[i & 7] = 7;
    const named = [1, x, 3];
    named[second] = y;
    named[second]! += 1;
    named[second]! **= 2;
    const appended: number[] = [];
    appended[appended.length] = x;
    appended[1] = y;
    if (y > 8) appended[x] = 3;
    const once = [x, y, 2];
    let at = 0;
    once[at++] = at;
    once[at++]! += at;
    const given = [x, y];
    const value = (given[0] = given[1]! + 1);
    given[1] = 5;
    const absent: (string | null)[] = [n, null, t];
    absent[0] ??= s;
    absent[1] ||= 'q';
    absent[2] &&= `${absent[2]}!`;
    const text = ['a', 'b', 'c'];
    for (let p = 0; p < 3; p++) text[p] = `${p * x}`;
    const closure = [0, 0];
    const bump = (place: number) => {
      closure[place]! += 1;
      return closure[place];
    };
    bump(0);
    bump(1);
    bump(0);
    const looped = [''];
    for (looped[0] of s) if (looped[0] === 'a') break;
    const kept = [1, 2, 3];
    const before = kept[0];
    kept[0] = 9;
    return {
      first: pieces.join(),
      any: four.join(),
      named: named.join(),
      appended: appended.join(),
      once: `${at} ${once.join()}`,
      value: `${value} ${given.join()}`,
      absent: absent.join(),
      text: text.join(),
      closure: closure.join(),
      looped: looped.join(),
      kept: `${before} ${kept.join()}`,
    };
  },
});

/** Elements that may be undefined, as far as the compiler knows: the array then holds undefined. */
export const looseElements = transform({
  input: { s: utf8, t: utf8, i: int32, x: float64, y: float64 },
  output: { swapped: utf8, reversed: utf8, pushed: utf8, sorted: utf8, numbers: utf8, methods: utf8, rebound: utf8 },
  row({ s, t, i, x, y }) {
    const swapped = s.split(' ');
    if (swapped.length > 1) [swapped[0], swapped[1]] = [swapped[1]!, swapped[0]!];
    const reversed = s.split('');
    for (let p = 0; p < reversed.length >> 1; p++) {
      const other = reversed[p]!;
      reversed[p] = reversed[reversed.length - 1 - p]!;
      reversed[reversed.length - 1 - p] = other;
    }
    const pushed: string[] = [];
    const pieces = s.split(',');
    for (let p = 0; p < 3; p++) pushed.push(pieces[p]!);
    const sorted = t.split('');
    for (let p = 0; p < sorted.length; p++)
      for (let q = 0; q + 1 < sorted.length - p; q++)
        if (sorted[q]! > sorted[q + 1]!) [sorted[q], sorted[q + 1]] = [sorted[q + 1]!, sorted[q]!];
    const numbers = pieces.map(Number);
    for (let p = 0; p + 1 < numbers.length; p++) {
      if (numbers[p]! <= numbers[p + 1]!) continue;
      const other = numbers[p]!;
      numbers[p] = numbers[p + 1]!;
      numbers[p + 1] = other;
    }
    const some = [x, y];
    some[1] = some[i & 3]!;
    let rebound = ['a', 'b'];
    rebound[0] = s[0]!;
    rebound = rebound.filter((word) => word !== 'b');
    rebound = [...rebound, t];
    return {
      swapped: swapped.join('-'),
      reversed: reversed.join(''),
      pushed: `${pushed.join('|')} ${pushed.map((word) => `${word}`).join()}`,
      sorted: sorted.join(''),
      numbers: numbers.join('|'),
      methods: `${some.map((v) => v + 1).join()} ${some.reduce((p, q) => p + q, 0)} ${some.includes(x)} ${some.at(-1)}`,
      rebound: rebound.join(),
    };
  },
});

/** Typical uses of tables in arrays: counts, sieves, distances. */
export const tables = transform({
  input: { s: utf8, t: utf8 },
  output: { counts: utf8, primes: int32, distance: float64, digits: int32, ordered: bool },
  row({ s, t }) {
    const counts = [0, 0, 0, 0, 0, 0, 0, 0];
    for (const c of s) counts[c.charCodeAt(0) & 7]!++;
    const sieve: boolean[] = [];
    for (let p = 0; p < 50; p++) sieve.push(true);
    for (let p = 2; p * p < 50; p++) if (sieve[p]) for (let q = p * p; q < 50; q += p) sieve[q] = false;
    let primes = 0;
    for (let p = 2; p < 50; p++) if (sieve[p]) primes++;
    const row: number[] = [];
    for (let q = 0; q <= t.length; q++) row.push(q);
    for (let p = 1; p <= s.length; p++) {
      let diagonal = row[0]!;
      row[0] = p;
      for (let q = 1; q <= t.length; q++) {
        const above = row[q]!;
        row[q] = Math.min(above + 1, row[q - 1]! + 1, diagonal + (s[p - 1] === t[q - 1] ? 0 : 1));
        diagonal = above;
      }
    }
    let digits = 0;
    for (let p = 0; p < s.length; p++) if (s[p]! >= '0' && s[p]! <= '9') digits++;
    return { counts: counts.join(), primes, distance: row[t.length]!, digits, ordered: s[0]! <= t.at(-1)! };
  },
});

function pieces(text: string): string[] {
  if (text === '') return [];
  if (text === 'a') return ['A'];
  return text.split(',');
}

/** Arrays of known length beside computed ones: in branches, results, assignments. */
export const mixedArrays = transform({
  input: { s: utf8, t: utf8, n: nullable(utf8), b: bool, i: int32, x: float64 },
  output: { chosen: utf8, empty: utf8, nullish: utf8, returned: utf8, assigned: utf8, joined: utf8, types: utf8, truth: utf8 },
  row({ s, t, n, b, i, x }) {
    const chosen = b ? s.split(',') : [t];
    const empty = b ? [] : s.split(',');
    let assigned: string[] = [];
    if (b) assigned = s.split(',');
    else if (i > 3) assigned = [t, 'x'];
    return {
      chosen: chosen.join(),
      empty: `${empty.join()} ${(b ? [t, s] : t.split('a')).length}`,
      nullish: (n?.split(',') ?? ['x', t]).join(),
      returned: `${pieces(s).join('|')} ${pieces(t).length}`,
      assigned: `${assigned.join('/')} ${assigned.length}`,
      joined: `${[s, i, x, b, n, null, undefined].join('|')} ${[i, t].join()} ${[].join()} ${[n, i].join(t)}`,
      types: `${typeof s.split(',')} ${typeof n?.split(',')} ${typeof s.split('a') === 'object'}`,
      truth: `${Boolean(s)} ${Boolean(n)} ${Boolean(x)} ${Boolean()}`,
    };
  },
});

/** Arrays whose length is computed. */
export const filledArrays = transform({
  input: { s: utf8, t: utf8, i: int32, x: float64 },
  output: { squares: utf8, marks: utf8, counted: utf8, computed: utf8, searched: int32, called: utf8, objects: utf8, common: float64 },
  row({ s, t, i, x }) {
    const counted = new Array<number>(5).fill(0);
    for (const c of s) counted[c.charCodeAt(0) % 5]! += 1;
    const computed = new Array<string>(s.length + 1).fill(t);
    computed[0] = 'q';
    const common = new Array<number>(t.length + 1).fill(0);
    for (let p = 0; p < s.length; p++) {
      let diagonal = 0;
      for (let q = 1; q <= t.length; q++) {
        const above = common[q]!;
        common[q] = s[p] === t[q - 1] ? diagonal + 1 : Math.max(above, common[q - 1]!);
        diagonal = above;
      }
    }
    return {
      squares: Array.from({ length: 5 }, (_, p) => p * p + x).join(),
      marks: Array.from({ length: s.length }, (_, p) => (s[p] === 'a' ? '!' : '.')).join(''),
      counted: counted.join(),
      computed: computed.join('|'),
      searched: new Array<boolean>(s.indexOf('a')).fill(true).length,
      called: `${Array<number>(3).fill(i).join()} ${Array.from({ length: t.indexOf('b') }, () => 'z').join('')}`,
      objects: Array.from({ length: 3 }, (_, at) => ({ at, text: s.slice(at) })).map(({ at, text }) => `${at}${text}`).join(),
      common: common[t.length]!,
    };
  },
});

const named: Record<string, string> = { a: '-' };

/** A separator that fails its row does so even if nothing is joined. */
export const failingSeparators = transform({
  input: { s: utf8, i: int32 },
  output: utf8,
  row({ s, i }) {
    const none: number[] = [];
    const key = i > 4 ? 'valueOf' : s;
    return `${none.join(named[key] ?? s)} ${[i, s].join()}`;
  },
});

/** All elements of a literal are evaluated, also those that the index does not select: a negative count fails its row. */
export const failingElements = transform({
  input: { s: utf8, k: int32 },
  output: utf8,
  row: ({ s, k }) => ['first', s.repeat(k % 3), s][k] ?? 'none',
});

/** A value that `typeof`, a callback with fewer parameters, or an empty iteration discards fails its row all the same. */
export const failingOperands = transform({
  input: { s: utf8, k: int32 },
  output: { types: bool, text: bool, some: bool, reduced: int32 },
  row: ({ s, k }) => ({
    types: typeof [s, k >= -1_000_000 ? s : s.repeat(k)] === 'object',
    text: typeof s.repeat((k % 4) + 3) === 'string',
    some: [s.length, s.repeat((k % 5) + 4).length].some((size) => size > 3),
    reduced: [s.length, s.repeat((k % 6) + 5).length, 3].reduce((a) => a + 1),
  }),
});

/** Functions of the platform that methods are given by name. */
export const functionsByName = transform({
  input: { s: utf8 },
  output: { integers: list(float64), sizes: list(float64), signs: utf8, none: bool, all: bool, first: int32, rounded: list(float64), truthy: int32 },
  row({ s }) {
    const numbers = s.split(' ').map(parseFloat);
    return {
      integers: numbers.filter(Number.isInteger),
      sizes: numbers.filter(isFinite).map(Math.abs),
      signs: numbers.map(Math.floor).map(Math.sign).join(),
      none: numbers.some(Number.isNaN),
      all: numbers.every(isFinite),
      first: numbers.findIndex(Number.isNaN),
      rounded: Array.from(s.split(','), Number.parseFloat).filter(Number.isFinite).map(Math.round),
      truthy: s.split('1').map((text, place) => ({ text, place })).filter(Boolean).length,
    };
  },
});

/** Accumulators that are null or undefined at the start. */
export const reducedFromNothing = transform({
  input: { s: utf8, xs: list(float64) },
  output: { largest: nullable(float64), longest: nullable(utf8), record: utf8, pair: utf8 },
  row({ s, xs }) {
    const words = s.split(' ');
    const record = words
      .map((word, place) => ({ word, place }))
      .reduce<{ word: string; place: number } | null>((best, one) => (!best || one.word.length > best.word.length ? one : best), null);
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    const pair = [...counts].reduce<[string, number] | undefined>((best, one) => (!best || one[1] > best[1] ? one : best), undefined);
    return {
      largest: xs.reduce<number | null>((best, x) => (best === null || x > best ? x : best), null),
      longest: words.reduce<string | undefined>((best, w) => (best === undefined || w.length > best.length ? w : best), undefined) ?? null,
      record: record ? `${record.word} ${record.place}` : '',
      pair: pair ? `${pair[0]} ${pair[1]}` : '',
    };
  },
});
