import { nullable, transform, utf8 } from 'rowfuse';

const code = 'x😀y';
const twoOf = ([first, other]: string) => `${first}${other}`;

/** Patterns take a string apart by code points. */
export const destructuredStrings = transform({
  input: { s: utf8, t: utf8 },
  output: {
    two: utf8,
    holes: utf8,
    rest: utf8,
    defaults: utf8,
    assigned: utf8,
    swapped: utf8,
    parameter: utf8,
    loop: utf8,
    constant: utf8,
    initials: utf8,
  },
  row({ s, t }) {
    const [a, b] = s;
    const [, c, , d] = s;
    const [e, f = '-', ...others] = s;
    const [g = '?', h = `${g}!`] = t;
    let first: string | undefined = '';
    let second: string | undefined = '';
    [first, second] = s;
    let left: string | undefined = s;
    let right: string | undefined = t;
    [left, right] = left + right;
    let loop = '';
    for (const [p, q] of s.split(' ')) loop += `${p}/${q};`;
    const [k, l, m, n] = code;
    return {
      two: `${a}|${b}`,
      holes: `${c}|${d}`,
      rest: `${e}|${f}|${others.join('/')}`,
      defaults: `${g}|${h}`,
      assigned: `${first}|${second}`,
      swapped: `${left}|${right}`,
      parameter: twoOf(s) + twoOf(t.toUpperCase()),
      loop,
      constant: `${k}${l}${m}${n}`,
      initials: s.split(' ').map(([initial]) => initial ?? '').join('.'),
    };
  },
});

/** Null cannot be iterated. */
export const destructuredNull = transform({
  input: { s: nullable(utf8) },
  output: utf8,
  row({ s }) {
    const [first] = s!;
    return `${first}`;
  },
});
