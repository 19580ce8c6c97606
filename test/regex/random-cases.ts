import { type CompiledPattern, compilePattern, isRefusal } from '../../codegen/regex/compile-pattern.js';
import type { Node } from '../../codegen/regex/syntax/node.js';
import { parsePattern } from '../../codegen/regex/syntax/parse.js';
import type { Random } from '../native/random.js';
import {
  knownSyntax,
  type RandomPattern,
  randomEnclosedPattern,
  randomPattern,
  randomSetPattern,
  randomShortPattern,
  randomSpanPattern,
  type Syntax,
} from './random-patterns.js';
import { asciiSubject, longSubject, randomSubject, wideSubject } from './random-subjects.js';

/** A random pattern and the texts that it is matched with. */
export interface RandomCase {
  readonly source: string;
  readonly flags: string;
  readonly texts: readonly string[];
  readonly pattern: CompiledPattern;
}

/** A source of patterns and their texts. */
interface Draw {
  readonly pattern: (random: Random, syntax: Syntax) => RandomPattern;
  readonly text: (random: Random, body: Node) => string;
}

const draws = {
  /** Patterns of the whole grammar. */
  any: { pattern: randomPattern, text: randomSubject },
  /** Patterns of one set, and texts of several blocks of 32 bytes. */
  sets: { pattern: randomSetPattern, text: longSubject },
  /** Patterns whose matches lie between two characters. */
  enclosed: { pattern: randomEnclosedPattern, text: longSubject },
  /** Patterns that the device searches for before it finds their groups. */
  short: { pattern: randomShortPattern, text: asciiSubject },
  /** Patterns that skip text that is not ASCII, and patterns whose matches are at the end of such text. */
  wide: { pattern: randomSpanPattern, text: wideSubject },
} as const satisfies Record<string, Draw>;

export type CaseKind = keyof typeof draws;

/** Random cases, none of which has the pattern of another. */
export class RandomCases {
  /** The number of patterns that V8 accepts and the compiler refuses, by reason. */
  readonly refused: Record<string, number> = {};
  private readonly known = new Set<string>();
  private readonly syntax = knownSyntax();

  constructor(private readonly random: Random) {}

  /** Returns the next case, whose pattern V8 accepts and the compiler compiles. */
  next(texts: number, kind: CaseKind = 'any'): RandomCase {
    for (;;) {
      const found = this.draw(texts, draws[kind]);
      if (found) return found;
    }
  }

  private draw(texts: number, drawing: Draw): RandomCase | undefined {
    const { source, flags } = drawing.pattern(this.random, this.syntax);
    if (this.known.has(`${flags}/${source}`)) return undefined;
    this.known.add(`${flags}/${source}`);
    try {
      new RegExp(source, flags);
    } catch {
      return undefined;
    }
    const pattern = compilePattern(source, flags, { everyEngine: true });
    if (isRefusal(pattern)) {
      this.refused[pattern.reason] = (this.refused[pattern.reason] ?? 0) + 1;
      return undefined;
    }
    const { body } = parsePattern(source, flags);
    return { source, flags, pattern, texts: Array.from({ length: texts }, () => drawing.text(this.random, body)) };
  }
}
