import { expand, float64, list, transform, utf8 } from 'rowfuse';

export const nullableKeysWithMaps = transform({
  input: { xs: list(float64) },
  output: utf8,
  row({ xs }) {
    const m = new Map<number | null, number>();
    for (const x of xs) m.set(x, (m.get(x) ?? 0) + 1);
    m.set(null, 9);
    let t = '';
    for (const [k, v] of m) t += `${k === null ? 'null' : 1 / k}:${v};`;
    const st = new Set<number | undefined>(xs);
    let u = '';
    for (const k of st) u += `${k === undefined ? 'u' : 1 / k},`;
    return `${t} ${u} ${m.has(null)} ${m.has(-0)} ${m.has(NaN)}`;
  },
});

export const numberKeysWithMaps = transform({
  input: { xs: list(float64) },
  output: utf8,
  row({ xs }) {
    const m = new Map<number, string>();
    for (const x of xs) m.set(x, `${x}`);
    let t = '';
    for (const [k, v] of m) t += `${1 / k}=${v};`;
    return t + [...m.keys()].join() + [...m.values()].join() + m.size;
  },
});

export const storedTextsWithMaps = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const m = new Map<string, string>();
    const all: string[] = [];
    const o = { t: '' };
    const p = o;
    let g = '';
    for (const c of s) {
      g += c;
      m.set(c, g);
      let k = m.get(c)!;
      k += '!';
      all.push(k);
      k += '?';
      m.set(`${c}2`, k);
      p.t += c;
      all.push(o.t);
      let l = all[0]!;
      l += 'z';
      all[0] = l;
    }
    return `${[...m].map(([k, v]) => `${k}=${v}`).join()}|${all.join()}|${o.t}`;
  },
});

export const fromEntriesProtoWithMaps = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const d: Record<string, number> = Object.fromEntries(s.split(' ').map((w, i) => [w, i] as const));
    const e = d;
    e['q'] = 1;
    return Object.keys(d).join();
  },
});

export const dictWordsWithMaps = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const d: Record<string, number> = {};
    for (const w of s.split(' ')) d[w] = (d[w] ?? 0) + 1;
    delete d['a'];
    let t = '';
    for (const k in d) {
      t += `${k}=${d[k]};`;
      delete d['zz'];
    }
    return `${t}${'b' in d} ${Object.hasOwn(d, 'x')} ${Object.entries(d)
      .map(([k, v]) => k + v)
      .join()}`;
  },
});

export const iterateSetWithMaps = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const st = new Set(s);
    let t = '';
    let n = 0;
    for (const c of st) {
      if (n++ > 20) break;
      t += c;
      st.delete('a');
      if (c === 'b') {
        st.delete('b');
        st.add('b');
      }
      st.add(`${c}1`.slice(0, 2));
    }
    st.forEach((c) => {
      if (n++ < 60) {
        st.delete(c);
        st.add('q');
      }
      t += `,${c}`;
    });
    return `${t} ${st.size}`;
  },
});

export const iterateMapWithMaps = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const m = new Map<string, number>();
    for (const w of s.split(' ')) m.set(w, (m.get(w) ?? 0) + 1);
    let t = '';
    for (const [k, v] of m) {
      t += `${k}${v},`;
      if (m.size < 9) m.set(`${k}+`, v + 1);
      if (t.length > 60) m.clear();
    }
    m.set('e', 1);
    m.forEach((v, k, all) => {
      t += `${k}${v}${all === m}`;
      all.delete(k);
    });
    return `${t}${m.size}${m.keys().next().value}${m.entries().next().done}`;
  },
});

export const iterateArrayWithMaps = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const a = s.split(' ');
    const b = a;
    let t = '';
    let n = 0;
    for (const w of a) {
      t += w;
      if (n++ < 5) b.push(`${w}${n}`);
      if (n === 3) b.shift();
    }
    a.forEach((w, i) => {
      if (i < 2) b.push('f');
      if (i === 1) b.pop();
      t += `,${w}`;
    });
    const k = a.map((w, i) => {
      b[i] = 'm';
      b.push('x');
      return w;
    });
    return `${t}|${k.join(',')}|${a.join(',')}`;
  },
});

