import { type CompiledPattern, compilePattern, isRefusal } from '../../codegen/regex/compile-pattern.js';
import type { Node } from '../../codegen/regex/syntax/node.js';
import { parsePattern } from '../../codegen/regex/syntax/parse.js';
import { Random } from '../native/random.js';
import { type EngineMatches, isTest, nativeMatches } from './native-matches.js';
import { knownSyntax, type RandomPattern, randomPattern, randomSetPattern, type Syntax } from './random-patterns.js';
import { longSubject, randomSubject } from './random-subjects.js';
import { type Matches, V8 } from './v8-matches.js';

/** Counts of a comparison with V8, and the first differences. */
export interface Counts {
  patterns: number;
  /** Patterns that V8 accepts and the compiler refuses, by reason. */
  refused: Record<string, number>;
  pairs: number;
  matches: number;
  /** Pairs for which V8 took longer than its limit. */
  timeouts: number;
  /** Pairs per engine. */
  engines: Record<string, number>;
  differences: number;
  readonly examples: string[];
}

interface Subject {
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
} as const satisfies Record<string, Draw>;

/** Compares engines with V8 for random patterns, which a seed determines. */
export async function compareRandom(
  program: string,
  seed: number,
  patterns: number,
  texts: number,
  draw: keyof typeof draws = 'any',
): Promise<Counts> {
  const comparison = new Comparison(program, new Random(seed), draws[draw]);
  return comparison.run(patterns, texts);
}

const batch = 250;
const most = 10;

class Comparison {
  private readonly counts: Counts = {
    patterns: 0,
    refused: {},
    pairs: 0,
    matches: 0,
    timeouts: 0,
    engines: {},
    differences: 0,
    examples: [],
  };
  private readonly known = new Set<string>();
  private readonly syntax = knownSyntax();
  private readonly v8 = new V8(1000);

  constructor(
    private readonly program: string,
    private readonly random: Random,
    private readonly drawing: Draw,
  ) {}

  async run(patterns: number, texts: number): Promise<Counts> {
    while (this.counts.patterns < patterns) {
      const subjects: Subject[] = [];
      while (subjects.length < Math.min(batch, patterns - this.counts.patterns)) {
        const subject = this.draw(texts);
        if (subject) subjects.push(subject);
      }
      this.counts.patterns += subjects.length;
      const native = nativeMatches(this.program, this.random, subjects);
      for (const [place, subject] of subjects.entries())
        this.compare(subject, await this.v8.matches(subject), native[place] ?? []);
    }
    await this.v8.end();
    return this.counts;
  }

  /** Returns a new pattern that V8 accepts and the compiler compiles. */
  private draw(texts: number): Subject | undefined {
    const { source, flags } = this.drawing.pattern(this.random, this.syntax);
    if (this.known.has(`${flags}/${source}`)) return undefined;
    this.known.add(`${flags}/${source}`);
    try {
      new RegExp(source, flags);
    } catch {
      return undefined;
    }
    const pattern = compilePattern(source, flags, { everyEngine: true });
    if (isRefusal(pattern)) {
      this.counts.refused[pattern.reason] = (this.counts.refused[pattern.reason] ?? 0) + 1;
      return undefined;
    }
    const { body } = parsePattern(source, flags);
    return { source, flags, pattern, texts: Array.from({ length: texts }, () => this.drawing.text(this.random, body)) };
  }

  private compare(subject: Subject, expected: readonly Matches[], native: readonly (readonly EngineMatches[])[]): void {
    subject.texts.forEach((text, place) => {
      this.counts.pairs++;
      if (expected[place] == null) this.counts.timeouts++;
      // If V8 takes too long, the other engines are compared with two passes.
      const wanted = expected[place] ?? native[place]?.[0]?.matches ?? [];
      this.counts.matches += wanted.length / (2 * subject.pattern.layout.groups);
      for (const { engine, matches } of native[place] ?? []) {
        this.counts.engines[engine] = (this.counts.engines[engine] ?? 0) + 1;
        const expectedOf = isTest(engine) ? [Number(wanted.length > 0)] : wanted;
        if (expectedOf.join() !== matches.join()) this.differs(subject, text, engine, wanted, matches);
      }
    });
  }

  private differs(
    { source, flags }: Subject,
    text: string,
    engine: string,
    wanted: readonly number[],
    found: readonly number[],
  ) {
    this.counts.differences++;
    if (this.counts.examples.length < most)
      this.counts.examples.push(
        `new RegExp(${JSON.stringify(source)}, '${flags}') on ${JSON.stringify(text)}: V8 [${wanted}], ${engine} [${found}]`,
      );
  }
}
