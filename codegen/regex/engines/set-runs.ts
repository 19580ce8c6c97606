import type { CharacterSet } from '../characters/character-set.js';
import type { ParsedPattern } from '../syntax/parse.js';

/** A pattern of one set: each match is one of its characters, or as many as follow each other. */
export interface SetRuns {
  readonly set: CharacterSet;
  readonly isRepeated: boolean;
}

/** Recognises `[a-z]` and `[a-z]+`, in which no automaton is needed. */
export function setRunsOf({ body, flags, groups }: ParsedPattern): SetRuns | undefined {
  if (flags.sticky || groups > 0) return undefined;
  if (body.kind === 'characters') return { set: body.set, isRepeated: false };
  const isRun = body.kind === 'repetition' && body.greedy && body.min === 1 && body.max === Infinity;
  return isRun && body.body.kind === 'characters' ? { set: body.body.set, isRepeated: true } : undefined;
}
