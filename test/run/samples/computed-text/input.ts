import { int32, nullable, transform, utf8 } from 'rowfuse';

const isDoubled = (text: string, at: number) => text[at] === text[at + 1];

const sumOf = (text: string) => {
  let sum = 0;
  for (let i = 0; i < text.length; i += 2) sum += text.charCodeAt(i);
  return sum;
};

/** Text without bytes of its own, or in several pieces, that loops read by index: it is written into the row's memory once. */
export const computedText = transform({
  input: { s: utf8, t: utf8, n: nullable(utf8) },
  output: {
    lowered: utf8,
    doubled: int32,
    sums: utf8,
    replaced: utf8,
    padded: utf8,
    several: utf8,
    chosen: utf8,
    absent: utf8,
    nested: utf8,
    halves: utf8,
    copied: utf8,
    changed: utf8,
  },
  row({ s, t, n }) {
    const low = s.toLowerCase();
    let lowered = '';
    for (let i = low.length - 1; i >= 0; i--) lowered += `${low[i]}${low.charAt(i + 1)}`;
    // The pieces meet in the middle of a surrogate pair.
    const joined = `${s.slice(0, 3)}${s.slice(3)}${t}`;
    let doubled = 0;
    for (let i = 0; i < joined.length; i++) if (isDoubled(joined, i)) doubled++;
    const all = s.replaceAll('a', t);
    let replaced = '';
    for (let i = 0; i < all.length; i += 3) replaced += `${all.slice(i, i + 3)}.`;
    const filled = s.padStart(9, t || '-');
    let padded = '';
    for (const c of 'ab ') padded += `${filled.indexOf(c, 2)} ${filled.lastIndexOf(c, 7)} ${filled.startsWith(c, 1)}|`;
    const upper = t.toUpperCase();
    const several = `${upper[1]}${upper.at(-1)}${upper.length}${upper.charCodeAt(9)}${upper.slice(2, -1)}`;
    let chosen = '';
    for (let i = 0; i < 4; i++) {
      const text = i % 2 === 0 ? low : upper;
      chosen += text.charAt(i) + (text === s ? '=' : '');
    }
    const maybe = n === null ? undefined : n.toLowerCase();
    let absent = '';
    for (let i = 0; i < 3; i++) absent += maybe?.charAt(i) ?? '-';
    let nested = '';
    for (const word of s.split(' ')) {
      const own = word.toUpperCase();
      for (let i = 0; i < own.length; i++) nested += own[own.length - 1 - i] ?? '';
    }
    // Cut in halves of surrogate pairs, and joined again in another order.
    const swapped = `${s.slice(1)}${s.slice(0, 1)}`;
    let halves = '';
    for (let i = 0; i <= swapped.length; i++) halves += `${swapped.codePointAt(i)} ${swapped.slice(i, i + 1)}`;
    const copy = low;
    let copied = '';
    for (let i = 0; i < copy.length; i += 2) copied += copy[i];
    let text = `${s}${t}`;
    if (n !== null) text = `${n}${s}${n}`;
    let changed = '';
    for (let i = 0; i < text.length; i++) changed = `${text[i]}${changed}`;
    return {
      lowered,
      doubled,
      sums: `${sumOf(s.toUpperCase())} ${sumOf(s + t)} ${sumOf(`${t}${t.repeat(2)}`)} ${low.includes('a')}`,
      replaced,
      padded,
      several,
      chosen,
      absent,
      nested,
      halves,
      copied,
      changed,
    };
  },
});
