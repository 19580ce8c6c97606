import { float64, int32, list, nullable, transform, utf8 } from 'rowfuse';

export const sliceThenChangeWithIdentity = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const a = s.split(' ');
    const same = a;
    const b = a.slice(0, 2);
    const c = [...a];
    const d = a.concat(['q']);
    const e = Array.from(a);
    const [f, ...g] = a;
    same[0] = 'changed';
    a.push('more');
    a.reverse();
    return `${b.join()}|${c.join()}|${d.join()}|${e.join()}|${f}|${g.join()}|${a.join(',')}|${same.length}`;
  },
});

export const splicedWithIdentity = transform({
  input: { xs: list(float64) },
  output: utf8,
  row({ xs }) {
    const a = [...xs, 7, 8, 9];
    const b = a;
    const r = a.splice(1, 2);
    const q = b.splice(-1);
    const z = a.splice(0, 1, 100, 200);
    b[0] = 5;
    r.push(1);
    const n = a.splice(NaN, Infinity);
    return `${a.join(',')}|${b.join()}|${r.join()}|${q.join()}|${z.join(',')}|${n.join()}|${xs.join()}`;
  },
});

interface Link {
  v: string;
  next: Link | null;
}
export const linksWithIdentity = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    let head: Link | null = null;
    for (const c of s) head = { v: c, next: head };
    let prev: Link | null = null;
    let at = head;
    while (at) {
      const next: Link | null = at.next;
      at.next = prev;
      prev = at;
      at = next;
    }
    let t = '';
    for (let p = prev; p !== null; p = p.next) t += p.v;
    if (head) head.next = head;
    return `${t} ${head !== null && head.next === head} ${prev === head}`;
  },
});

export const evalOrderWithIdentity = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const a = [1, 2, 3];
    const b = a;
    let i = 0;
    const f = () => {
      b[1] = 50;
      return 7;
    };
    a[i] = a[i++]! + f();
    a[i++]! += f();
    const m = new Map<string, number>();
    m.set(s, m.size).set('x', m.size);
    let x = [0];
    const y = [9];
    const z = [x.length, (x = y).length, x[0]!];
    x.push(a.length);
    const t = `${a[1]} ${f()} ${a[1]} ${a.push(1)} ${a.length} ${a.pop()} ${a.length}`;
    return `${a.join(',')} ${i} ${[...m.keys()].join(';')} ${z.join(',')} ${y.join(',')} ${t}`;
  },
});

export const argOrderWithIdentity = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const a = [s.length];
    const grow = () => {
      a.push(a.length);
      return a;
    };
    const f = (n: number, b: number[], m: number, c: number[]) => `${n},${b.length},${m},${c.length}`;
    const r = f(a.length, grow(), a.length, grow());
    const g = (...n: number[]) => n.join();
    return `${r} ${g(a.length, grow().length, a.length, a.pop() ?? 0, a.length)} ${a.length + grow().length + a.length} ${a[0]! + ((a[0] = 5)) + a[0]}`;
  },
});

export const keyOrderWithIdentity = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    type P = { a: number; b: number };
    const p: P = { b: 1, a: 2 };
    const q = p;
    q.a = s.length;
    let t = '';
    for (const k in p) t += k;
    return `${Object.keys(p).join()} ${Object.values(p).join()} ${t}`;
  },
});

export const assignedPopWithIdentity = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const a = s.split(' ');
    const b = a;
    a[0] = b.pop()!;
    a[a.length] = b.pop() ?? 'none';
    return a.join(',');
  },
});

export const assignedPushWithIdentity = transform({
  input: { xs: list(float64) },
  output: utf8,
  row({ xs }) {
    const a: number[] = [];
    const b = a;
    a[1] = b.push(xs.length);
    return a.join(',');
  },
});

export const assignedPop2WithIdentity = transform({
  input: { xs: list(float64) },
  output: utf8,
  row({ xs }) {
    const a: number[] = [...xs];
    const b = a;
    a[1] = b.pop() ?? 1;
    return a.join(',');
  },
});

