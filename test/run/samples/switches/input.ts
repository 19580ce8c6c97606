import { bool, float64, int32, int64, nullable, transform, utf8 } from 'rowfuse';

export const dayKinds = transform({
  input: { day: utf8, n: int32 },
  output: utf8,
  row({ day, n }) {
    switch (day.slice(0, 1)) {
      case 'a':
      case 'b':
        return 'first';
      case '':
        return `empty ${n}`;
      default:
        break;
      case 'z': {
        const rest = day.slice(1);
        if (n > 3) break;
        return rest;
      }
    }
    return day;
  },
});

/** Control falls through, and the default stands in the middle. */
export const fallThrough = transform({
  input: { n: int32, s: utf8 },
  output: utf8,
  row({ n, s }) {
    let text = '';
    switch (n % 6) {
      // @ts-expect-error: falls through
      case 0:
        text += 'zero ';
      // @ts-expect-error: falls through
      case 1:
        text += 'one ';
        if (s.length > 2) break;
      // @ts-expect-error: falls through
      default:
        text += 'other ';
      case 2:
        text += 'two ';
        break;
      case 3:
      case -3:
        text += 'three';
    }
    return text;
  },
});

export const numbersAndNull = transform({
  input: { x: nullable(float64), b: bool },
  output: utf8,
  row({ x, b }) {
    switch (x) {
      case null:
        return 'null';
      case 0:
        return 'zero';
      case NaN:
        return 'never';
      case 1.5:
        if (b) return 'one and a half';
    }
    switch (b) {
      case true:
        return `${x + 1}`;
      case false:
        return `${x - 1}`;
    }
  },
});

export const bigCases = transform({
  input: { id: int64, other: int64 },
  output: nullable(utf8),
  row({ id, other }) {
    switch (id) {
      case 0n:
        return 'zero';
      case other:
        return 'same';
      case -other:
        return 'opposite';
      case other + 1n:
        return 'next';
    }
    return null;
  },
});

/** `switch (true)`, whose cases are tests. */
export const switchOnTrue = transform({
  input: { s: nullable(utf8), n: int32 },
  output: utf8,
  row({ s, n }) {
    let found = 'none';
    switch (true) {
      case s === null:
        return 'null';
      case s!.length > n:
        found = s!.slice(0, 2);
        break;
      case s!.startsWith('a') && n > 3:
        found = 'a';
        break;
    }
    return found;
  },
});

/** A switch in a loop: `break` leaves the switch, `continue` the step. */
export const switchInLoop = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    let out = '';
    let count = 0;
    for (const c of s) {
      switch (c) {
        case ' ':
          continue;
        case 'a':
        case 'e':
          count++;
          break;
        case 'x':
          return out;
        default:
          out += c;
      }
      if (count > 3) break;
    }
    return `${out}${count}`;
  },
});

export const switchWithoutCases = transform({
  input: { s: utf8, n: int32 },
  output: utf8,
  row({ s, n }) {
    switch (n) {
    }
    switch (s.length) {
      default:
    }
    switch (n) {
      default:
        if (n > 0) break;
        return 'no';
    }
    let last = s;
    switch (n) {
      case 1:
        last = 'one';
    }
    return last;
  },
});

/** The switch compares the value before the first case, whatever the cases do. */
export const changingSubject = transform({
  input: { n: int32 },
  output: int32,
  row({ n }) {
    let k = n % 4;
    switch (k) {
      case (k = 2):
        return 20 + k;
      case k - 1:
        return 10 + k;
      case ++k:
        return 30 + k;
    }
    return k;
  },
});
