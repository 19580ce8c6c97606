import { type CharacterSet, lastCodePoint, lastUnit } from '../characters/character-set.js';
import { foldedWords, lineTerminators, words } from '../characters/classes.js';
import type { EdgeTest } from '../syntax/node.js';
import { refuse } from '../syntax/refusal.js';
import type { Graph } from './graph.js';

/** The kinds of a class that edges test: bits, of which `outside` stands for both ends of the text. */
export const kinds = { newline: 1, word: 2, foldedWord: 4, outside: 8 } as const;

/** Classes have 8 bits, and tables have three columns more. */
const mostClasses = 252;

/** Disjoint classes of characters: all members of a class are equal to all sets and tests of a pattern. */
export interface Alphabet {
  readonly unicode: boolean;
  /** The number of classes; as a class, it stands for the end of the text. */
  readonly classes: number;
  /** The classes of the characters below 128. */
  readonly ascii: Uint8Array;
  /** Ascending ranges from 128 on, each with its class; the last one has the class of all that follows. */
  readonly ranges: readonly { readonly first: number; readonly characterClass: number }[];
  /** The kinds of each class, and at last of the end of the text. */
  readonly kinds: Uint8Array;
  /** Returns one byte per class: 1 if its characters are members of a set of the pattern. */
  members(set: CharacterSet): Uint8Array;
}

const kindsOfTests: Readonly<Record<EdgeTest, number>> = {
  start: kinds.outside,
  end: kinds.outside,
  lineStart: kinds.outside | kinds.newline,
  lineEnd: kinds.outside | kinds.newline,
  wordEdge: kinds.word,
  noWordEdge: kinds.word,
  foldedWordEdge: kinds.foldedWord,
  noFoldedWordEdge: kinds.foldedWord,
};

/** Returns the kinds that the tests of a graph ask about. */
export function testedKinds(tests: readonly EdgeTest[]): number {
  return tests.reduce((bits, test) => bits | kindsOfTests[test], 0);
}

/** True if a test holds between two characters, by their kinds. */
export function holds(test: EdgeTest, before: number, behind: number): boolean {
  const tested = kindsOfTests[test];
  switch (test) {
    case 'start':
    case 'lineStart':
      return (before & tested) !== 0;
    case 'end':
    case 'lineEnd':
      return (behind & tested) !== 0;
    case 'wordEdge':
    case 'foldedWordEdge':
      return (before & tested) !== (behind & tested);
    case 'noWordEdge':
    case 'noFoldedWordEdge':
      return (before & tested) === (behind & tested);
  }
}

export function alphabetOf(graph: Graph, unicode: boolean): Alphabet {
  const tested = testedKinds(graph.nodes.flatMap((node) => (node.op === 'edge' ? [node.test] : [])));
  const sets = new Map<string, CharacterSet>();
  const add = (set: CharacterSet) => sets.set(set.key, set);
  for (const node of graph.nodes) if (node.op === 'read') add(node.set);
  const kindSets = [
    { kind: kinds.newline, set: lineTerminators },
    { kind: kinds.word, set: words },
    { kind: kinds.foldedWord, set: foldedWords },
  ].filter(({ kind }) => (tested & kind) !== 0);
  for (const { set } of kindSets) add(set);

  const { starts, classes, samples } = partition([...sets.values()], unicode ? lastCodePoint : lastUnit);
  const classOf = (character: number) => classes[starts.findLastIndex((start) => start <= character)] ?? 0;
  return {
    unicode,
    classes: samples.length,
    ascii: Uint8Array.from({ length: 128 }, (_, character) => classOf(character)),
    ranges: rangesFrom128(starts, classes),
    kinds: Uint8Array.from([
      ...samples.map((sample) => kindSets.reduce((bits, { kind, set }) => bits | (set.has(sample) ? kind : 0), 0)),
      kinds.outside,
    ]),
    members: (set) => Uint8Array.from(samples, (sample) => Number(set.has(sample))),
  };
}

interface Partition {
  /** The first character of each range, ascending from 0. */
  readonly starts: readonly number[];
  /** The class of each range. */
  readonly classes: readonly number[];
  /** One character per class. */
  readonly samples: readonly number[];
}

function partition(sets: readonly CharacterSet[], last: number): Partition {
  const changes = new Map<number, number[]>([[0, []]]);
  const change = (character: number, set: number) => {
    if (character <= last) changes.set(character, [...(changes.get(character) ?? []), set]);
  };
  sets.forEach(({ ranges }, set) => {
    for (const [first, end] of ranges) {
      change(first, set);
      change(end + 1, set);
    }
  });
  const starts = [...changes.keys()].sort((a, b) => a - b);
  const members = new Set<number>();
  const numbers = new Map<string, number>();
  const samples: number[] = [];
  const classes = starts.map((start) => {
    for (const set of changes.get(start) ?? []) if (!members.delete(set)) members.add(set);
    const key = [...members].sort((a, b) => a - b).join();
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, samples.length);
    return samples.push(start) - 1;
  });
  if (samples.length > mostClasses)
    refuse(
      { start: 0, end: 0 },
      'This pattern',
      `Its sets tell more than ${mostClasses} kinds of characters apart.`,
      'Use sets such as `\\p{L}` instead of single characters.',
    );
  return { starts, classes, samples };
}

function rangesFrom128(starts: readonly number[], classes: readonly number[]): Alphabet['ranges'] {
  const ranges: { first: number; characterClass: number }[] = [];
  starts.forEach((start, place) => {
    const characterClass = classes[place] ?? 0;
    const isBehind = (starts[place + 1] ?? Infinity) > 128;
    if (isBehind && ranges.at(-1)?.characterClass !== characterClass)
      ranges.push({ first: Math.max(start, 128), characterClass });
  });
  return ranges;
}
