import { int32, nullable, transform, utf8 } from 'rowfuse';

/** Loops over arrays of known length: the elements are computed before the first step. */
export const loopsOverTuples = transform({
  input: { s: utf8, t: nullable(utf8), n: int32 },
  output: utf8,
  row({ s, t, n }) {
    let out = '';
    let count = n % 10;
    for (const part of [s, t ?? 'none', s.slice(1)]) {
      if (part === '') continue;
      out += `${part};`;
    }
    for (const [name, size] of [['a', count++], [s, count++], ['c', n]] as const) {
      if (size > 5) break;
      out += `${name}${size}${count}`;
    }
    for (const { x, y = 'none' } of [{ x: 1, y: t }, { x: n, y: undefined }]) out += `${x}${y ?? 'null'}`;
    pairs: for (const a of [1, 2, 3]) {
      for (const b of [a, count]) {
        if (a + b === 4) continue pairs;
        if (b > 7) break pairs;
        out += `${a * b},`;
      }
    }
    return out;
  },
});

/** The head of a loop may assign, and destructure elements. */
export const headsOfLoops = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    let c = '';
    let out = '';
    for (c of s) {
      if (c === ' ') break;
      out = c + out;
    }
    const last = { word: '', size: 0 };
    for (last.word of s.split(',')) last.size += last.word.length;
    for (const { length } of s.split(' ')) out += length;
    const [first = 'x', , third = 'z', ...rest] = s.split('a');
    for (const word of [first, third]) out += word;
    return `${out} ${c} ${last.word} ${last.size} ${rest.length}`;
  },
});

/** A function called per step, and a counter that a closure moves. */
export const loopsWithFunctions = transform({
  input: { s: utf8, n: int32 },
  output: utf8,
  row({ s, n }) {
    const state = { at: 0, seen: '' };
    const next = () => s[state.at++];
    for (let c = next(); c !== undefined && state.at < 30; c = next()) {
      if (state.seen.includes(c)) continue;
      state.seen = c + state.seen;
    }
    let steps = 0;
    const limit = (x: number) => {
      steps++;
      return x < n % 20;
    };
    for (let i = 0; limit(i); i++) if (i % 3 === 2) i++;
    while (limit(steps)) steps++;
    return `${state.seen} ${state.at} ${steps}`;
  },
});
