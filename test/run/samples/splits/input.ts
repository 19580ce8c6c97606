import { bool, float64, int32, nullable, transform, utf8 } from 'rowfuse';

/** The pieces of a string, read once or twice: found anew each time. */
export const pieces = transform({
  input: { s: utf8, t: utf8, i: float64, j: int32 },
  output: {
    first: utf8,
    second: nullable(utf8),
    last: nullable(utf8),
    any: utf8,
    length: int32,
    joined: utf8,
    again: utf8,
    units: int32,
    unit: utf8,
    reversed: utf8,
    found: int32,
    lastFound: int32,
    includes: bool,
    limited: utf8,
    whole: utf8,
    dynamic: utf8,
    text: utf8,
  },
  row({ s, t, i, j }) {
    const words = s.split(' ');
    return {
      first: words[0] ?? '?',
      second: words[1] ?? null,
      last: words.at(-1) ?? null,
      any: `${s.split(',')[i]}/${s.split(',').at(i)}/${s.split('a')[j]}`,
      length: words.length,
      joined: s.split(' ').join('-'),
      again: s.split('b').join(t),
      units: s.split('').length,
      unit: `${s.split('')[j]}${s.split('').at(-2)}|${s.split('').join('.')}`,
      reversed: s.split('').reverse().join(''),
      found: s.split(' ').indexOf('a') + s.split('').indexOf(t.slice(0, 1), j),
      lastFound: s.split('').lastIndexOf('a') + s.split('').lastIndexOf('b', i),
      includes: s.split(',').includes(t) || s.split('').includes('b', j),
      limited: `${s.split(' ', 2).join('|')}:${s.split('', j).join('|')}:${s.split('a', i).length}`,
      whole: s.split(undefined as never, 1).join('|') + s.split(undefined as never).length,
      dynamic: s.split(t).join('<>') + s.split(t.slice(0, 1)).length,
      text: `${s.split('a')}` + String(s.split('b', 3)),
    };
  },
});

/** Pieces that are stored: read in loops, rearranged, cut. */
export const storedPieces = transform({
  input: { s: utf8, t: utf8, i: float64, j: int32 },
  output: { count: int32, backwards: utf8, sorted: utf8, slice: utf8, slices: utf8, concat: utf8, longest: utf8, halves: utf8 },
  row({ s, t, i, j }) {
    const words = s.split(' ');
    let count = 0;
    let backwards = '';
    let longest = '';
    for (const word of words) if (word.includes('a')) count++;
    for (let k = words.length - 1; k >= 0; k--) backwards += `${words[k]};`;
    for (const word of s.split(',')) if (word.length > longest.length) longest = word;
    const sorted = s.split('').sort();
    return {
      count,
      backwards,
      sorted: sorted.join('') + s.split(' ').sort().reverse().join(','),
      slice: words.slice(1).join('_') + words.slice(-2, -1).join('_'),
      slices: words.slice(i).join('+') + words.slice(j, i).join('+'),
      concat: words.concat(t, s.split(','), 'x').join('|') + words.concat().length,
      longest,
      halves: s.split('\ud83d').join('x') + s.split('\ude00').reverse().join('\ude01'),
    };
  },
});

export const splitRopes = transform({
  input: { s: utf8, t: utf8, n: float64 },
  output: { rope: utf8, lazy: utf8, number: utf8, maybe: utf8 },
  row({ s, t, n }) {
    let number = '';
    for (let k = 0; k < 3; k++) {
      const digits = `${n * k}`.split('.');
      number += `${digits[1]}<${digits[0]}`;
    }
    return {
      rope: `${s} ${t}`.split(' ').join('|') + (s + t).split('a').length,
      lazy: s.toUpperCase().split('A').join('-'),
      number,
      maybe: (n > 0 ? s.split(' ') : t.split(' ')).join('/'),
    };
  },
});