export const loopAssignWithIdentity = transform({
  input: { xs: list(float64) },
  output: utf8,
  row({ xs }) {
    const a: number[] = [];
    const b = a;
    let i = 0;
    for (const x of xs) a[i++] = x;
    while (i > 2) b[--i] = b[i - 1]! + a.length;
    const m = new Map<string, number[]>([['k', a]]);
    const get = () => m.get('k')!;
    get()[0] = get()[1] = a.length;
    const g = [
      [1, 2],
      [3, 4],
    ];
    const h = g;
    h[0]![1] = h[1]![0] = 9;
    [a[0], a[1]] = [a[1]!, a[0]!];
    [g[0], g[1]] = [g[1]!, g[0]!];
    const put = (v: number): number => (v <= 0 ? 0 : (a[a.length] = put(v - 1) + 1));
    put(3);
    for (a[0] of xs) if (a[0] > 2) break;
    const key = (i: number) => i;
    b[key(0)] = key(7);
    return `${a.join(',')} ${g.map((r) => r.join('.')).join(',')} ${h[1]![1]}`;
  },
});

export const twiceSameWithIdentity = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const a = [1];
    const m = new Map<string, number[]>([
      ['x', a],
      ['y', a],
    ]);
    m.get('x')!.push(s.length);
    const o = { l: a, r: a };
    o.l.push(3);
    const [p, q] = [o, { ...o }];
    q.l = [0];
    p.r[0] = 8;
    const n = [a, a, [...a]];
    n[0]!.push(7);
    return `${m.get('y')!.join(',')} ${o.r.join(',')} ${q.r === a} ${p.l === q.l} ${n[2]!.join(',')} ${n[1]!.length} ${n.indexOf(a)} ${n.lastIndexOf(a)}`;
  },
});

export const chosenObjectsWithIdentity = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const a = { v: 1 },
      b = { v: 2 };
    const c = s.length > 3 ? a : b;
    c.v += 10;
    const d = s === 'a' ? null : a;
    const e = d ?? b;
    e.v *= 2;
    const f = s ? a : null;
    if (f) f.v++;
    const g = (s.length > 5 ? d : null) || b;
    g.v += 100;
    d && (d.v -= 3);
    let h: { v: number } | undefined;
    if (s.length > 2) h = a;
    h ??= { v: 50 };
    h.v++;
    const k = h?.v;
    h === a ? a.v++ : b.v++;
    switch (s.length) {
      case 0:
        a.v = 7;
        break;
      case 1:
        b.v = 9;
        break;
      default: {
        const z = a;
        z.v++;
      }
    }
    return `${a.v} ${b.v} ${c.v} ${e.v} ${h.v} ${k}`;
  },
});

export const defaultsWithIdentity = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const log: string[] = [];
    const f = (a: number[] = [log.push('d')], { x = log.push('x'), y }: { x?: number; y: number[] } = { y: a }) => {
      a.push(x);
      y.push(5);
      return a.length * 10 + y.length;
    };
    const own = [1];
    const r = [f(), f(own), f(own, { y: own }), f(undefined, { x: 3, y: own })];
    const { p = log.push('p'), ...rest } = { q: own, p: s.length > 2 ? 1 : undefined };
    rest.q.push(6);
    const [u = log.push('u'), ...v] = own;
    v.push(1);
    return `${r.join(',')} ${own.join(',')} ${log.join(',')} ${p} ${u} ${v.length}`;
  },
});

export const structsChangedWithIdentity = transform({
  input: { xs: list(float64), s: utf8 },
  output: utf8,
  row({ xs, s }) {
    const pts = xs.map((x, i) => ({ x, tag: s[i] ?? null, kids: [] as number[] }));
    for (const p of pts) {
      p.x *= 2;
      p.kids.push(p.x);
      for (const q of pts) if (q !== p) q.kids.push(p.kids.length);
    }
    const best = pts.find((p) => p.x > 3);
    if (best) {
      best.tag = 'best';
      best.kids.length = 0;
    }
    const byX = new Map(pts.map((p) => [p.x, p]));
    for (const [, p] of byX) p.tag += '!';
    pts.sort((a, b) => a.kids.length - b.kids.length || 0);
    const [f] = pts;
    if (f) f.x = 0;
    return pts.map((p) => `${p.x}${p.tag}${p.kids.join('.')}`).join(';') + (pts.at(-1)?.tag ?? '');
  },
});

