import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { thisProcessor } from '../../codegen/5-build/tools/cpu-level.js';
import { type CompiledPattern, compilePattern, isRefusal } from '../../codegen/regex/compile-pattern.js';
import { Random } from '../native/random.js';
import { build, buildForLevel, cxx } from '../native/toolchain.js';
import { compareRandom } from './comparison.js';
import { compiled } from './compiled.js';
import { isTest, matchesOfTypes, nativeMatches } from './native-matches.js';
import { sampleHeader, samplePatterns } from './sample-patterns.js';

const seed = Number(process.env.ROWFUSE_SEED ?? '2026');
const scale = Number(process.env.ROWFUSE_CASES ?? '1');

/** Patterns with modifiers, and what they mean. */
const modified: readonly (readonly [source: string, flags: string, meaning: RegExp])[] = [
  ['(?i:x|[a-c])d', '', /[xXa-cA-C]d/g],
  ['(?:(?i:b)|a)C', '', /[abB]C/g],
  ['a(?-i:b|B)c', 'i', /[aA][bB][cC]/g],
  ['a(?-i:b)c', 'i', /[aA]b[cC]/g],
  ['(?m:^a$|^b)', '', /(?<![^\n])(?:a(?![^\n])|b)/g],
  ['(?-m:^b|x)|^a', 'm', /(?<![\s\S])b|x|(?<![^\n])a/g],
  ['(?s:.)x.', '', /[\s\S]x./g],
  ['(?i-s:k.)', 'su', /[kK\u212a]./gu],
  ['(?i:(?-i:é)|É(?=))', '', /[éÉ]/g],
];

const header = fileURLToPath(new URL('../native/regex/sample_patterns.hpp', import.meta.url));

/** Patterns that take V8 exponential or quadratic time, with a character of which it takes many. */
const hostile: readonly (readonly [pattern: RegExp, character: string])[] = [
  [/(a+)+b/, 'a'],
  [/(?:a?(?:a?(?:a?)*)*)*b/, 'a'],
  [/(?:a?){20}a{20}c/, 'a'],
  [/(x+x+)+y/, 'x'],
  [/.*[^A-Z]|[A-Z]/g, 'A'],
  [/.*a|b/g, 'b'],
  [/a*b/g, 'a'],
  [/(?=(a*)b|a)a/g, 'a'],
  [/(?<=b(a*))c|a/g, 'a'],
];

