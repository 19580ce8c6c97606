import { spawnSync } from 'node:child_process';
import type { CompiledPattern } from '../../codegen/regex/compile-pattern.js';
import { layoutMembers } from '../../codegen/regex/image/layout.js';
import type { Random } from '../native/random.js';
import { RecordWriter } from '../native/record-writer.js';
import { viewOf, writeView } from '../native/string/encode-views.js';
import type { Matches } from './v8-matches.js';

/** The matches that an engine finds in one text, as `Matches` has them, and the characters that it reads. */
export interface EngineMatches {
  readonly engine: string;
  readonly matches: Exclude<Matches, null>;
  readonly steps: number;
}

export interface CompiledCase {
  readonly pattern: CompiledPattern;
  readonly texts: readonly string[];
}

/** Returns the engines that a pattern has, in the order in which test/native/regex/pattern_cases.cpp runs them. */
function enginesOf({ layout }: CompiledPattern): string[] {
  return [
    'two passes',
    ...(layout.viabilityStates > 0 ? ['two passes by an automaton', 'backward test'] : []),
    ...(layout.searchStates > 0 ? ['search'] : []),
    ...(layout.taggedStates > 0 ? ['tagged'] : []),
    ...(layout.setMatches > 0 ? ['set'] : []),
    ...(layout.enclosedOpen >= 0 ? ['enclosed'] : []),
  ];
}

/** True if an engine tells only if there is a match: 1 or 0. */
export function isTest(engine: string): boolean {
  return engine === 'search' || engine === 'backward test';
}

/** Runs every engine that a pattern has on its texts; returns what each found, by pattern and text. */
export function nativeMatches(program: string, random: Random, cases: readonly CompiledCase[]): EngineMatches[][][] {
  const input = new RecordWriter();
  for (const { pattern, texts } of cases) {
    for (const member of layoutMembers) input.i32(pattern.layout[member]);
    input.u32(pattern.image.length);
    input.bytes(pattern.image);
    input.u32(texts.length);
    for (const text of texts) writeView(input, viewOf(random, text));
  }
  const output = outputOf(program, [], input);
  let at = 0;
  const next = () => output[at++] ?? 0;
  return cases.map(({ pattern, texts }) =>
    texts.map(() =>
      enginesOf(pattern).map((engine) => {
        if (isTest(engine)) return { engine, matches: [next()], steps: next() };
        const numbers = next() * 2 * pattern.layout.groups;
        const matches = [...output.subarray(at, at + numbers)];
        at += numbers;
        return { engine, matches, steps: next() };
      }),
    ),
  );
}

/** For each text and sample pattern: 1 if there is a match, the place of the first one, and the number of all. */
export function matchesOfTypes(program: string, random: Random, texts: readonly string[]): number[] {
  const input = new RecordWriter();
  for (const text of texts) writeView(input, viewOf(random, text));
  return [...outputOf(program, ['types'], input)];
}

function outputOf(program: string, args: readonly string[], input: RecordWriter): Int32Array {
  const { status, stdout, stderr } = spawnSync(program, args, { input: input.take(), maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error(`the program ends with ${status}: ${stderr}`);
  return new Int32Array(new Uint8Array(stdout).buffer);
}
