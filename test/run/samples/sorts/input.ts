import { bool, expand, float64, int32, int64, list, nullable, timestamp, transform, utf8 } from 'rowfuse';

/** As many numbers as `count` says, from a random generator. */
const numbersOf = (count: number, seed: number, most: number): number[] => {
  const numbers: number[] = [];
  let state = seed;
  for (let i = 0; i < count; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    numbers.push((state >>> 8) % most);
  }
  return numbers;
};

/** A digest shows the calls of the comparators in their order. Arrays are long enough for runs, merges and galloping. */
export const sortCalls = transform({
  input: { n: int32, seed: int32, most: int32 },
  output: {
    upwards: int32,
    downwards: int32,
    ordered: int32,
    mixed: int32,
    truths: int32,
    steps: int32,
    turned: int32,
    unsteady: utf8,
    near: utf8,
    few: utf8,
  },
  row({ n, seed, most }) {
    let digest = 0;
    const note = (a: number, b: number) => {
      digest = (Math.imul(digest, 31) + Math.imul(a, 7) + b) | 0;
    };
    const numbers = numbersOf((n >>> 0) % 320, seed, ((most >>> 0) % 1000) + 1);
    const sorted = numbers.toSorted((a, b) => {
      note(a, b);
      return a - b;
    });
    const upwards = digest;
    const down = numbers.toSorted((a, b) => {
      note(a, b);
      return b - a;
    });
    const downwards = digest;
    sorted.slice().sort((a, b) => {
      note(a, b);
      return a - b;
    });
    down.slice().sort((a, b) => {
      note(a, b);
      return a < b ? -1 : 1;
    });
    const ordered = digest;
    const both = [...sorted.slice(0, n & 255), ...down, ...sorted];
    both.sort((a, b) => {
      note(a, b);
      return a - b;
    });
    const mixed = digest;
    numbers.toSorted((a, b) => {
      note(a, b);
      return Number(a > b);
    });
    const truths = digest;
    let steps = 0;
    numbers.toSorted((a, b) => {
      note(a, b);
      steps += 1;
      return ((a + steps * b) % 3) - 1;
    });
    const turned = down.toSorted((a, b) => {
      note(a, b);
      return a > b ? -1 : 0;
    });
    const few = numbersOf((n >>> 0) % 9, seed, 3).slice();
    const copied = few.toSorted((a, b) => {
      note(a, b);
      steps += 1;
      return ((a + steps * b) % 3) - 1;
    });
    few.sort((a, b) => {
      note(a, b);
      steps += 1;
      return ((a + steps * b) % 3) - 1;
    });
    return {
      upwards,
      downwards,
      ordered,
      mixed,
      truths,
      steps,
      turned: digest + turned.length,
      unsteady: numbers.toSorted((a, b) => ((a ^ b) & 3) - 1).slice(0, 99).join(' '),
      near: both.sort((a, b) => (Math.abs(a - b) < 2 ? Number.NaN : b - a)).slice(0, 99).join(' '),
      few: `${copied.join()} ${few.join()}`,
    };
  },
});

/** Every kind of element, in arrays of any length. */
export const sortElements = transform({
  input: { n: int32, seed: int32, s: utf8, k: int64 },
  output: {
    words: utf8,
    plain: utf8,
    bigints: utf8,
    truths: utf8,
    arrays: utf8,
    objects: utf8,
    pairs: utf8,
    dates: utf8,
    nested: utf8,
  },
  row({ n, seed, s, k }) {
    const numbers = numbersOf((n >>> 0) % 150, seed, 90);
    const words = numbers.map((x, at) => `${s.slice(0, x % 3)}${x}.${at}`);
    const objects = numbers.map((x, at) => ({ x, at, text: `${at}` }));
    objects.sort((a, b) => a.x - b.x);
    const pairs = numbers.map((x, at): [string, number] => [`${x % 7}`, at]);
    return {
      words: words.toSorted((a, b) => (a.length === b.length ? (a < b ? 1 : -1) : a.length - b.length)).join(),
      plain: words.slice().sort().join(),
      bigints: numbers.map((x) => BigInt(x) * (k % 1000n)).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)).join(),
      truths: numbers.map((x) => x % 3 === 0).sort((a, b) => Number(a) - Number(b)).map((x) => (x ? 1 : 0)).join(''),
      arrays: words.map((word) => word.split('.')).sort((a, b) => b[0]!.length - a[0]!.length).map((a) => a.join('.')).join(),
      objects: objects.map(({ x, at, text }) => `${x}:${at}${text}`).join(),
      pairs: pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([a, at]) => a + at).join(),
      dates: numbers.map((x, at) => new Date(x * 86_400_000 + at)).sort((a, b) => b.getTime() - a.getTime()).map((date) => date.getUTCDate()).join(),
      nested: words
        .slice(0, 20)
        .sort((a, b) => {
          const [x, y] = [a, b].map((word) => word.split('').sort((p, q) => (p < q ? 1 : -1)).join(''));
          return x! < y! ? -1 : 1;
        })
        .join(),
    };
  },
});

