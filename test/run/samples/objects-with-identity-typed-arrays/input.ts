import { float64, int32, list, transform, utf8 } from 'rowfuse';

export const encodedWithBytes = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const b = new TextEncoder().encode(s.slice(1));
    const c = new TextEncoder().encode(s.slice(0, -1));
    let n = 0;
    for (const x of b) n = (n * 31 + x) % 9973;
    b[0] = 300;
    b[1] = -1;
    const h = new TextEncoder().encode(s.slice(1) + s.slice(0, 1) + s.slice(-1));
    return `${n} ${b.length} ${b.join(',')} ${[...c].join(',')} ${h.join(',')}`;
  },
});

export const typedWithBytes = transform({
  input: { xs: list(float64) },
  output: utf8,
  row({ xs }) {
    const a = new Int8Array(xs);
    const b = new Uint16Array(4);
    const c = new Float32Array(xs);
    const e = new Uint32Array(3);
    const f = new Int32Array(3);
    const g = new Uint8Array([...xs]);
    for (let i = 0; i < xs.length; i++) {
      b[i] = xs[i]!;
      e[i] = xs[i]!;
      f[i] = xs[i]!;
    }
    b[0]! += 70000;
    e[0]!--;
    f[1]! += 1e10;
    a[99] = 3;
    a[-1] = 2;
    a[0.5] = 2;
    const same = b;
    same[1] = 5;
    const r = (g[0] = 300);
    return `${a.join(',')} ${b.join(',')} ${c.join(',')} ${e.join(',')} ${f.join(',')} ${g.join(',')} ${r} ${a[0.5]} ${b[-1]}`;
  },
});

export const typedLengthWithBytes = transform({
  input: { xs: list(float64) },
  output: utf8,
  row({ xs }) {
    const a = new Uint8Array(xs.length + 0.5);
    const b = new Float64Array(-0.5);
    a[0] = 3;
    return `${a.length} ${b.length} ${a.join(',')}`;
  },
});

/** Typed arrays that are made of what can be iterated, of numbers, and of other typed arrays. */
export const typedFromWithBytes = transform({
  input: { s: utf8, n: int32, xs: list(float64) },
  output: utf8,
  row({ s, n, xs }) {
    const codes = Uint8Array.from(s, (c) => c.charCodeAt(0));
    const twice = Int8Array.from(codes, (x) => x * 2);
    const three = Float32Array.of(n, n / 3, 1e40);
    const places = Uint16Array.from({ length: xs.length + 1 }, (_, i) => i * n);
    const unique = Float64Array.from(new Set([n, 1, n]));
    const large = Int16Array.from(xs).filter((x) => x > 0);
    const halves = Int32Array.from(three.map((x) => x / 2));
    const end = codes.slice(-3);
    end[0] = 300;
    let total = 0;
    for (const x of places.map((place, i) => place - i)) total += x;
    return `${codes.join()};${twice.join()};${three.join()};${places.join()};${unique.join()};${large.join()};${halves.join()};${end.join()} ${total}`;
  },
});

/** `flat` and `flatMap` leave typed arrays whole. */
export const typedKeptWhole = transform({
  input: { s: utf8, t: utf8 },
  output: { flat: int32, mapped: int32, some: int32 },
  row({ s, t }) {
    const bytes: Uint8Array[] = [new TextEncoder().encode(s)];
    bytes.push(new TextEncoder().encode(t), Uint8Array.of(1, 2));
    const some: (number[] | Uint8Array)[] = [[1, 2, s.length], Uint8Array.of(3)];
    some.reverse();
    return {
      flat: bytes.flat().length,
      mapped: t.split(' ').flatMap((word) => new TextEncoder().encode(word)).length,
      some: some.flat().length,
    };
  },
});
