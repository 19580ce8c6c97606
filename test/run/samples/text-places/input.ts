import { float64, int32, transform, utf8 } from 'rowfuse';

const codeFrom = (text: string, at: number) => (at < text.length ? text.charCodeAt(at) : -1);

/** Parts and searches at indices that change in loops, and lengths of texts that loops cut. */
export const textPlaces = transform({
  input: { s: utf8, t: utf8, x: float64 },
  output: {
    parts: utf8,
    ends: utf8,
    searches: utf8,
    eaten: int32,
    eatenFromBoth: utf8,
    strides: int32,
    mirrored: int32,
    words: utf8,
    helpers: int32,
    lengths: utf8,
    fractions: utf8,
    rest: utf8,
    early: int32,
    found: utf8,
  },
  row({ s, t, x }) {
    let parts = '';
    for (let i = -2; i < s.length + 2; i++) parts += `${s.slice(i, i + 2)}|${s.substring(i, 3)}|${s.substring(3, i)}|`;
    let ends = '';
    for (let i = 0; i < 5; i++) ends += `${s.slice(i)}${s.slice(-i)}${s.substring(i)}${s.at(i - 2)}${s.slice(i, -i)}`;
    let searches = '';
    for (let i = -1; i < 12; i++) {
      searches += `${s.indexOf('a', i)} ${s.indexOf('', i)} ${s.lastIndexOf('a', i)} ${s.includes(t, i)}`;
      searches += `${s.startsWith('b', i)} ${s.endsWith('a', i)} ${s.indexOf(s.charAt(i), i)}|`;
    }
    let text = s;
    let eaten = 0;
    while (text.length > 3) {
      eaten = (Math.imul(eaten, 31) + text.charCodeAt(0) + text.charCodeAt(2)) | 0;
      text = text.slice(1);
    }
    let inner = t;
    let eatenFromBoth = '';
    while (inner.length >= 2) {
      eatenFromBoth += `${inner[0]}${inner[inner.length - 1]}${inner.length === 4}`;
      inner = inner.slice(1, -1);
    }
    let strides = 0;
    for (let from = 0; from < 3; from++)
      for (let i = from; i < s.length; i += 3) strides = (strides + s.charCodeAt(i) * (i + 1)) | 0;
    let mirrored = 0;
    for (let i = 0, j = s.length - 1; i < j; i++, j--) if (s[i] === s[j] || s.charCodeAt(i) > s.charCodeAt(j)) mirrored++;
    let words = '';
    for (const word of `${s} ${t}`.split(' ')) {
      for (let i = 0; i + 1 < word.length; i += 2) words += `${word[i + 1]}${word.slice(i, i + 1)}`;
      words += word.length > 2 ? ',' : ';';
    }
    let helpers = 0;
    for (let i = 0; i < 20; i++) helpers = (helpers * 3 + codeFrom(s, i) - codeFrom(t, 19 - i)) | 0;
    let lengths = '';
    for (let i = -1; i < 9; i++)
      lengths += `${s.length > i}${s.length >= i}${s.length < i}${i < t.length}${i <= t.length}${t.length === i}${t.length !== i}`;
    lengths += `${s.length > 2}${s.length <= 7}${s.slice(1).length === 4}${s.length !== 5}${t.length > 0}${t.length < 1}`;
    let fractions = '';
    for (let i = -1; i < 4; i += 0.5) fractions += `${s.slice(i, i + x)}|${s.substring(x, i)}|${s.indexOf('a', i * x)}|`;
    let current = s;
    let rest = '';
    for (let round = 0; round < 4; round++) {
      for (let i = current.length - 1; i >= 0; i -= 2) rest += current[i];
      current = round % 2 === 0 ? current.slice(1) : `${t.slice(1)}${current.slice(0, 2)}`;
    }
    let early = 0;
    while (early < s.length && s[early] === 'a') early++;
    let found = 0;
    let at = s.indexOf('a');
    while (at >= 0) {
      found = (Math.imul(found, 31) + at) | 0;
      at = s.indexOf('a', at + 1);
    }
    let last = 0;
    for (let from = s.lastIndexOf(' '); from > 0; from = s.lastIndexOf(' ', from - 1)) last = (last * 7 + from) % 1009;
    return {
      parts,
      ends,
      searches,
      eaten,
      eatenFromBoth,
      strides,
      mirrored,
      words,
      helpers,
      lengths,
      fractions,
      rest,
      early,
      found: `${found} ${last}`,
    };
  },
});
