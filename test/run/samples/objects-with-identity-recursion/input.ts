import { float64, int32, list, transform, utf8 } from 'rowfuse';

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

export const memoWithCalls = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const cache = new Map<number, number>();
    const fib = (n: number): number => {
      if (n < 2) return n;
      const k = cache.get(n);
      if (k !== undefined) return k;
      const r = fib(n - 1) + fib(n - 2);
      cache.set(n, r);
      return r;
    };
    const perms: string[] = [];
    const go = (p: string, r: string): void => {
      if (r === '') {
        perms.push(p);
        return;
      }
      for (let i = 0; i < r.length; i++) go(p + r[i], r.slice(0, i) + r.slice(i + 1));
    };
    go('', s.slice(0, 4));
    const path: number[] = [];
    const sets: string[] = [];
    const sub = (i: number) => {
      if (i > 3) {
        sets.push(path.join(''));
        return;
      }
      sub(i + 1);
      path.push(i);
      sub(i + 1);
      path.pop();
    };
    sub(0);
    return `${fib(s.length % 50)} ${perms.join()} ${sets.join('/')}`;
  },
});

export const hanoiWithCalls = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    let moves = 0;
    const pegs: Record<string, number[]> = { a: [4, 3, 2, 1], b: [], c: [] };
    const move = (n: number, from: string, to: string, via: string): void => {
      if (n === 0) return;
      move(n - 1, from, via, to);
      moves++;
      pegs[to]!.push(pegs[from]!.pop()!);
      move(n - 1, via, to, from);
    };
    move(4, 'a', s === 'a' ? 'b' : 'c', s === 'a' ? 'c' : 'b');
    return `${moves} ${pegs['a']!.length} ${pegs['b']!.join('')} ${pegs['c']!.join('')}`;
  },
});

export const quickWithCalls = transform({
  input: { xs: list(float64) },
  output: utf8,
  row({ xs }) {
    const a = xs.filter((x) => x === x);
    const swap = (i: number, j: number) => {
      [a[i], a[j]] = [a[j]!, a[i]!];
    };
    const sort = (lo: number, hi: number): void => {
      if (lo >= hi) return;
      let p = lo;
      for (let i = lo; i < hi; i++)
        if (a[i]! < a[hi]!) {
          swap(i, p);
          p++;
        }
      swap(p, hi);
      sort(lo, p - 1);
      sort(p + 1, hi);
    };
    sort(0, a.length - 1);
    const ms = (v: number[]): number[] => {
      if (v.length < 2) return v;
      const h = v.length >> 1;
      const l = ms(v.slice(0, h)),
        r = ms(v.slice(h));
      const o: number[] = [];
      while (l.length && r.length) o.push(l[0]! <= r[0]! ? l.shift()! : r.shift()!);
      return [...o, ...l, ...r];
    };
    return `${a.join()} ${ms([...xs].filter((x) => x === x)).join()}`;
  },
});

export const parserWithCalls = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    let pos = 0;
    const text = `1+2*(3-${s.length})-4*-(2)`;
    const peek = () => text[pos];
    const expr = (): number => {
      let v = term();
      while (peek() === '+' || peek() === '-') {
        const op = text[pos++];
        const r = term();
        v = op === '+' ? v + r : v - r;
      }
      return v;
    };
    const term = (): number => {
      let v = atom();
      while (peek() === '*') {
        pos++;
        v *= atom();
      }
      return v;
    };
    const atom = (): number => {
      if (peek() === '-') {
        pos++;
        return -atom();
      }
      if (peek() === '(') {
        pos++;
        const v = expr();
        pos++;
        return v;
      }
      let d = '';
      while (pos < text.length && /\d/.test(text[pos]!)) d += text[pos++];
      return Number(d);
    };
    return `${expr()} ${pos}`;
  },
});

export const ackermannWithCalls = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    let calls = 0;
    const ack = (m: number, n: number): number => {
      calls++;
      return m === 0 ? n + 1 : n === 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1));
    };
    const coll = (n: number, steps = 0): number => (n <= 1 ? steps : coll(n % 2 ? 3 * n + 1 : n / 2, steps + 1));
    return `${ack(2, s.length % 5)} ${calls} ${coll(s.length + 1)} ${coll(27)}`;
  },
});

