import type { CharacterSet } from '../../codegen/regex/characters/character-set.js';
import type { Node } from '../../codegen/regex/syntax/node.js';
import type { Random } from '../native/random.js';

const noise = [
  'a',
  'b',
  'c',
  'A',
  'k',
  'K',
  's',
  'S',
  '1',
  '2',
  '_',
  ' ',
  '-',
  'x',
  '\n',
  'é',
  '\u212a',
  '中',
  '😀',
  '\ud83d',
  '\ude00',
] as const;

/** Returns a text that a pattern matches in places, mostly. */
export function randomSubject(random: Random, body: Node): string {
  if (random.chance(0.03)) return '';
  const count = random.pick([1, 1, 1, 2, 3] as const);
  const parts = Array.from({ length: count }, () => mutated(random, sample(random, body)));
  return (
    parts.map((part) => (random.chance(0.4) ? noiseOf(random) + part : part)).join('') +
    (random.chance(0.3) ? noiseOf(random) : '')
  );
}

/** Returns a text of up to 40 such texts. */
export function longSubject(random: Random, body: Node): string {
  return Array.from({ length: random.below(40) }, () => randomSubject(random, body)).join('');
}

/** Characters of two, three and four bytes, halves of pairs, and some that begin with the same byte as an end of a line. */
const wide = [
  'é',
  'ж',
  'λ',
  '中',
  '文',
  'あ',
  '—',
  '…',
  '😀',
  '🎉',
  '\u2028',
  '\ud83d',
  '\ude00',
  'a',
  '-',
  '@',
  ' ',
] as const;

/** Returns text of several blocks of 32 bytes, most of which is not ASCII, around matches of a pattern. */
export function wideSubject(random: Random, body: Node): string {
  const run = () => {
    const letters = [random.pick(wide), random.pick(wide), random.pick(wide)] as const;
    return Array.from({ length: random.below(40) }, () => random.pick(letters)).join('');
  };
  return Array.from({ length: random.below(4) }, () => run() + randomSubject(random, body)).join('') + run();
}

/** Returns ASCII text around matches of a pattern, of which many come late. */
export function asciiSubject(random: Random, body: Node): string {
  const parts = Array.from({ length: random.below(4) }, () => randomSubject(random, body));
  const text = `${noiseOf(random).repeat(random.below(8))}${parts.join('')}`;
  return text.replace(/\P{ASCII}/gu, '');
}

function noiseOf(random: Random): string {
  // A long stretch in which nothing matches is skipped by vectors.
  if (random.chance(0.05)) return random.pick(noise).repeat(random.below(70));
  return Array.from({ length: random.below(4) }, () => random.pick(noise)).join('');
}

/** Returns a string that a node matches, but for its tests and look-arounds. */
function sample(random: Random, node: Node): string {
  switch (node.kind) {
    case 'characters':
      return member(random, node.set);
    case 'edge':
      return random.chance(0.1) ? random.pick(['\n', ' ', '']) : '';
    case 'look':
      return random.chance(0.4) ? sample(random, node.body) : '';
    case 'sequence':
      return node.parts.map((part) => sample(random, part)).join('');
    case 'alternatives':
      return sample(random, node.choices[random.below(node.choices.length)] ?? node);
    case 'group':
      return sample(random, node.body);
    case 'repetition': {
      const count = Math.min(node.max, node.min + random.below(3));
      return Array.from({ length: count }, () => sample(random, node.body)).join('');
    }
  }
}

function member(random: Random, set: CharacterSet): string {
  if (set.isEmpty) return '';
  const common = noise.filter((text) => set.has(text.codePointAt(0) ?? 0));
  if (common.length > 0 && random.chance(0.7)) return common[random.below(common.length)] ?? '';
  const [first, last] = set.ranges[random.below(set.ranges.length)] ?? [0, 0];
  return String.fromCodePoint(first + random.below(Math.min(last - first + 1, 3)));
}

function mutated(random: Random, text: string): string {
  if (text === '' || random.chance(0.5)) return text;
  const at = random.below(text.length + 1);
  switch (random.below(4)) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1);
    case 1:
      return text.slice(0, at) + random.pick(noise) + text.slice(at);
    case 2:
      return text.slice(0, at) + text.slice(Math.max(0, at - 1));
    default:
      return text.slice(at) + text.slice(0, at);
  }
}
