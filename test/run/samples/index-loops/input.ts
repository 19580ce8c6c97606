import { bool, float64, int32, nullable, transform, utf8 } from 'rowfuse';

const count = (text: string) => {
  let found = 0;
  for (let i = 0; i < text.length; i++) if (text[i] === 'a') found++;
  return found;
};

/** Indices of one string that ascend, descend, alternate, and pass its ends: each search starts where the last one ended. */
export const indexLoops = transform({
  input: { s: utf8, t: utf8, n: nullable(utf8), x: float64 },
  output: {
    forward: int32,
    backward: utf8,
    jumping: utf8,
    fractions: utf8,
    palindrome: bool,
    helpers: utf8,
    sum: int32,
    halves: utf8,
    inner: utf8,
    outer: utf8,
    distance: int32,
    points: utf8,
  },
  row({ s, t, n, x }) {
    let forward = 0;
    for (let i = 0; i < s.length; i++) forward = (Math.imul(forward, 31) + s.charCodeAt(i)) | 0;
    let backward = '';
    for (let i = s.length - 1; i >= 0; i--) backward += s[i];
    let jumping = '';
    for (let i = -3; i < 30; i++)
      jumping += `${s[(i * 7) % 11]}|${s.charAt((i * 5) % 9)}|${s.charCodeAt((i * 3) % 13)}|${s.codePointAt(i % 5)}`;
    let fractions = '';
    for (let i = 0; i < 6; i += 0.5) fractions += `${s[i]}${s.charAt(i)}${s.charCodeAt(i + x)}`;
    let low = 0;
    let high = s.length - 1;
    while (low < high && s[low] === s[high]) {
      low++;
      high--;
    }
    let sum = 0;
    if (n !== null) for (let i = 0; i < n.length; i++) sum += n.charCodeAt(i);
    const middle = s.slice(1, s.length - 1);
    let halves = '';
    for (let i = 0; i <= middle.length; i++) halves = `${middle[i] ?? '-'}${halves}${middle.codePointAt(i)}`;
    let inner = '';
    for (const word of s.split(' ')) for (let i = word.length; i >= 0; i--) inner += word.charAt(i);
    let outer = '';
    for (let from = 0; from < 3; from++) {
      const rest = s.slice(from);
      for (let i = 0; i < rest.length; i++) outer += rest[i];
    }
    let distance = 0;
    for (let i = 0; i < Math.max(s.length, t.length); i++) if (s[i] !== t[i]) distance++;
    let points = '';
    for (let i = 0; i < s.length; i++) {
      const code = s.codePointAt(i) ?? 0;
      if (code > 0xffff) i++;
      points += String.fromCodePoint(code);
    }
    return {
      forward,
      backward,
      jumping,
      fractions,
      palindrome: low >= high,
      helpers: `${count(s)} ${count(t)} ${count(s + t)} ${count(s.trim())}`,
      sum,
      halves,
      inner,
      outer,
      distance,
      points,
    };
  },
});