export const floodWithCalls = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const g = s.split(' ').map((w) => [...w.padEnd(4, '.')]);
    const fill = (y: number, x: number): number => {
      const r = g[y];
      if (!r || r[x] === undefined || r[x] === '#') return 0;
      r[x] = '#';
      let n = 1;
      for (const [dy, dx] of [
        [0, 1],
        [1, 0],
        [0, -1],
        [-1, 0],
      ] as const)
        n += fill(y + dy, x + dx);
      return n;
    };
    return `${fill(0, 0)} ${g.map((r) => r.join('')).join()}`;
  },
});

export const sumTreeWithCalls = transform({
  input: { xs: list(float64) },
  output: utf8,
  row({ xs }) {
    type N = { v: number; kids: N[] };
    const root: N = { v: 0, kids: [] };
    let cur = root;
    const stack = [root];
    for (const x of xs) {
      const n: N = { v: x, kids: [] };
      cur.kids.push(n);
      if (x > 2) {
        stack.push(n);
        cur = n;
      } else if (stack.length > 1) {
        stack.pop();
        cur = stack[stack.length - 1]!;
      }
    }
    const sum = (n: N): number => n.kids.reduce((a, k) => a + sum(k), n.v);
    const show = (n: N): string => `${n.v}(${n.kids.map((k) => show(k)).join()})`;
    const dep = (n: N): number => 1 + Math.max(0, ...n.kids.map(dep));
    return `${sum(root)} ${show(root)} ${dep(root)}`;
  },
});

export const unionWithCalls = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const parent: Record<string, string> = {};
    const find = (x: string): string => {
      const p = parent[x];
      if (p === undefined || p === x) return x;
      const r = find(p);
      parent[x] = r;
      return r;
    };
    const w = s.split(' ').map((x) => `_${x}`);
    for (let i = 1; i < w.length; i++) {
      const a = find(w[i - 1]!),
        b = find(w[i]!);
      if (a !== b) parent[a] = b;
    }
    const m = new Map<string, Set<string>>();
    for (const x of w) {
      const r = find(x);
      let st = m.get(r);
      if (!st) m.set(r, (st = new Set()));
      st.add(x);
    }
    return [...m].map(([k, v]) => `${k}=${[...v].join('+')}`).join();
  },
});

interface Branch {
  value: number;
  readonly branches: Branch[];
}

/** Functions that call themselves from a function that a method of arrays calls. */
export const callbacksWithCalls = transform({
  input: { s: utf8 },
  output: { orders: list(utf8), subsets: utf8, sum: int32, most: int32, text: utf8 },
  row({ s }) {
    const ordered = (units: string[]): string[] =>
      units.length <= 1
        ? units
        : units.flatMap((unit, i) => ordered([...units.slice(0, i), ...units.slice(i + 1)]).map((rest) => unit + rest));
    const subsets: string[] = [];
    const choose = (place: number, chosen: string): void => {
      if (place >= s.length || place > 3) subsets.push(chosen);
      else for (const part of ['', s[place]!]) [part].forEach((one) => choose(place + 1, chosen + one));
    };
    choose(0, '');
    const root: Branch = { value: 0, branches: [] };
    const open = [root];
    for (const c of s) {
      const last = open.at(-1)!;
      if (c === '(' || c === 'a') {
        const branch: Branch = { value: open.length, branches: [] };
        last.branches.push(branch);
        open.push(branch);
      } else if (c === ')' && open.length > 1) open.pop();
      else last.value += 1;
    }
    const sum = ({ value, branches }: Branch): number => value + branches.reduce((total, one) => total + sum(one), 0);
    const most = ({ value, branches }: Branch): number => Math.max(value, ...branches.map(most));
    const show = ({ value, branches }: Branch): string => (branches.length > 0 ? `${value}(${branches.map(show).join(' ')})` : `${value}`);
    return { orders: ordered([...s.slice(0, 4)]), subsets: subsets.join(), sum: sum(root), most: most(root), text: show(root) };
  },
});
