import { Random } from '../native/random.js';
import { type EngineMatches, isTest, nativeMatches } from './native-matches.js';
import { type CaseKind, type RandomCase, RandomCases } from './random-cases.js';
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

/** Compares engines with V8 for random patterns, which a seed determines. */
export async function compareRandom(
  program: string,
  seed: number,
  patterns: number,
  texts: number,
  kind: CaseKind = 'any',
): Promise<Counts> {
  const comparison = new Comparison(program, new Random(seed), kind);
  return comparison.run(patterns, texts);
}

const batch = 250;
const most = 10;

class Comparison {
  private readonly cases: RandomCases;
  private readonly counts: Counts;
  private readonly v8 = new V8(1000);

  constructor(
    private readonly program: string,
    private readonly random: Random,
    private readonly kind: CaseKind,
  ) {
    this.cases = new RandomCases(random);
    const { refused } = this.cases;
    this.counts = {
      patterns: 0,
      refused,
      pairs: 0,
      matches: 0,
      timeouts: 0,
      engines: {},
      differences: 0,
      examples: [],
    };
  }

  async run(patterns: number, texts: number): Promise<Counts> {
    while (this.counts.patterns < patterns) {
      const count = Math.min(batch, patterns - this.counts.patterns);
      const subjects = Array.from({ length: count }, () => this.cases.next(texts, this.kind));
      this.counts.patterns += subjects.length;
      const native = nativeMatches(this.program, this.random, subjects);
      for (const [place, subject] of subjects.entries())
        this.compare(subject, await this.v8.matches(subject), native[place] ?? []);
    }
    await this.v8.end();
    return this.counts;
  }

  private compare(
    subject: RandomCase,
    expected: readonly Matches[],
    native: readonly (readonly EngineMatches[])[],
  ): void {
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
    { source, flags }: RandomCase,
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