export const negZeroWithIdentity = transform({
  input: { xs: list(float64) },
  output: utf8,
  row({ xs }) {
    const m = new Set<number | string>();
    const a = xs.map((x) => ({ x }));
    for (const o of a) {
      o.x = -o.x;
    }
    const b = a;
    b.push({ x: -0 });
    return `${a.map(({ x }) => 1 / x).join(',')} ${m.size}`;
  },
});

export const lightRowsWithIdentity = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const grid = s.split(' ').map((w) => [...w]);
    const row = grid[0]!;
    const view = row.length;
    grid[0]![0] = '#';
    const first = row[0];
    row.push('+');
    const last = grid.at(-1)!;
    last[0] = '@';
    const copy = grid.map((r) => [...r]);
    copy[0]![0] = '?';
    const sh = [...grid];
    sh[0]!.push('=');
    const len = grid.map((r) => r.length);
    grid.length = 0;
    return `${view}${first}${row.join('')}${last.join('')}${copy.map((r) => r.join('')).join('|')}${sh.length}${len.join(',')}${grid.length}`;
  },
});

export const lightTextsWithIdentity = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const a = s.split(' ');
    const b = a;
    const joined = a.map((x) => x + '!');
    const up = a.filter((x) => x.length > 1);
    const has = a.includes('x');
    const sorted = a.toSorted();
    const sl = a.slice(1);
    const o = { list: a, n: a.length, first: a[0] };
    b[0] = 'CHANGED';
    b.push('NEW');
    const f = () => a.length + sl.length;
    return `${joined.join()}|${up.join()}|${has}|${sorted.join()}|${sl.join()}|${o.list.join()}|${o.n}|${o.first}|${f()}`;
  },
});

export const effectsWithIdentity = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const log: string[] = [];
    const m = new Map<string, number>();
    const t = (v: boolean, n: string) => {
      log.push(n);
      m.set(n, m.size);
      return v;
    };
    const a = (t(s.length > 2, 'a') && t(s.length > 5, 'b')) || t(true, 'c');
    const b = t(false, 'd') ? t(true, 'e') : t(s === 'a', 'f');
    const c = m.get('e') ?? (t(true, 'g') ? m.size : 0);
    const o: { v: number[] } | null = s === '' ? null : { v: [1] };
    const d = o?.v.push(t(true, 'h') ? 1 : 2);
    const e = o?.v[log.length > 3 ? 0 : 1];
    const u = `${log.length}${t(a, 'i')}${log.length}${m.size}${m.delete('a')}${m.size}`;
    let x: number[] = [1];
    const y: number[] = [2];
    const z = [x, (x = y)];
    z[0]!.push(5);
    x.push(6);
    m.set('q', m.size).set('q', m.get('q')! + 1);
    const w = [log.length, log.push('w'), log.length, log.pop()?.length, log.length];
    return `${a}${b}${c}${d}${e}${u}|${z.map((r) => r.join('.')).join(';')}|${m.get('q')}|${w.join()}|${log.join()}`;
  },
});

export const shapesWithIdentity = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    type Shape = { kind: 'circle'; r: number } | { kind: 'box'; w: number; h: number };
    const all: Shape[] = [];
    for (const w of s.split(' '))
      all.push(w.length % 2 ? { kind: 'circle', r: w.length } : { kind: 'box', w: w.length, h: 2 });
    const area = (q: Shape) => (q.kind === 'circle' ? q.r * q.r : q.w * q.h);
    for (const q of all)
      if (q.kind === 'circle') q.r++;
      else q.h += 3;
    const alias = all[0]!;
    if (alias.kind === 'box') alias.w = 100;
    return all.map(area).join();
  },
});

export const optionalWithIdentity = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    interface P {
      name: string;
      age?: number;
      tags?: string[];
      boss?: P | null;
    }
    const ps: P[] = s.split(' ').map((name, i) => (i % 2 ? { name, age: i } : { name, tags: [name] }));
    ps.forEach((p, i) => {
      const boss = ps[i - 1];
      if (boss) p.boss = boss;
      else p.boss = null;
    });
    for (const p of ps) {
      p.age ??= 7;
      (p.tags ??= []).push('t');
      if (p.boss?.tags) p.boss.tags.push(p.name);
      delete p.age;
    }
    let n = 0;
    for (let p: P | null | undefined = ps.at(-1); p; p = p.boss) n++;
    return `${n} ${ps.map((p) => `${p.name}${p.age}${p.tags?.join('')}${p.boss?.name}`).join()}`;
  },
});

