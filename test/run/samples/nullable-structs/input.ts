import { binary, bool, date32, expand, float64, int8, int32, int64, list, nullable, struct, transform, utf8 } from 'rowfuse';

const address = nullable(struct({ city: utf8, zip: nullable(int32) }));

/** Tests for null, narrowing, and fields of present structs. */
export const addressTested = transform({
  input: { address, name: utf8 },
  output: { label: utf8, zip: nullable(int32) },
  row({ address, name }) {
    if (address === null) return { label: `${name}: nowhere`, zip: null };
    return { label: `${name}: ${address.city}`, zip: address.zip };
  },
});

/** Fields by `?.` and `??`. */
export const addressChained = transform({
  input: { address, name: utf8 },
  output: { city: nullable(utf8), zip: int32, length: int32, same: bool },
  row: (row) => ({
    city: row.address?.city ?? null,
    zip: row.address?.zip ?? -1,
    length: (row.address?.city ?? row.name).length,
    same: row.address?.city === row.name,
  }),
});

/** By truthiness, by `&&`, by a pattern of a present struct. */
export const addressTruth = transform({
  input: { address },
  output: { text: utf8, kind: utf8, any: bool },
  row(row) {
    const { address: home } = row;
    const city = home && home.city;
    let text = '';
    if (home) {
      const { city: name, zip } = home;
      text = `${zip ?? -1} ${name}`;
    } else text = '-';
    return { text: `${text}|${city ?? 'null'}`, kind: typeof home, any: !!home && home.city !== '' };
  },
});

/** Another object in place of null, and functions that take either. */
const nowhere = { city: 'nowhere', zip: 0 };
interface Address {
  readonly city: string;
  readonly zip: number | null;
}
const print = (one: Address | null) => (one === null ? 'none' : `${one.city}:${one.zip}`);
const better = (one: Address | null): Address | null => {
  if (one === null || one.zip === 0) return null;
  if (one.city === '') return { city: '?', zip: one.zip };
  return one;
};

export const addressInstead = transform({
  input: { home: address, work: address, far: bool },
  output: { home: utf8, either: utf8, chosen: utf8, better: utf8 },
  row({ home, work, far }) {
    const sure = home ?? nowhere;
    const either = home ?? work;
    const chosen = far ? work : home;
    return {
      home: `${sure.city}${sure.zip}`,
      either: print(either),
      chosen: print(chosen),
      better: print(better(home)),
    };
  },
});

/** Structs that may be null, in structs that may be null and in those that may not. */
const deep = nullable(
  struct({
    at: struct({ x: float64, label: utf8 }),
    owner: nullable(struct({ name: utf8, born: nullable(date32), tags: list(utf8) })),
    count: nullable(int64),
  }),
);

export const structsWithin = transform({
  input: { deep, plain: struct({ inner: nullable(struct({ n: int32 })), b: bool }) },
  output: { text: utf8, year: nullable(int32), n: nullable(int32), owned: bool },
  row({ deep: it, plain }) {
    const owner = it?.owner;
    return {
      text: it === null ? '' : `${it.at.label}${it.at.x > 0 ? '+' : ''}${it.count ?? 0n}${it.owner?.tags.join() ?? ''}`,
      year: owner?.born == null ? null : new Date(owner.born).getUTCFullYear() | 0,
      n: plain.inner === null ? null : plain.inner.n,
      owned: owner !== null && owner !== undefined && owner.name !== '',
    };
  },
});

/** Structs that pass through, unchanged and with other fields. */
export const structsPassed = transform({
  input: { address, deep: nullable(struct({ x: float64, in: nullable(struct({ s: utf8, b: binary })) })) },
  output: {
    address,
    moved: nullable(struct({ city: utf8, zip: int32, note: nullable(utf8) })),
    deep: nullable(struct({ x: float64, in: nullable(struct({ s: utf8, b: binary })) })),
    inner: nullable(struct({ s: utf8 })),
  },
  row({ address, deep }) {
    const inner = deep?.in;
    return {
      address,
      moved: address && { city: address.city.trim(), zip: address.zip ?? 0, note: address.zip === null ? null : 'zip' },
      deep,
      inner: inner ? { s: `${inner.s}!` } : null,
    };
  },
});