export const surrogatesWithMaps = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const m = new Map<string, number>();
    for (let i = 0; i < s.length; i++) {
      const u = s[i]!;
      m.set(u, (m.get(u) ?? 0) + 1);
      m.set(s.slice(0, i), i);
      m.set(s.slice(i), i);
      m.set(s.slice(0, i) + s.slice(i), 100 + i);
      m.set(s.charAt(i) + s.charAt(i + 1), 7);
    }
    const d: Record<string, number> = {};
    for (let i = 0; i < s.length; i++) {
      d[`k${s[i]}`] = i;
      d[`k${s.slice(i, i + 1)}`]! += 10;
    }
    return `${[...m.values()].join(',')} ${m.size} ${Object.values(d).join(',')} ${[...m.keys()].map((k) => k.length).join(',')}`;
  },
});

export const graphWithMaps = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const g = new Map<string, string[]>();
    const w = s.split(' ');
    for (let i = 0; i + 1 < w.length; i++) {
      const l = g.get(w[i]!) ?? [];
      l.push(w[i + 1]!);
      g.set(w[i]!, l);
    }
    const seen = new Set<string>();
    const out: string[] = [];
    const visit = (n: string): void => {
      if (seen.has(n)) return;
      seen.add(n);
      for (const m of g.get(n) ?? []) visit(m);
      out.push(n);
    };
    for (const k of g.keys()) visit(k);
    return out.join(',');
  },
});

export const objectKeysWithMaps = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const nodes = s.split(' ').map((name) => ({ name, n: 0 }));
    const m = new Map<{ name: string; n: number }, number>();
    for (const o of nodes) m.set(o, o.name.length);
    nodes[0]!.n = 5;
    let t = 0;
    for (const [o, n] of m) t += o.n + n;
    const st = new Set(nodes);
    st.delete(nodes[0]!);
    return `${t} ${m.size} ${st.size} ${m.has({ name: 'a', n: 0 })} ${m.get(nodes[nodes.length - 1]!)}`;
  },
});

export const bigKeysWithMaps = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const m = new Map<bigint, string>();
    let h = 1n;
    for (const c of s) {
      h = (h * 31n + BigInt(c.codePointAt(0) ?? 0)) % 1000003n;
      m.set(h, c);
      m.set(-h, c + c);
    }
    m.set(0n, 'z');
    m.set(-0n, 'y');
    const b = new Map<boolean, number>([[true, 1]]);
    b.set(s === '', 2);
    return `${[...m].map(([k, v]) => `${k}${v}`).join(',')} ${[...b].map(([k, v]) => `${k}${v}`).join(',')}`;
  },
});

export const manyKeysWithMaps = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const m = new Map<string, number>();
    const a: string[][] = [];
    for (let i = 0; i < 10000; i++) {
      const k = `${s}${i % 7000}`;
      m.set(k, (m.get(k) ?? 0) + i);
      if (i % 3 === 0) m.delete(`${s}${i / 3}`);
      if (i % 100 === 0) a.push([]);
      a[a.length - 1]!.push(k);
    }
    let t = 0;
    let c = 0;
    for (const [k, v] of m) {
      c = (c * 31 + k.length + v) % 1000003;
      t += v;
    }
    return `${m.size} ${t} ${c} ${a.length} ${a[99]!.length} ${a[50]![7]}`;
  },
});

export const entriesNestedWithMaps = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const d: Record<string, Record<string, number[]>> = {};
    const w = s.split(' ');
    for (let i = 0; i < w.length; i++) {
      const r = (d[`${w[i]}`] ??= {});
      (r[`${i % 2}`] ??= []).push(i);
      d[`${w[i]}`]!['z'] = [i];
    }
    let t = '';
    for (const [k, v] of Object.entries(d)) for (const k2 in v) t += `${k}.${k2}=${v[k2]!.join('+')};`;
    return t;
  },
});

export const dictKeysWithMaps = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const d: Record<string, number> = { z: 1 };
    for (const w of s.split(' ')) if (w !== 'constructor') d[w] = w.length;
    const e = d;
    for (const w of ['10', '2', '01', '-1', '4294967294', '4294967295', '1.5']) e[w] = 1;
    return `${Object.keys(d).join()} ${Object.values(e).join()} ${'10' in d} ${Object.keys(d).length} ${delete d['2']} ${d['2']}`;
  },
});