export const closuresWithIdentity = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const counter = { n: 0 };
    const inc = () => ++counter.n;
    const make = (start: number) => ({ v: start, hist: [start] });
    const c1 = make(1),
      c2 = make(inc());
    const bump = (c: { v: number; hist: number[] }, by = inc()) => {
      c.v += by;
      c.hist.push(c.v);
      return c;
    };
    bump(bump(c1)).v++;
    bump(c2, s.length);
    const both = [c1, c2, c1];
    for (const c of both) c.v *= 2;
    const { hist } = c1;
    hist.unshift(0);
    const [x, , y] = both;
    return `${counter.n} ${c1.v} ${c2.v} ${c1.hist.join()} ${x === y} ${both.indexOf(c2)} ${both.map((c) => c.hist.length).join()}`;
  },
});

export const bigArraysWithIdentity = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const a: number[] = [];
    const b = a;
    for (let i = 0; i < 20000; i++) b.push((i * 7919) % 10007);
    const g = Array.from({ length: 50 }, (_, i) => new Array<number>(50).fill(i));
    const h = g;
    for (let i = 0; i < 50; i++) for (let j = 0; j < 50; j++) h[i]![j]! += a[i * 50 + j]!;
    a.sort((x, y) => x - y);
    const d: Record<string, number> = {};
    for (let i = 0; i < 3000; i++) d[`${s}${a[i]! % 500}`] = i;
    let t = '';
    for (let i = 0; i < 3000; i++) {
      t += String.fromCharCode(97 + (i % 26));
      if (i % 1000 === 0) g.push([t.length]);
    }
    return `${a[777]} ${g[49]![49]} ${Object.keys(d).length} ${t.length} ${g.length}`;
  },
});

/** Fields that a key of a few names reads and changes. */
export const namedFieldsWithIdentity = transform({
  input: { s: utf8, n: int32 },
  output: { most: utf8, settings: utf8, x: int32, y: int32, missing: float64 },
  row({ s, n }) {
    const counts = { vowels: 0, digits: 0, other: 0 };
    for (const c of s.toLowerCase()) {
      const kind = 'aeiou'.includes(c) ? 'vowels' : c >= '0' && c <= '9' ? 'digits' : 'other';
      counts[kind]++;
    }
    const most = (Object.keys(counts) as (keyof typeof counts)[]).reduce((a, b) => (counts[a] >= counts[b] ? a : b));
    const settings = { host: 'localhost', path: '/', note: null as string | null };
    for (const part of s.split(' ')) {
      const [key, value] = part.split('=');
      if (value !== undefined && (key === 'host' || key === 'path' || key === 'note')) settings[key] = value;
      else settings[n > 3 ? 'host' : 'path'] += part.slice(0, 1);
    }
    const at = { x: 0, y: 0 };
    for (const c of s) at[c < 'e' ? 'x' : 'y'] += c === 'a' || c === 't' ? 1 : -1;
    const other = n > 5 ? at : { x: 9, y: 9 };
    other[s.length > 2 ? 'x' : 'y'] ??= 3;
    const key = (n > 20 ? 'z' : 'x') as 'x' | 'y';
    return { most: `${most} ${counts[most]}`, settings: textOf(settings), x: at.x, y: at.y, missing: other[key] };
  },
});

function textOf(settings: { host: string; path: string; note: string | null }): string {
  return (['host', 'path', 'note'] as const).map((key) => `${key}: ${settings[key]}`).join(', ');
}

/** Members of objects with identity whose type the source narrows. */
export const narrowedMembersWithIdentity = transform({
  input: { s: utf8 },
  output: { found: nullable(utf8), order: int32 },
  row({ s }) {
    const words = s.split(' ');
    const found: { at: number | null; word: string | null }[] = [];
    for (const [at, word] of words.entries()) found.push(word ? { at, word } : { at: null, word: null });
    found.reverse();
    const [first, last] = [found[0]!, found[found.length - 1]!];
    found.push(first);
    if (first.at === null || first.word === null || last.word === null) return { found: null, order: 0 };
    return { found: words[first.at] ?? null, order: first.word < last.word ? -1 : 1 };
  },
});
