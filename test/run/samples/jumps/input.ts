import { int32, nullable, transform, utf8 } from 'rowfuse';

export const labelledLoops = transform({
  input: { s: utf8, t: utf8 },
  output: utf8,
  row({ s, t }) {
    let out = '';
    outer: for (const a of s) {
      for (const b of t) {
        if (a === b) continue outer;
        if (b === ' ') break outer;
      }
      out += a;
    }
    return out;
  },
});

export const countedLabels = transform({
  input: { n: int32, m: int32 },
  output: utf8,
  row({ n, m }) {
    let pairs = '';
    const end = n % 20;
    rows: for (let i = 0; i < end; i++) {
      let j = 0;
      while (true) {
        j += 1;
        if (j * i > 40) break rows;
        if ((i + j) % 5 === m % 5) continue rows;
        if (j > 6) break;
        do {
          if (j === 3) continue rows;
          if (j === 5) break rows;
        } while (false);
      }
      pairs += `${i},`;
    }
    return pairs;
  },
});

export const labelledBlocks = transform({
  input: { s: nullable(utf8) },
  output: utf8,
  row({ s }) {
    let kind = 'unknown';
    decide: {
      if (s === null) break decide;
      kind = 'short';
      if (s.length < 3) break decide;
      inner: if (s.startsWith('a')) {
        if (s.endsWith('a')) break inner;
        kind = 'a';
        break decide;
      }
      kind = s;
    }
    named: switch (kind) {
      case 'short':
        for (const c of s ?? '') {
          if (c === 'x') break named;
        }
        return 'short without x';
    }
    return kind;
  },
});

/** Tests with side effects, and updates of several statements. */
export const assigningLoops = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    let at = -1;
    let count = 0;
    while ((at = s.indexOf('a', at + 1)) >= 0) {
      if (at % 2 === 1) continue;
      count++;
    }
    let n = 3;
    let steps = '';
    do {
      if (n === 2) continue;
      steps += n;
    } while (n-- > 0);
    for (let i = 0, j = s.length; (j -= 1) > i; i += j > 3 ? 1 : 2) {
      if (s[i] === s[j]) continue;
      steps += `${i}-${j};`;
      if (steps.length > 40) break;
    }
    return `${count} ${steps}`;
  },
});
