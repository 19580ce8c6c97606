import { bool, float64, int32, int64, nullable, transform, utf8 } from 'rowfuse';

/** The value before an assignment is kept. */
export const orderOfEvaluation = transform({
  input: { n: int32, s: utf8 },
  output: utf8,
  row({ n, s }) {
    let x = n % 100;
    const a = x + (x = x + 1) + x;
    const b = x++ * 2 + x-- - --x + ++x;
    x += (x = 5) + x;
    let t = s;
    const c = `${t}${(t = t.slice(1))}${t}|${(t += '!')}${t.length}`;
    const d = (t = 'z') + t.concat(t, (t = 'y'), t) + t;
    return `${a} ${b} ${x} ${c} ${d}`;
  },
});

/** Assignments that happen only if the expression reaches them. */
export const shortCircuit = transform({
  input: { a: nullable(utf8), b: bool, n: int32 },
  output: utf8,
  row({ a, b, n }) {
    let count = 0;
    let last: string | null = null;
    if (b && (count = 1) && n > 3 && (count += n % 7) > 5) count += 100;
    if (a === null || (last = a.slice(0, 2)).length > 1) count += 1000;
    const value = b ? (count *= 2) : (last = 'no').length;
    const other = a ?? (last = 'absent');
    const both = (last && (last = 'b')) || 'c';
    b || (count -= 1);
    n > 0 && b && count++;
    a ?? (count += 10_000);
    n > 2 ? count++ : (last = `${last}!`);
    return `${count} ${last} ${value} ${other} ${both}`;
  },
});

export const logicalAssignments = transform({
  input: { s: nullable(utf8), n: int32, x: nullable(float64) },
  output: utf8,
  row({ s, n, x }) {
    let text = s;
    let calls = 0;
    text ??= `none${(calls += 1)}`;
    let part: string = text.slice(1);
    part ||= 'empty';
    part &&= part + (calls += 2);
    let y = x;
    y ??= n;
    y &&= y + 1;
    y ||= 7;
    let z: number | undefined;
    const w = (z ??= n % 3) + (z ||= 5);
    return `${text} ${part} ${y} ${z} ${w} ${calls}`;
  },
});

export const chainedAssignments = transform({
  input: { n: int32, id: int64 },
  output: utf8,
  row({ n, id }) {
    let a: number;
    let b: number;
    let c = 0;
    a = b = c = n % 50;
    a++;
    const d = (b--, (c -= 3), a + b + c);
    let big = id % 1000n;
    const before = big++;
    const after = --big;
    big -= 2n;
    big *= 3n;
    return `${a} ${b} ${c} ${d} ${before} ${after} ${big} ${void c}`;
  },
});

/** `typeof` tells what a value is. */
export const typeNames = transform({
  input: { s: nullable(utf8), x: float64, b: nullable(bool), id: int64 },
  output: utf8,
  row({ s, x, b, id }) {
    const kind = typeof s === 'string' ? s.slice(0, 3) : 'none';
    const unit = s?.[1];
    if (typeof unit !== 'undefined' && typeof b === 'object') return unit + kind;
    return `${typeof s} ${typeof x} ${typeof b} ${typeof id} ${typeof unit} ${typeof undefined} ${kind}`;
  },
});

/** `?.` gives undefined for an absent value, and evaluates nothing behind it. */
export const optionalChains = transform({
  input: { s: nullable(utf8), t: nullable(utf8) },
  output: nullable(utf8),
  row({ s, t }) {
    let calls = 0;
    const length = s?.length;
    const cut = s?.slice((calls += 1)).trim();
    const unit = s?.[0]?.toUpperCase();
    const both = s?.concat(t?.slice(0, 1) ?? '-');
    if (s?.startsWith('a')) return s.slice(1);
    if (t?.length === 2) return t.slice(1);
    if ((s?.length ?? 0) > 5 && !t?.endsWith('z')) return both ?? null;
    return `${length} ${cut} ${unit} ${both} ${calls} ${s!?.length}`;
  },
});
