import { float64, int32, transform, utf8 } from 'rowfuse';

const constants = [3, 5] as const;
const twice = (value: number) => value * 2;
const joined = (...parts: string[]) => parts.join('-');
const after = (first: string, ...parts: string[]) => `${first}${parts.length}${parts.map((part) => part.length).join()}`;
const total = (...numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** Arrays of any length, spread into calls. */
export const spreads = transform({
  input: { s: utf8, t: utf8, i: int32, x: float64, y: float64 },
  output: {
    longest: float64,
    least: float64,
    literal: utf8,
    none: utf8,
    both: float64,
    hypotenuse: float64,
    one: float64,
    units: utf8,
    points: utf8,
    pushed: utf8,
    flat: utf8,
    rests: utf8,
    total: float64,
  },
  row({ s, t, i, x, y }) {
    const numbers = s.split(',').map(Number);
    const none: number[] = [];
    const local = [i, x, y];
    const pushed = ['a'];
    pushed.push(...s.split(','));
    pushed.push(t, ...s);
    pushed.push(...pushed);
    pushed.unshift(...t.split(' '));
    const flat: string[] = [];
    for (const word of s.split(' ')) flat.push(...word.split(','));
    return {
      longest: Math.max(...s.split(',').map((part) => part.length)),
      least: Math.min(i, ...numbers, x),
      literal: `${Math.max(...local)} ${Math.max(...constants, i)} ${Math.min(...constants)}`,
      none: `${Math.max(...none)} ${Math.min(...none)}`,
      both: Math.max(...numbers, ...t.split(',').map((part) => -part.length)),
      hypotenuse: Math.hypot(...([x, y] as const)),
      one: twice(...([i] as [number])),
      units: String.fromCharCode(65, ...s.split('').map((unit) => unit.charCodeAt(0))) + String.fromCharCode(...[65, 66]),
      points: String.fromCodePoint(...[...s].map((character) => character.codePointAt(0) ?? 0)),
      pushed: pushed.join(),
      flat: flat.join('|'),
      rests: `${joined(...s.split(','))} ${joined('a', ...s)} ${joined()} ${after(s, ...t.split(','))} ${after(s, t, ...s.split(' '), 'e')}`,
      total: total(...numbers, x),
    };
  },
});
