import type { Choices } from './random-choices.js';

/** A regular expression as source code. */
export interface PatternText {
  /** The expression with its flags: a literal, or a call of `RegExp` for the flag `v`. */
  literal(flags: string): string;
  /** The names of its groups in their order. Groups without a name have none. */
  readonly groups: readonly (string | undefined)[];
  /** A text that it matches, but for its tests and look-arounds. */
  readonly sample: string;
}

/** A part of a pattern, with a text that it matches. */
interface Part {
  readonly source: string;
  readonly sample: string;
}

/** Characters that columns have, others that are equal with the flag `i`, and separators. */
const letters: readonly string[] = [
  'a',
  'b',
  'A',
  'B',
  'c',
  'k',
  'ſ',
  'é',
  'É',
  'ß',
  '✓',
  '1',
  '5',
  ' ',
  ',',
  '-',
  '@',
  '_',
];
const pairs: readonly string[] = ['😀', '😁', '𐀀'];
const halves: readonly string[] = ['\\ud83d', '\\ude00'];
/** Sets with members of theirs. */
const sets: readonly (readonly [source: string, members: readonly string[]])[] = [
  ['.', ['a', '✓', '😀']],
  ['\\d', ['1', '0']],
  ['\\D', ['a', 'é']],
  ['\\w', ['b', '_']],
  ['\\W', [' ', '✓', '\ud83d']],
  ['\\s', [' ', '\t', '\n']],
  ['\\S', ['a', '😀']],
  ['[a-c]', ['a', 'c']],
  ['[A-Zé]', ['B', 'é']],
  ['[\\s,;]', [',', ' ']],
  ['[0-9.]', ['7', '.']],
  ['[\\u0080-\\uffff]', ['é', '\ude00']],
];
const negations: readonly (readonly [source: string, members: readonly string[]])[] = [
  ['[^a]', ['b', '😀']],
  ['[^\\s@]', ['a', 'ß']],
  ['[^ -~]', ['é', '\ud83d']],
];
const properties: readonly (readonly [source: string, members: readonly string[]])[] = [
  ['\\p{L}', ['a', 'ß']],
  ['\\P{L}', ['1', '😀']],
  ['\\p{Lu}', ['A', 'É']],
  ['[\\p{Nd}_]', ['3', '_']],
  ['\\u{1f600}', ['😀']],
];

/**
 * Returns a random regular expression. Only characters repeat without a bound, and at most three of them, because the reference is V8, which
 * takes exponential time for loops in loops.
 */
export function randomPattern(choices: Choices): PatternText {
  const unicode = choices.pick(['', '', '', 'u', 'v'] as const);
  const kept = ['i', 'm', 's'].filter(() => choices.below(4) === 0).join('');
  const grammar = new Grammar(choices, unicode);
  const { source, sample } = grammar.disjunction(choices.below(3));
  return {
    literal(flags) {
      const all = `${flags}${kept}${unicode}`;
      if (unicode === 'v') return `new RegExp(${JSON.stringify(source)}, '${all}')`;
      return `/${source === '' ? '(?:)' : source}/${all}`;
    },
    groups: grammar.groups,
    sample,
  };
}

class Grammar {
  readonly groups: (string | undefined)[] = [];
  #unbounded = 3;
  readonly #choices: Choices;
  readonly #unicode: '' | 'u' | 'v';

  constructor(choices: Choices, unicode: '' | 'u' | 'v') {
    this.#choices = choices;
    this.#unicode = unicode;
  }

  disjunction(depth: number): Part {
    const alternatives = Array.from({ length: this.#choices.pick([1, 1, 2, 3]) }, () => this.#alternative(depth));
    return {
      source: alternatives.map(({ source }) => source).join('|'),
      sample: this.#choices.pick(alternatives).sample,
    };
  }

  #alternative(depth: number): Part {
    return joined(Array.from({ length: this.#choices.pick([0, 1, 1, 2, 2, 3]) }, () => this.#term(depth)));
  }

  #term(depth: number): Part {
    const kind = this.#choices.below(16);
    if (kind === 0) return { source: this.#choices.pick(['^', '$', '\\b', '\\B']), sample: '' };
    if (kind === 1 && depth > 0) {
      const { source, sample } = this.disjunction(depth - 1);
      const look = this.#choices.pick(['?=', '?!', '?<=', '?<!']);
      return { source: `(${look}${source})`, sample: look === '?<=' ? sample : '' };
    }
    return kind < 7 && depth > 0 ? this.#group(depth - 1) : this.#characters();
  }

  #group(depth: number): Part {
    const kind = this.#choices.below(4);
    const number = this.groups.length;
    if (kind < 3) this.groups.push(kind === 2 ? `n${number}` : undefined);
    const { source, sample } = this.disjunction(depth);
    const opening = ['(', '(', `(?<n${number}>`, '(?:'][kind];
    const [quantifier, times] = this.#choices.pick([
      ['', 1],
      ['', 1],
      ['?', 1],
      ['??', 0],
      ['{0,2}', 2],
      ['{1,2}?', 1],
      ['{2}', 2],
    ] as const);
    return { source: `${opening}${source})${quantifier}`, sample: sample.repeat(times) };
  }

  #characters(): Part {
    const { source, sample } = this.#character();
    const lazy = this.#choices.below(4) === 0 ? '?' : '';
    const quantifiers: (readonly [text: string, times: number])[] = [
      ['?', 1],
      ['{2}', 2],
      ['{0,3}', 2],
    ];
    if (this.#unbounded > 0) quantifiers.push(['*', 2], ['+', 2], ['{2,}', 3]);
    if (this.#choices.below(2) === 0) return { source, sample };
    const [quantifier, times] = this.#choices.pick(quantifiers);
    if (/[*+]|,\}/.test(quantifier)) this.#unbounded -= 1;
    // Without `u` the quantifier of a pair belongs to its second half.
    const whole = this.#unicode === '' && source.length > 1 && pairs.includes(source) ? `(?:${source})` : source;
    return { source: `${whole}${quantifier}${lazy}`, sample: sample.repeat(times) };
  }

  #character(): Part {
    const choice = this.#choices.below(14);
    if (choice < 6) return verbatim(this.#choices.pick(letters));
    if (choice === 6) return verbatim(this.#choices.pick(pairs));
    if (choice === 7) {
      const source = this.#choices.pick(halves);
      return { source, sample: String.fromCharCode(Number.parseInt(source.slice(2), 16)) };
    }
    if (choice === 8 && this.#unicode !== '') return this.#member(properties);
    // In Node 20 negated sets with `v` have a fault.
    return this.#member(choice < 11 && this.#unicode !== 'v' ? negations : sets);
  }

  #member(list: typeof sets): Part {
    const [source, members] = this.#choices.pick(list);
    return { source, sample: this.#choices.pick(members) };
  }
}

function verbatim(text: string): Part {
  return { source: text, sample: text };
}

function joined(parts: readonly Part[]): Part {
  return { source: parts.map(({ source }) => source).join(''), sample: parts.map(({ sample }) => sample).join('') };
}
