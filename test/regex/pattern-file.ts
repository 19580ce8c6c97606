import { layoutMembers } from '../../codegen/regex/image/layout.js';
import { Random } from '../native/random.js';
import { RecordWriter } from '../native/record-writer.js';
import { viewOf, writeView } from '../native/string/encode-views.js';
import { RandomCases } from './random-cases.js';
import { V8 } from './v8-matches.js';

/** The origin and the counts of a file of cases. The programs that read it repeat them. */
export interface PatternFileHeader {
  readonly seed: number;
  readonly node: string;
  readonly v8: string;
  readonly patterns: number;
  readonly pairs: number;
  readonly matches: number;
  /** Pairs that are left out, because V8 took longer than its limit. */
  readonly timeouts: number;
}

export interface PatternFile {
  readonly header: PatternFileHeader;
  readonly bytes: Uint8Array;
}

/** The kinds of patterns, in turn: single sets have an engine of their own, and short patterns have one on the device. */
const kinds = ['sets', 'short', 'any', 'any', 'enclosed', 'any', 'any', 'any'] as const;
/** The programs read the file's places as integers of 16 bits. */
const greatestPlace = 32_767;

/**
 * Returns random patterns, texts and V8's matches as test/native/regex/pattern_file.hpp reads them: a machine that runs the engines on them
 * needs neither Node nor the compiler. `expected` may change V8's matches, for tests of the programs.
 */
export async function patternFile(
  seed: number,
  patterns: number,
  pairsPerPattern: number,
  expected = (matches: readonly number[]) => matches,
): Promise<PatternFile> {
  const random = new Random(seed);
  const cases = new RandomCases(random);
  const v8 = new V8(1000);
  const [ofPatterns, ofPairs] = [new RecordWriter(), new RecordWriter()];
  const counts = { patterns, pairs: 0, matches: 0, timeouts: 0 };
  for (let number = 0; number < patterns; number += 1) {
    const { source, flags, pattern, texts } = cases.next(pairsPerPattern, kinds[number % kinds.length]);
    const name = Buffer.from(`/${source}/${flags}`);
    for (const member of layoutMembers) ofPatterns.i32(pattern.layout[member]);
    for (const part of [pattern.image, name]) {
      ofPatterns.u32(part.length);
      ofPatterns.bytes(part);
    }
    for (const [place, found] of (await v8.matches({ source, flags, texts })).entries()) {
      const text = texts[place] ?? '';
      if (found === null || text.length > greatestPlace) {
        counts.timeouts += 1;
        continue;
      }
      const matches = expected(found);
      counts.pairs += 1;
      counts.matches += matches.length / (2 * pattern.layout.groups);
      ofPairs.u32(number);
      writeView(ofPairs, viewOf(random, text));
      ofPairs.u32(matches.length);
      ofPairs.bytes(new Uint8Array(Int16Array.from(matches).buffer));
    }
  }
  await v8.end();
  const header: PatternFileHeader = { seed, node: process.version, v8: process.versions.v8, ...counts };
  const file = new RecordWriter();
  const text = Buffer.from(JSON.stringify(header));
  for (const number of [text.length, counts.patterns, counts.pairs]) file.u32(number);
  for (const part of [text, ofPatterns.take(), ofPairs.take()]) file.bytes(part);
  return { header, bytes: file.take() };
}
