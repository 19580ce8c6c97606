import { bool, float64, int16, int32, int8, nullable, transform, utf8 } from 'rowfuse';

/** A string built at its end, and one built at its start. */
export const reversedText = transform({
  input: { s: utf8 },
  output: { appended: utf8, prepended: utf8 },
  row({ s }) {
    let appended = '';
    let prepended = '';
    for (const c of s) {
      prepended = c + prepended;
    }
    for (let i = s.length - 1; i >= 0; i--) appended += s[i];
    return { appended, prepended };
  },
});

export const repeatedText = transform({
  input: { s: utf8, n: int8 },
  output: utf8,
  row({ s, n }) {
    let text = '';
    for (let i = 0; i < n; i++) {
      if (i > 0) text += ', ';
      text += s;
    }
    return `[${text}]`;
  },
});

/** Character by character, with `continue`, and two strings that grow alternately. */
export const maskedText = transform({
  input: { s: utf8 },
  output: { text: utf8, digits: utf8, letters: int32 },
  row({ s }) {
    let text = '';
    let digits = '';
    let letters = 0;
    for (const c of s) {
      if (c >= '0' && c <= '9') {
        digits += c;
        text += '#';
        continue;
      }
      if (c === 'a' || c === 'e') text += c === 'a' ? '4' : '3';
      else if (c === ' ') text += '_';
      else {
        text += c;
        letters++;
      }
    }
    return { text, digits, letters };
  },
});

/** Halves of pairs: apart, joined again, in any order. */
export const rejoinedHalves = transform({
  input: { s: utf8, t: utf8 },
  output: { joined: utf8, swapped: utf8, spaced: utf8, even: utf8, last: utf8, length: int32, same: bool },
  row({ s, t }) {
    let joined = t.slice(0, 1);
    let swapped = '';
    let spaced = '';
    let even = '';
    let last = '';
    for (let i = 0; i < s.length; i += 1) {
      joined += s.charAt(i);
      swapped = s.charAt(i) + swapped;
      spaced += s.charAt(i) + '.';
      if (i % 2 === 0) even += s[i];
      last = joined;
      joined += t.slice(1, 2);
    }
    return { joined, swapped, spaced, even, last, length: joined.length, same: joined === last + t.slice(1, 2) };
  },
});

/** Loops that cannot be proved to end. */
export const countedLoops = transform({
  input: { s: utf8, t: utf8, n: float64 },
  output: { count: int32, at: float64, rest: utf8, half: float64 },
  row({ s, t, n }) {
    let count = 0;
    let at = -1;
    if (t !== '') {
      for (;;) {
        at = s.indexOf(t, at + 1);
        if (at < 0) break;
        count++;
      }
    }
    let rest = s;
    while (rest.startsWith(' ') || rest.startsWith('a')) rest = rest.slice(1);
    let half = n;
    do {
      half /= 2;
    } while (half > 1);
    return { count, at, rest, half };
  },
});

/** Variables that are absent for some steps. */
export const absentInLoops = transform({
  input: { s: utf8, t: nullable(utf8) },
  output: { last: nullable(utf8), first: utf8, both: utf8 },
  row({ s, t }) {
    let last: string | null = null;
    let first: string | undefined;
    let both = t;
    for (const c of s) {
      if (c === ' ') continue;
      if (first === undefined) first = c + '!';
      if (last !== null && last.length > 3) last = null;
      else last = `${last}${c}`;
      both = both === null ? c : both + c;
      if (c === '@') break;
    }
    return { last, first: first ?? 'none', both: `${both}` };
  },
});

/** The text of a number that outlives its step. */
export const numbersInLoops = transform({
  input: { s: utf8, n: float64, k: int16 },
  output: { text: utf8, before: utf8, sum: float64, all: utf8 },
  row({ s, n, k }) {
    let text = '';
    let before = `${n}`;
    let previous = 'none';
    let sum = 0;
    for (let i = 0; i < 5; i++) {
      const now = `${n + i}`;
      text += now + previous;
      previous = i % 2 === 0 ? now : 's';
      before = `${i}`;
      for (let j = i; j <= 3; j++) sum += j * k;
    }
    let all = before;
    for (const c of s) all = `${sum}${c}`;
    return { text, before, sum, all };
  },
});

/** Returns from inside loops, loops in loops, and a loop that only a return leaves. */
export const nestedLoops = transform({
  input: { s: utf8, t: utf8 },
  output: utf8,
  row({ s, t }) {
    for (const a of s) {
      for (const b of t) {
        if (a === b) return `${a} is in both`;
        if (b === ' ') break;
      }
    }
    let text = t;
    while (true) {
      if (text.length > 20) return text;
      text = `${text}-${s}.`;
    }
  },
});

/** Rows that outgrow any initial slot. */
export const longStrings = transform({
  input: { s: utf8, n: int8 },
  output: { doubled: utf8, tail: utf8, length: int32 },
  row({ s, n }) {
    let doubled = s;
    let tail = '';
    for (let i = 0; i < n - 100; i++) {
      if (doubled.length < 100000) doubled += doubled;
      tail = doubled.slice(-3) + tail;
    }
    return { doubled, tail, length: doubled.length };
  },
});

/** Some rows take too many steps. */
export const endlessLoop = transform({
  input: { n: int32 },
  output: int32,
  row({ n }) {
    let i = n;
    while (i > 0 && i < 14) i -= i > 12 ? 0 : 1;
    return i;
  },
});

/** Numbers that are integers throughout, and some that only look it. */
export const integersInLoops = transform({
  input: { s: utf8, n: int8, k: int32, x: float64 },
  output: { every: utf8, sum: float64, wide: float64, zero: float64, last: int32, steps: int32, far: float64 },
  row({ s, n, k, x }) {
    let every = '';
    let sum = 0;
    let zero = 0;
    let last = -1;
    for (let i = 0; i < s.length; i += 2) {
      const next = i + 1;
      if (next % 4 === 1 && next <= s.length) every += s.charAt(next - 1) + s[next];
      last = i;
      for (let j = s.length; j > i; j--) sum += j * i;
    }
    let wide = k;
    for (let i = 0; i < 3; i++) wide += k;
    for (let i = -3; i <= n; i++) zero = i * -1;
    let steps = 0;
    for (let i = n; i >= -10; i -= 3) steps = steps + (i > 0 ? 1 : 0);
    let far = 0;
    for (let i = 0; i < 40; i++) far = far * 3 + (i % 2) + (x > 0 ? 1 : 0.5) - n;
    return { every, sum, wide, zero: 1 / zero, last, steps, far };
  },
});
