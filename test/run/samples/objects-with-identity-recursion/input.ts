import { float64, list, transform, utf8 } from 'rowfuse';

export const recursiveTextWithCalls = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const go = (t: string, d: number): string => {
      if (d === 0) return t;
      t += 'a';
      const l = go(t, d - 1);
      t += 'b';
      const r = go(t, d - 1);
      t += 'c';
      return `${l},${r},${t}`;
    };
    let w = s;
    w += 'x';
    const one = go(w, 3);
    w += 'y';
    return one + w;
  },
});

export const deepCallsWithCalls = transform({
  input: { xs: list(float64) },
  output: utf8,
  row({ xs }) {
    const down = (n: number): number => (n <= 0 ? 0 : 1 + down(n - 1));
    const n = xs.length === 1 ? 998 : xs.length === 2 ? 999 : xs.length === 3 ? 1000 : 5;
    return `${down(n)}`;
  },
});

export const mutualWithCalls = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const seen = new Map<number, number>();
    const even = (n: number): boolean => {
      seen.set(n, (seen.get(n) ?? 0) + 1);
      return n === 0 ? true : odd(n - 1);
    };
    const odd = (n: number): boolean => {
      if (n === 0) return false;
      for (let i = 0; i < 2; i++) if (even(n - 1)) return true;
      return false;
    };
    return `${even(s.length % 7)} ${[...seen].map(([k, v]) => `${k}:${v}`).join(',')}`;
  },
});

export const maybeResultsWithCalls = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const find = (i: number): string | null | undefined => {
      if (i >= s.length) return undefined;
      if (s[i] === 'b') return null;
      if (s[i] === 'z') return `${i}`;
      return find(i + 1);
    };
    const r = find(0);
    return r === undefined ? 'undef' : r === null ? 'null' : r;
  },
});

interface Tree {
  value: string;
  left: Tree | null;
  right?: Tree | undefined;
}
export const treesWithCalls = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    let top: Tree | null = null;
    const insert = (t: Tree | null, v: string): Tree => {
      if (t === null) return { value: v, left: null };
      if (v < t.value) t.left = insert(t.left, v);
      else t.right = insert(t.right ?? null, v);
      return t;
    };
    for (const w of s.split(' ')) top = insert(top, w);
    const out: string[] = [];
    const walk = (t: Tree | null | undefined, depth: number): number => {
      if (!t) return 0;
      const l = walk(t.left, depth + 1);
      out.push(`${t.value}@${depth}`);
      const r = walk(t.right, depth + 1);
      return 1 + l + r;
    };
    const n = walk(top, 0);
    return `${n} ${out.join(',')}`;
  },
});

export const bigRecWithCalls = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const m = new Map<number, bigint>();
    const f = (n: number): bigint => (n < 2 ? 1n : BigInt(n) * f(n - 1));
    m.set(1, f(s.length % 20));
    return `${m.get(1)}`;
  },
});