/** Structs that are made, or null. */
export const structsMade = transform({
  input: { s: utf8, n: nullable(int32), b: nullable(bool) },
  output: {
    never: nullable(struct({ s: utf8, n: nullable(int32) })),
    always: nullable(struct({ s: utf8, n: nullable(int32) })),
    some: nullable(struct({ s: utf8, upper: utf8, flag: bool, within: nullable(struct({ n: int32 })) })),
  },
  row({ s, n, b }) {
    return {
      never: null,
      always: { s, n },
      some: s === '' ? null : { s, upper: s.toUpperCase(), flag: b === true, within: n === null ? null : { n } },
    };
  },
});

/** Returned from statements, some of which return no object. */
export const structsReturned = transform({
  input: { s: utf8, n: int32 },
  output: { out: nullable(struct({ s: utf8, at: struct({ n: int32 }) })), k: int32 },
  row({ s, n }) {
    if (n < 0) return { out: null, k: 1 };
    if (s === '') return { out: undefined as unknown as null, k: 2 };
    let out: { s: string; at: { n: number } } | null = { s, at: { n } };
    if (n > 100) out = { s: 'much', at: { n: n - 100 } };
    return { out, k: 3 };
  },
});

/** Kept, beside what is computed. */
export const addressesKept = transform({
  input: { address, n: float64 },
  output: { twice: float64 },
  keep: ['address'],
  row: ({ n }) => ({ twice: 2 * n }),
});

/** Kept by a filter that reads them. */
export const addressesFiltered = transform({
  input: { address, n: int32 },
  output: { city: utf8, where: address },
  keep: ['address', 'n'],
  where: ({ address, n }) => address !== null && n > 0,
  row: ({ address, n }) => ({ city: address?.city ?? '', where: n % 2 === 0 ? address : null }),
});

/** In rows that are yielded. */
export const addressesExpanded = expand({
  input: { address, n: int32 },
  output: { at: address, i: int32 },
  *rows({ address, n }) {
    for (let i = 0; i < 3; i += 1) {
      if (address && i < n) yield { at: { ...address, city: `${address.city}${i}` }, i };
      else if (i === 2) yield { at: null, i };
    }
  },
});

/** Rows that fail, while computing and by their result. */
export const structsOrFail = transform({
  input: { n: int32 },
  output: { p: nullable(struct({ n: int8, s: utf8 })) },
  row({ n }) {
    if (n < 0) throw new Error('negative');
    return { p: n === 0 ? null : { n, s: `${n}` } };
  },
});

/** A struct that is not declared nullable and is null all the same, where TypeScript cannot know it. */
export const structNeverNull = transform({
  input: { n: int32 },
  output: { p: struct({ n: int32 }), q: nullable(struct({ n: int32 })) },
  row({ n }) {
    const p = n < 0 ? null : { n };
    const some = n === 0 ? undefined : n;
    return { p: p as { n: number }, q: { n: some as number } };
  },
});

/** Lists below structs, nullable or not, beside those that pass through. */
export const structsOfLists = transform({
  input: { s: utf8, n: int32, deep: nullable(struct({ tags: list(utf8), ns: nullable(list(nullable(int32))) })) },
  output: {
    words: nullable(struct({ all: list(utf8), sizes: nullable(list(int32)) })),
    deep: nullable(struct({ tags: list(utf8), ns: nullable(list(nullable(int32))) })),
  },
  row({ s, n, deep }) {
    const all = s.split(' ');
    return { words: n > 3 ? { all, sizes: n > 9 ? null : all.map((word) => word.length) } : null, deep };
  },
});

/** Bytes, lists and dates of a chosen struct. */
const rich = nullable(struct({ b: binary, tags: list(utf8), d: date32, s: nullable(utf8) }));
export const richChosen = transform({
  input: { one: rich, two: rich, flag: bool },
  output: { text: utf8, n: int32, out: rich },
  row({ one, two, flag }) {
    const chosen = flag ? one : two;
    const sure = one ?? two;
    const pick = (a: typeof one, b: typeof one) => {
      if (flag) return a;
      if (a === null) return null;
      return b;
    };
    const p = pick(one, two);
    return {
      text: `${chosen?.tags.join() ?? 'none'}${sure?.s ?? ''}${p === null ? '' : p.tags.length}`,
      n: (p?.b.length ?? 0) + (sure ? new Date(sure.d).getUTCDate() : 0),
      out: p,
    };
  },
});