export const dictReadWithMaps = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const d: Record<string, number> = {};
    const e = d;
    e['q'] = 1;
    let t = 0;
    for (const w of s.split(' ')) t += d[w] ?? 0;
    return `${t}`;
  },
});

export const columnInMapWithMaps = transform({
  input: { xs: list(float64) },
  output: utf8,
  row({ xs }) {
    const m = new Map<string, readonly number[]>();
    m.set('a', xs);
    const n = new Map<string, number[]>();
    n.set('k', [...xs]);
    n.get('k')!.push(1);
    return `${m.get('a')!.length} ${n.get('k')!.length}`;
  },
});

export const labelsWithMaps = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const m = new Map<string, number>();
    const g: string[][] = [];
    outer: for (const w of s.split(' ')) {
      const row: string[] = [];
      g.push(row);
      for (const c of w) {
        if (c === 'z') continue outer;
        if (c === 'x') break outer;
        if (m.has(c)) {
          m.delete(c);
          continue;
        }
        m.set(c, m.size);
        row.push(c);
        for (const [k, v] of m) {
          if (v > 3) {
            m.delete(k);
            break;
          }
        }
      }
      row.reverse();
    }
    return `${[...m.keys()].join('')} ${g.map((r) => r.join('')).join('|')}`;
  },
});

export const rowsOutWithMaps = expand({
  input: { s: utf8 },
  output: { w: utf8, n: float64 },
  *rows({ s }) {
    const m = new Map<string, number>();
    const first = { w: '', n: 0 };
    for (const w of s.split(' ')) {
      const n = (m.get(w) ?? 0) + 1;
      m.set(w, n);
      first.w = w;
      first.n = n;
      const alias = first;
      yield alias;
      alias.n += 1;
      if (n > 1) yield first;
    }
  },
});

export const inExpandWithMaps = expand({
  input: { s: utf8 },
  output: utf8,
  *rows({ s }) {
    const seen = new Set<string>();
    const cur = { t: '' };
    for (const w of s.split(' ')) {
      if (seen.has(w)) continue;
      seen.add(w);
      cur.t += w;
      yield cur.t;
    }
    yield* seen;
    const st: string[] = [];
    for (const c of s) {
      st.push(c);
      if (st.length === 3) {
        yield st.join('');
        st.length = 0;
      }
    }
  },
});

export const genericWithMaps = transform({
  input: { s: utf8, xs: list(float64) },
  output: utf8,
  row({ s, xs }) {
    const groupBy = <T, K>(items: readonly T[], key: (item: T) => K) => {
      const m = new Map<K, T[]>();
      for (const i of items) {
        const k = key(i);
        const l = m.get(k);
        if (l) l.push(i);
        else m.set(k, [i]);
      }
      return m;
    };
    const a = groupBy(s.split(' '), (w) => w.length);
    const b = groupBy(xs, (x) => x > 1);
    const uniq = <T>(v: readonly T[]) => [...new Set(v)];
    return `${[...a].map(([k, v]) => `${k}:${v.join('+')}`).join()} ${[...b.keys()].join()} ${b.get(true)?.length} ${uniq(s.split(' ')).join()} ${uniq(xs).join()}`;
  },
});

export const stackQueueWithMaps = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const q: [string, number][] = [['', 0]];
    const seen = new Set(['']);
    let t = '';
    let n = 0;
    while (q.length > 0 && n++ < 40) {
      const [w, d] = q.shift()!;
      t += `${w}${d},`;
      if (d < 3)
        for (const c of s.slice(0, 3)) {
          const x = w + c;
          if (!seen.has(x)) {
            seen.add(x);
            q.push([x, d + 1]);
          }
        }
    }
    const tup: [string, number] = ['a', 1];
    const al = tup;
    al[1] += s.length;
    [al[0]] = [s.slice(0, 1)];
    return `${t}${tup[0]}${tup[1]}${q.length}`;
  },
});

export const numbersTextWithMaps = transform({
  input: { xs: list(float64) },
  output: utf8,
  row({ xs }) {
    const m = new Map<string, string>();
    const l: string[] = [];
    for (const x of xs) {
      const k = `${x}`;
      m.set(k, `${x * 2}`);
      l.push(`${x}:${m.size}`);
      m.set(`${m.size}`, k + k);
    }
    const d: Record<string, string> = {};
    for (const x of xs) {
      d[x] = `${x + 1}`;
      d[`n${x}`] = `${d[x]}${x}`;
    }
    return `${[...m].map(([k, v]) => `${k}=${v}`).join()}|${l.join()}|${Object.entries(d)
      .map(([k, v]) => `${k}=${v}`)
      .join()}`;
  },
});