/** Undefined elements come last, and the comparator never sees them; null is an element like others. */
export const sortMissing = transform({
  input: { n: int32, seed: int32, x: list(nullable(float64)), s: list(nullable(utf8)) },
  output: { undefineds: utf8, nulls: utf8, texts: utf8, both: utf8, calls: int32, objects: utf8, either: utf8, none: utf8 },
  row({ n, seed, x, s }) {
    const numbers = numbersOf((n >>> 0) % 150, seed, 50);
    const words = ['b', 'a', 'c'];
    let calls = 0;
    const count = (order: number) => {
      calls += 1;
      return order;
    };
    const undefineds = numbers.map((value) => (value % 5 === 0 ? undefined : value));
    const texts = numbers.map((value) => words[value % 4]);
    const both = numbers.map((value) => (value % 5 === 0 ? undefined : value % 3 === 0 ? null : value));
    const objects = numbers.map((value, at) => (value % 7 === 0 ? undefined : { value, at }));
    const ordered = objects.toSorted((a, b) => count((a?.value ?? -1) - (b?.value ?? -1)));
    const either = numbers.map((value, at) => (value % 7 === 0 ? undefined : value % 5 === 0 ? null : { value, at }));
    const nullsLast = either.toSorted((a, b) => count(a === null ? (b === null ? 0 : 1) : b === null ? -1 : (b?.at ?? 0) - (a?.at ?? 0)));
    return {
      undefineds: undefineds.toSorted((a, b) => count((a ?? -1) - (b ?? -1))).map((value) => `${value}`).join(),
      nulls: x.toSorted((a, b) => (a ?? 0) - (b ?? 0)).map((value) => `${value}`).join(),
      texts: texts.sort((a, b) => (a === undefined ? 1 : b === undefined ? -1 : a < b ? -1 : a > b ? 1 : 0)).map((text) => `${text}`).join(),
      both: both.sort((a, b) => count((a ?? 25) - (b ?? 25))).map((value) => `${value}`).join(),
      calls,
      objects: ordered.map((object) => (object ? `${object.value}:${object.at}` : '-')).join(),
      either: nullsLast.map((object) => (object ? `${object.value}:${object.at}` : object === null ? 'null' : '-')).join(),
      none: [...s].sort((a, b) => (a === b ? 0 : a === null ? -1 : b === null ? 1 : a < b ? 1 : -1)).map((text) => `${text}`).join(),
    };
  },
});

/** Comparators that throw fail the row, at the call at which V8 would; and any result counts as a number. */
export const sortThrows = transform({
  input: { n: int32, seed: int32, limit: int32, x: nullable(float64), flag: bool, at: timestamp('ms') },
  output: { sorted: utf8, results: utf8 },
  row({ n, seed, limit, x, flag, at }) {
    const numbers = numbersOf((n >>> 0) % 300, seed, 1000);
    const most = (limit >>> 0) % 4000;
    let calls = 0;
    const sorted = numbers.toSorted((a, b) => {
      calls += 1;
      if (calls > most) throw new Error(`after ${calls} calls: ${a}, ${b}`);
      return a - b;
    });
    return {
      sorted: `${calls}: ${sorted.slice(0, 20).join()}`,
      results: [
        numbers.toSorted((a, b) => (x ?? Number.NaN) * (a - b)),
        numbers.toSorted(() => (flag ? -1 : -0)),
        numbers.toSorted((a) => a - at),
        numbers.toSorted(() => Number.NEGATIVE_INFINITY),
      ]
        .map((each) => each.slice(0, 20).join())
        .join(' '),
    };
  },
});

/** One row per element of a sorted array. */
export const sortedRows = expand({
  input: { n: int32, seed: int32 },
  output: { place: int32, value: float64 },
  *rows({ n, seed }) {
    let place = 0;
    for (const value of numbersOf((n >>> 0) % 200, seed, 100).sort((a, b) => b - a)) {
      if (value < 50) return;
      yield { place, value };
      place += 1;
    }
  },
});

/** Columns of any length in one array. */
export const sortLong = transform({
  input: { x: list(float64) },
  output: { median: nullable(float64), digest: int32, objects: int32, words: utf8 },
  row({ x }) {
    const sorted = x.toSorted((a, b) => a - b);
    const objects = x.map((value, at) => ({ value, at }));
    objects.sort((a, b) => a.value - b.value);
    let digest = 0;
    for (const value of sorted) digest = (Math.imul(digest, 31) + value) | 0;
    let places = 0;
    for (const { at } of objects) places = (Math.imul(places, 31) + at) | 0;
    return {
      median: sorted[sorted.length >> 1] ?? null,
      digest,
      objects: places,
      words: x.map((value) => `${value}`).sort().slice(0, 3).join(),
    };
  },
});
