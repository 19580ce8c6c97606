import { type Alphabet, holds, kinds } from '../automaton/alphabet.js';
import type { Graph, GraphNode } from '../automaton/graph.js';
import type { CharacterSet } from '../characters/character-set.js';
import type { EdgeTest } from '../syntax/node.js';

const askBefore: Readonly<Partial<Record<EdgeTest, number>>> = {
  start: kinds.outside,
  lineStart: kinds.outside | kinds.newline,
  wordEdge: kinds.word,
  noWordEdge: kinds.word,
  foldedWordEdge: kinds.foldedWord,
  noFoldedWordEdge: kinds.foldedWord,
};

const askBehind: Readonly<Partial<Record<EdgeTest, number>>> = {
  end: kinds.outside,
  lineEnd: kinds.outside | kinds.newline,
  wordEdge: kinds.word,
  noWordEdge: kinds.word,
  foldedWordEdge: kinds.foldedWord,
  noFoldedWordEdge: kinds.foldedWord,
};

/** The nodes of a pattern without look-arounds, as its deterministic automata ask for them. */
export class Nodes {
  /** The kinds of the character before a place that any test asks about. */
  readonly askedBefore: number;
  /** The classes of the character behind a place, and the end, as lists of those that all tests treat alike. */
  readonly behind: readonly { readonly kinds: number; readonly classes: readonly number[] }[];
  /** The nodes that read a character, each with one byte per class. */
  readonly reads: readonly { readonly number: number; readonly next: number; readonly members: Uint8Array }[];
  private readonly askedBehind: number;
  private readonly members = new Map<CharacterSet, Uint8Array>();

  constructor(
    readonly graph: Graph,
    readonly alphabet: Alphabet,
  ) {
    const tests = graph.nodes.flatMap((node) => (node.op === 'edge' ? [node.test] : []));
    const asked = (by: Partial<Record<EdgeTest, number>>) => tests.reduce((bits, test) => bits | (by[test] ?? 0), 0);
    this.askedBefore = asked(askBefore);
    this.askedBehind = asked(askBehind);
    this.reads = graph.nodes.flatMap((node, number) =>
      node.op === 'read' ? [{ number, next: node.next, members: this.membersOf(node.set) }] : [],
    );
    const groups = new Map<number, number[]>();
    alphabet.kinds.forEach((kind, characterClass) => {
      const key = kind & this.askedBehind;
      groups.set(key, [...(groups.get(key) ?? []), characterClass]);
    });
    this.behind = [...groups].map(([behindKinds, classes]) => ({ kinds: behindKinds, classes }));
  }

  /**
   * True if an automaton of characters alone finds all matches: there are no look-arounds, and no match inside a pair, which only `\B` with
   * `u` can have.
   */
  static suffice({ components, nodes }: Graph, { unicode }: Alphabet): boolean {
    const asks = (test: EdgeTest) => test === 'noWordEdge' || test === 'noFoldedWordEdge';
    return components.length === 1 && !(unicode && nodes.some((node) => node.op === 'edge' && asks(node.test)));
  }

  /** The class of the end of the text. */
  get end(): number {
    return this.alphabet.classes;
  }

  at(node: number): GraphNode {
    return this.graph.nodes[node] ?? { op: 'match' };
  }

  /** Returns the kinds of a class that a state keeps of the character before its place. */
  kindsBefore(characterClass: number): number {
    return (this.alphabet.kinds[characterClass] ?? 0) & this.askedBefore;
  }

  /** Returns the kinds of a class that a state keeps of the character behind its place. */
  kindsBehind(characterClass: number): number {
    return (this.alphabet.kinds[characterClass] ?? 0) & this.askedBehind;
  }

  holds(test: EdgeTest, before: number, behind: number): boolean {
    return holds(test, before, behind);
  }

  accepts(set: CharacterSet, characterClass: number): boolean {
    return this.membersOf(set)[characterClass] === 1;
  }

  private membersOf(set: CharacterSet): Uint8Array {
    const members = this.members.get(set) ?? this.alphabet.members(set);
    this.members.set(set, members);
    return members;
  }
}