export const noExclusiveWithMaps = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    let t = '';
    const all: string[] = [];
    const o = { t: '' };
    for (const c of s) {
      t += c;
      all.push(t);
      o.t = t;
      t += '-';
      const u = o.t + 'x';
      o.t += 'y';
      all.push(u, o.t);
      if (t.length > 20) {
        t = all[0]!;
        t += '!';
        all[0] += '?';
      }
    }
    const f = (p: string) => {
      p += '1';
      const q = p;
      p += '2';
      return [q, p];
    };
    const [a, b] = f(t);
    t += 'z';
    return `${all.join()}|${a}|${b}|${t}|${o.t}`;
  },
});

export const slicesWithMaps = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const m = new Map<string, string>();
    let rest = s;
    while (rest.length > 0) {
      const h = rest.slice(0, 1);
      rest = rest.slice(1);
      m.set(h + rest.slice(0, 1), rest);
      m.set(h, (m.get(h) ?? '') + h);
    }
    const back = [...m].map(([k, v]) => k + v).join('');
    const d: Record<string, string[]> = {};
    for (const [k, v] of m) (d[`.${k}`] ??= []).push(v);
    return `${back.length} ${back} ${Object.entries(d)
      .map(([k, v]) => `${k}${v.length}`)
      .join()} ${m.has(s.slice(0, 1) + s.slice(1, 2))} ${new Set([s.charAt(0), s[0] ?? '', s.slice(0, 1)]).size}`;
  },
});

export const whileMapWithMaps = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const m = new Map<number, string>();
    let i = 0;
    do {
      m.set(i, s.slice(i, i + 2));
      i += 2;
    } while (i < s.length && m.size < 5);
    let t = '';
    for (const k of m.keys()) {
      switch (k) {
        case 0:
          m.set(0, 'zero');
          continue;
        case 2:
          m.delete(4);
          break;
        default:
          t += 'd';
      }
      t += k;
    }
    const it = m.values();
    void it;
    lbl: {
      if (m.size > 2) break lbl;
      t += 'small';
    }
    const arr = Array.from(m, ([k, v]) => k + v.length);
    const arr2 = Array.from(m.entries()).map(([k]) => k);
    return `${t}|${[...m.values()].join()}|${arr.join()}|${arr2.join()}`;
  },
});

const ownTable: Record<string, number> = { a: 1, b: 2 };
export const ownOfConstantWithMaps = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const d: Record<string, number> = {};
    for (const w of s.split(' ')) d[`_${w}`] = Object.hasOwn(ownTable, w) ? 1 : 2;
    let t = '';
    for (const [k, v] of Object.entries(ownTable)) t += `${k}${v}`;
    return `${t}${Object.keys(d).join()}${Object.keys(ownTable).join()}${Object.values(d).join()}`;
  },
});

/** Dictionaries that literals make of others, of names that the row computes, and of names that they write. */
export const mergedWithMaps = transform({
  input: { s: utf8, t: utf8, x: float64 },
  output: { all: utf8, counts: utf8, before: utf8 },
  row({ s, t, x }) {
    const given: Record<string, string> = { host: 'a', 2: 'two' };
    for (const part of s.split('&')) given[part.slice(0, 2).replace('__proto__', '')] = part;
    const maybe: Record<string, string> | undefined = x > 1 ? { [t]: 'x', z: 'q' } : undefined;
    const all: Record<string, string> = { first: '1', ...given, ...maybe, [`n${x}`]: t, host: 'b', ...{ s, 1: t } };
    given.later = 'no';
    const counts = t.split(' ').reduce<Record<number, number>>((sum, word) => ({ ...sum, [word.length]: (sum[word.length] ?? 0) + 1 }), {});
    const show = (names: Record<string, string>) => Object.entries(names).map(([name, value]) => `${name}=${value}`).join(';');
    return { all: show(all), counts: `${Object.keys(counts).join()} ${Object.values(counts).join()}`, before: show(given) };
  },
});
