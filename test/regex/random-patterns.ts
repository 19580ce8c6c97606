import type { Random } from '../native/random.js';

/** A random pattern of the whole grammar, without back-references. */
export interface RandomPattern {
  readonly source: string;
  readonly flags: string;
}

const letters = ['a', 'b', 'c', 'A', 'k', 's', '1', '2', '_', ' ', '-', 'x'] as const;
const others = ['é', 'É', 'ß', 'ſ', '\u212a', 'σ', 'ς', '中', '\n', '\u2028', '\ufeff', '.', '@'] as const;
const pairs = ['😀', '😁', '𐐀', '𐐨'] as const;
const halves = ['\\ud83d', '\\ude00', '\\udc00', '\\ud801'] as const;
const escapes = ['\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '.'] as const;
const properties = ['L', 'Lu', 'Ll', 'Nd', 'Script=Greek', 'ASCII', 'Any', 'Cs', 'Emoji'] as const;
const quantifiers = ['*', '+', '?', '{2}', '{0,2}', '{1,3}', '{2,}', '{0}', '{0,1}'] as const;
const edges = ['^', '$', '\\b', '\\B'] as const;

/** Syntax that the running Node may not know. */
export interface Syntax {
  /** Modifiers. V8 13.6 forgets them behind the first alternative, so that `/(?i:x|[a-c])/` does not match a C. */
  readonly modifiers: boolean;
  readonly duplicateNames: boolean;
  /** Negated classes of the flag `v`: in Node 20, `/^[^]?$/v` matches no character. */
  readonly negatedSets: boolean;
  /** `\p{ASCII}` with `iv`, to which the sign of Kelvin belongs in Node 20 alone. */
  readonly asciiProperty: boolean;
  /** A single character behind `--`: in Node 20, `[\w--a]` with `iv` contains `a`, and `[\w--[a]]` does not. */
  readonly subtractedCharacters: boolean;
}

function matches(source: string, flags: string, text: string): boolean {
  return new RegExp(source, flags).test(text);
}

export function knownSyntax(): Syntax {
  const knows = (source: string) => {
    try {
      return new RegExp(source) instanceof RegExp;
    } catch {
      return false;
    }
  };
  return {
    modifiers: knows('(?i:a)') && matches('(?i:x|[a-c])', '', 'C'),
    duplicateNames: knows('(?<a>a)|(?<a>b)'),
    negatedSets: matches('^[^]?$', 'v', 'a'),
    asciiProperty: !matches('\\p{ASCII}', 'iv', '\u212a'),
    subtractedCharacters: !matches('[\\w--a]', 'iv', 'a'),
  };
}

export function randomPattern(random: Random, syntax: Syntax): RandomPattern {
  const flag = (name: string, chance: number) => (random.chance(chance) ? name : '');
  const unicode = random.pick(['', '', '', 'u', 'u', 'v'] as const);
  const flags = `${flag('i', 0.3)}${flag('m', 0.25)}${flag('s', 0.2)}${unicode}${flag('y', 0.1)}`;
  return { source: new Grammar(random, syntax, unicode).disjunction(random.pick([1, 2, 2, 3, 3, 4] as const)), flags };
}

/** A random pattern of one set, alone or repeated. */
export function randomSetPattern(random: Random, syntax: Syntax): RandomPattern {
  const unicode = random.pick(['', '', 'u', 'v'] as const);
  const flags = `${random.chance(0.3) ? 'i' : ''}${unicode}`;
  return { source: `${new Grammar(random, syntax, unicode).set()}${random.pick(['', '+'] as const)}`, flags };
}

/** A random pattern of a character, others, and a character that ends them. */
export function randomEnclosedPattern(random: Random, syntax: Syntax): RandomPattern {
  const unicode = random.pick(['', '', 'u', 'v'] as const);
  const flags = `${random.chance(0.2) ? 's' : ''}${unicode}`;
  const grammar = new Grammar(random, syntax, unicode);
  const edge = () => random.pick(['a', 'b', '<', '-', '"', ' ', '1'] as const);
  const close = edge();
  const between = random.pick([
    `[^${close === '-' ? '\\-' : close}]`,
    '[^<>]',
    '\\w',
    '[^\\s-]',
    '.',
    grammar.set(),
  ] as const);
  const run = `${between}${random.pick(['*', '*', '+', '*?', '+?'] as const)}`;
  return { source: `${edge()}${random.chance(0.3) ? `(${run})` : run}${close}`, flags };
}

/** A random pattern whose matches have few characters. */
export function randomShortPattern(random: Random): RandomPattern {
  const one = () => {
    const atom = random.pick([
      'a',
      'b',
      '-',
      '1',
      '\\d',
      '\\w',
      '[ab]',
      '[^a-c]',
      '\\w+-',
      '(\\w*)-',
      '(a)',
      '(\\d|b)',
      '(?:ab|1)',
    ] as const);
    return atom + random.pick(['', '', '', '?', '{2}', '{1,3}', '{0,2}?'] as const);
  };
  const body = Array.from({ length: 1 + random.below(4) }, one).join('');
  const begin = random.pick(['', '', '', '^', '\\b', '\\B'] as const);
  const end = random.pick(['', '', '$', '\\b', '\\B'] as const);
  return { source: `${begin}${body}${end}`, flags: random.pick(['', '', 'm', 'i', 'u'] as const) };
}

/** A random pattern with a span of most characters, or one whose matches are few characters at the end of the text. */
export function randomSpanPattern(random: Random): RandomPattern {
  const spans = [
    '.*',
    '.+',
    '(.*)',
    '.*?',
    '[^x-]*',
    '[^\\s@]+',
    '[^\\ud83d<]*',
    '[^é]*',
    '\\P{Lu}*',
    '[^a]{2,}',
    '\\W*',
  ] as const;
  const ends = ['b', 'é', '[^ ]', '😀', '-?', '(?:a|中)', '(\\u2028)?', '\\ude00'] as const;
  const begin = random.pick(['', '', '^', 'a', '(a)', '😀', '\\b'] as const);
  const isSpan = random.chance(0.6);
  const body = isSpan
    ? `${random.pick(spans)}${random.pick(['b', '$', '-', '@', '(?:b|$)', 'é', '😀'] as const)}`
    : `${random.pick(ends)}${random.pick(['', '?', '{1,2}'] as const)}${random.pick(ends)}${random.pick(['$', '(?:b$|$)'] as const)}`;
  return { source: begin + body, flags: random.pick(['', 'u', 's', 'g', 'i', 'gu'] as const) };
}

class Grammar {
  private names = 0;

  constructor(
    private readonly random: Random,
    private readonly syntax: Syntax,
    private readonly unicode: '' | 'u' | 'v',
  ) {}

  disjunction(depth: number): string {
    const count = this.random.pick([1, 1, 1, 2, 2, 3] as const);
    return Array.from({ length: count }, () => this.alternative(depth)).join('|');
  }

  private alternative(depth: number): string {
    const count = this.random.pick([0, 1, 1, 2, 2, 3, 4] as const);
    return Array.from({ length: count }, () => this.term(depth)).join('');
  }

  private term(depth: number): string {
    const { random } = this;
    if (random.chance(0.1)) return random.pick(edges);
    if (depth > 0 && random.chance(0.12)) return this.look(depth - 1);
    const atom = depth > 0 && random.chance(0.45) ? this.group(depth - 1) : this.character();
    if (!random.chance(0.45)) return atom;
    return atom + random.pick(quantifiers) + (random.chance(0.3) ? '?' : '');
  }

  private look(depth: number): string {
    const { random } = this;
    const kind = random.pick(['?=', '?!', '?<=', '?<!'] as const);
    // Without `u`, a look-ahead may have a quantifier.
    const quantifier =
      this.unicode === '' && !kind.includes('<') && random.chance(0.15) ? random.pick(quantifiers) : '';
    return `(${kind}${this.disjunction(depth)})${quantifier}`;
  }

  private group(depth: number): string {
    const { random } = this;
    const body = this.disjunction(depth);
    if (random.chance(0.45)) return `(${body})`;
    if (random.chance(0.2)) return `(?<n${++this.names}>${body})`;
    if (this.syntax.duplicateNames && random.chance(0.1)) {
      const name = `d${++this.names}`;
      return `(?:(?<${name}>${body})|(?<${name}>${this.disjunction(depth)}))`;
    }
    if (this.syntax.modifiers && random.chance(0.3))
      return `(?${random.pick(['i', 'm', 's', '-i', 'i-s', '-m'])}:${body})`;
    return `(?:${body})`;
  }

  /** A class, or a character of one kind or another. */
  set(): string {
    return this.random.chance(0.7) ? this.class(1) : this.character();
  }

  private character(): string {
    const { random } = this;
    const kind = random.below(20);
    if (kind < 10) return random.pick(letters);
    if (kind < 13) return random.pick(escapes);
    if (kind < 14) return random.pick(others).replace('.', '\\.');
    if (kind < 15) return random.pick(pairs);
    if (kind < 16) return random.pick(halves);
    if (kind < 17 && this.unicode !== '') return `\\${random.pick(['p', 'P'])}{${this.property()}}`;
    return this.class(1);
  }

  private property(): string {
    const property = this.random.pick(properties);
    return property === 'ASCII' && this.unicode === 'v' && !this.syntax.asciiProperty ? 'Any' : property;
  }

  private class(depth: number): string {
    const { random } = this;
    const mayNegate = this.unicode !== 'v' || this.syntax.negatedSets;
    const negate = mayNegate && random.chance(0.3) ? '^' : '';
    if (this.unicode === 'v' && depth > 0 && random.chance(0.4)) {
      const operator = random.pick(['--', '&&'] as const);
      return `[${negate}${this.operand(depth)}${operator}${this.operand(depth)}]`;
    }
    const count = random.pick([0, 1, 1, 2, 3, 3] as const);
    return `[${negate}${Array.from({ length: count }, () => this.member(depth)).join('')}]`;
  }

  private operand(depth: number): string {
    if (this.random.chance(0.5)) return this.class(depth - 1);
    const operand = this.random.pick(['\\w', '\\d', 'a', '\\p{L}', '\\W', '\\P{Lu}']);
    return operand === 'a' && !this.syntax.subtractedCharacters ? '[a]' : operand;
  }

  private member(depth: number): string {
    const { random } = this;
    switch (random.below(8)) {
      case 0:
        return random.pick(['a-c', 'A-C', '0-9', 'b-k', '\\u0080-\\uffff', 'é-\\u0400'] as const);
      case 1:
        return random.pick(['\\d', '\\w', '\\s', '\\S', '\\W', '\\D'] as const);
      case 2:
        return random.pick(halves);
      case 3:
        return this.unicode === ''
          ? random.pick(others)
          : random.pick(['😀', '😀-😁', '\\p{Ll}', '\\P{Lu}', '\\u{10400}'] as const);
      case 4:
        return this.unicode === 'v' && depth > 0 ? this.class(depth - 1) : random.pick(others);
      default:
        return random.pick(letters).replace('-', '\\-');
    }
  }
}