describe.skipIf(cxx === undefined)(
  `engines of regular expressions${cxx === undefined ? ' (skipped: no C++ compiler)' : ''}`,
  () => {
    /** Programs with and without vectors of 32 bytes. */
    const programs: string[] = [];
    let program = '';
    beforeAll(() => {
      if (process.env.UPDATE) writeFileSync(header, sampleHeader());
      const source = 'regex/pattern_cases.cpp';
      program = build(cxx ?? '', source, '-O1');
      programs.push(program);
      if (thisProcessor()?.level === 'x86-64-v3') programs.push(buildForLevel(cxx ?? '', source, 'x86-64-v3'));
    });

    it('find the matches and groups that V8 finds, for random patterns and texts', async () => {
      for (const [place, built] of programs.entries()) {
        const counts = await compareRandom(built, seed + place, 100 * scale, 10);
        expect(counts.examples).toEqual([]);
        expect(counts.matches).toBeGreaterThan(500);
        for (const engine of ['two passes', 'search', 'tagged']) expect(counts.engines[engine]).toBeGreaterThan(350);
      }
    });

    it('find the matches of short patterns that V8 finds, in ASCII text', async () => {
      for (const [place, built] of programs.entries()) {
        const counts = await compareRandom(built, seed + place, 150 * scale, 10, 'short');
        expect(counts.examples).toEqual([]);
        expect(counts.engines.tagged).toBeGreaterThan(500);
      }
    });

    it('find the matches that V8 finds in text that is not ASCII', async () => {
      for (const [place, built] of programs.entries()) {
        const counts = await compareRandom(built, seed + place, 150 * scale, 10, 'wide');
        expect(counts.examples).toEqual([]);
        expect(counts.engines.tagged).toBeGreaterThan(500);
      }
    });

    it('find the characters of random sets that V8 finds', async () => {
      for (const [place, built] of programs.entries()) {
        const counts = await compareRandom(built, seed + place, 100 * scale, 10, 'sets');
        expect(counts.examples).toEqual([]);
        expect(counts.engines.set).toBeGreaterThan(500);
      }
    });

    it('find the texts between two characters that V8 finds', async () => {
      for (const [place, built] of programs.entries()) {
        const counts = await compareRandom(built, seed + place, 100 * scale, 10, 'enclosed');
        expect(counts.examples).toEqual([]);
        expect(counts.engines.enclosed).toBeGreaterThan(500);
      }
    });

    it('are chosen by the type of a pattern, which is what the compiler writes', () => {
      expect(readFileSync(header, 'utf8')).toBe(sampleHeader());
      const texts = ['', 'on 2026-11-27 and 1999-01-02', 'bbab', 'éa-b-ß-x', '😀-😀b-', '--a-\ud83d'];
      const expected = texts.flatMap((text) =>
        samplePatterns.flatMap(([, pattern]) => {
          const matches = [...text.matchAll(pattern)];
          return [Number(matches.length > 0), matches[0]?.index ?? -1, matches.length];
        }),
      );
      expect(matchesOfTypes(program, new Random(seed), texts)).toEqual(expected);
    });

    // Patterns without modifiers say what those with modifiers mean, because V8 has them only from Node 23 on, and with a fault.
    it.each(modified)('find with /%s/%s what V8 finds with %s', (source, flags, meaning) => {
      const pattern = compilePattern(source, flags, { everyEngine: true });
      if (isRefusal(pattern)) throw new Error(pattern.reason);
      const texts = ['xd Xd bd Bd Cd', 'aBC abc ABC AbC', 'b\na\nb a', '\nx\n \nxa', 'k\u212a K\u212a', 'éÉ'];
      const found = nativeMatches(program, new Random(seed), [{ pattern, texts }])[0] ?? [];
      const expected = texts.map((text) =>
        [...text.matchAll(meaning)].map(({ 0: match, index }) => [index, index + match.length]),
      );
      for (const [place, ofText] of found.entries())
        for (const { engine, matches } of ofText.filter((one) => !isTest(one.engine)))
          expect(matches, engine).toEqual(expected[place]?.flat());
    });

    it.each(hostile)('find all matches of %s in time that is linear in the text', (expression, character) => {
      const pattern = compiled(expression);
      const texts = [2000, 4000].map((length) => character.repeat(length));
      const [short = [], long = []] = nativeMatches(program, new Random(seed), [{ pattern, texts }])[0] ?? [];
      for (const [place, { engine, steps }] of short.entries())
        if (isLinear(pattern, engine)) expect(long[place]?.steps, engine).toBeLessThan(2.1 * steps + 10);
    });

    it('find a match by the automata, or by two passes where these read too far', () => {
      expect(compiled(/\d{4}-\d\d/).engines).toEqual({ test: 'search', first: 'tagged', all: 'tagged' });
      expect(compiled(/.*a|b/g).engines).toEqual({ test: 'search', first: 'tagged', all: 'two passes' });
      expect(compiled(/[^a-z]+/g).engines).toEqual({ test: 'set', first: 'set', all: 'set' });
      expect(compiled(/"([^"]*)"/g).engines).toEqual({ test: 'search', first: 'enclosed', all: 'enclosed' });
      expect(compiled(/a(?=b)/).engines).toEqual({ test: 'two passes', first: 'two passes', all: 'two passes' });
    });
  },
);

/** True if an engine is one of those that a loop over all matches may use. */
function isLinear({ layout }: CompiledPattern, engine: string): boolean {
  return engine !== 'tagged' || layout.taggedAll === 1;
}
