import type { Random } from '../random.js';

const letters = ['a', 'b', 'a', ' ', 'X', '\u007f', '\0'] as const;
const twoBytes = ['é', '\u0080', '\u07ff', '\u00a0', 'ñ'] as const;
const threeBytes = ['€', '\u0800', '\uffff', '\ue000', '\ufffd', '\u2003', '\u3000', '\ufeff', '\u2028', '中'] as const;
const fourBytes = ['😀', '😁', '\u{10000}', '\u{10ffff}', '\u{1f5ff}', '🂡'] as const;
const halves = ['\ud83d', '\ude00', '\ud800', '\udfff', '\udbff', '\udc00'] as const;
const spaces = [
  ' ',
  '\t',
  '\n',
  '\r',
  '\v',
  '\f',
  '\u00a0',
  '\u1680',
  '\u2000',
  '\u200a',
  '\u2028',
  '\u2029',
  '\u202f',
  '\u205f',
  '\u3000',
  '\ufeff',
] as const;

export type Alphabet = 'ascii' | 'wellFormed' | 'any';

function character(random: Random, alphabet: Alphabet): string {
  if (alphabet === 'ascii') return random.pick(letters);
  const kinds = alphabet === 'any' ? 6 : 5;
  switch (random.below(kinds)) {
    case 0:
      return random.pick(letters);
    case 1:
      return random.pick(twoBytes);
    case 2:
      return random.pick(threeBytes);
    case 3:
    case 4:
      return random.pick(fourBytes);
    default:
      return random.pick(halves);
  }
}

function length(random: Random): number {
  return random.chance(0.08) ? random.below(random.pick([120, 400])) : random.below(random.pick([2, 5, 9, 20, 40]));
}

/** Returns a string over a small alphabet, so that searches meet repetitions and near misses. */
export function randomString(random: Random, alphabet: Alphabet): string {
  const units = length(random);
  const few = random.chance(0.4) ? [character(random, alphabet), character(random, alphabet)] : [];
  const [one, two] = few;
  let text = '';
  for (let i = 0; i < units; i++)
    text += one !== undefined && two !== undefined ? random.pick([one, two]) : character(random, alphabet);
  return text;
}

/** Returns a string with white space, and similar characters, at both ends. */
export function randomSpaced(random: Random, alphabet: Alphabet): string {
  return spaced(random, random.chance(0.7) ? randomString(random, alphabet) : '');
}

/** Returns a string between white space and similar characters. */
export function spaced(random: Random, text: string): string {
  const side = () => {
    let space = '';
    for (let i = random.below(5); i > 0; i--)
      space += random.chance(0.9)
        ? random.pick(spaces)
        : random.pick(['\u200b', '\u0085', '\u180e', '\u00a1', '\u2001', '\ufefe']);
    return space;
  };
  return side() + text + side();
}

/** Returns a needle that often occurs: a part of the haystack, sometimes changed. */
export function randomNeedle(random: Random, haystack: string, alphabet: Alphabet): string {
  if (random.chance(0.05)) return '';
  if (haystack.length === 0 || random.chance(0.15)) return randomString(random, alphabet).slice(0, 4);
  const start = random.below(haystack.length);
  const part = haystack.slice(start, start + 1 + random.below(random.pick([1, 2, 3, 6, 30])));
  return random.chance(0.15) ? part + character(random, alphabet) : part;
}

export function isHigh(unit: number): boolean {
  return unit >>> 10 === 0xd800 >>> 10;
}

export function isLow(unit: number): boolean {
  return unit >>> 10 === 0xdc00 >>> 10;
}

/** Returns the indices of lone halves. */
export function loneHalves(text: string): number[] {
  const lone: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (isHigh(unit) && isLow(text.charCodeAt(i + 1))) i++;
    else if (isHigh(unit) || isLow(unit)) lone.push(i);
  }
  return lone;
}
