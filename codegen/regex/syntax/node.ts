import type { CharacterSet } from '../characters/character-set.js';

/** Offsets within the pattern's source, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One character of a set. */
export interface Characters {
  readonly kind: 'characters';
  readonly set: CharacterSet;
}

export interface Sequence {
  readonly kind: 'sequence';
  readonly parts: readonly Node[];
}

export interface Alternatives {
  readonly kind: 'alternatives';
  readonly choices: readonly Node[];
}

export interface Repetition {
  readonly kind: 'repetition';
  readonly body: Node;
  readonly min: number;
  /** May be Infinity. */
  readonly max: number;
  readonly greedy: boolean;
  readonly span: Span;
}

/** A capturing group; groups are numbered from 1. */
export interface Group {
  readonly kind: 'group';
  readonly index: number;
  readonly body: Node;
}

/** The conditions on the characters before and behind a place. */
export type EdgeTest =
  | 'start'
  | 'end'
  | 'lineStart'
  | 'lineEnd'
  | 'wordEdge'
  | 'noWordEdge'
  | 'foldedWordEdge'
  | 'noFoldedWordEdge';

export interface Edge {
  readonly kind: 'edge';
  readonly test: EdgeTest;
}

/** A look-ahead or a look-behind. */
export interface Look {
  readonly kind: 'look';
  readonly behind: boolean;
  readonly negated: boolean;
  readonly body: Node;
}

/** A pattern without its syntax: flags and case folding are part of its sets and tests. */
export type Node = Characters | Sequence | Alternatives | Repetition | Group | Edge | Look;

export const nothing: Sequence = { kind: 'sequence', parts: [] };

/** Returns the parts of a node, in the order of the source. */
export function partsOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'characters':
    case 'edge':
      return [];
    case 'sequence':
      return node.parts;
    case 'alternatives':
      return node.choices;
    case 'repetition':
    case 'group':
    case 'look':
      return [node.body];
  }
}

/** True if a node may match the empty string. */
export function isNullable(node: Node): boolean {
  switch (node.kind) {
    case 'characters':
      return false;
    case 'edge':
    case 'look':
      return true;
    case 'sequence':
      return node.parts.every(isNullable);
    case 'alternatives':
      return node.choices.some(isNullable);
    case 'repetition':
      return node.min === 0 || isNullable(node.body);
    case 'group':
      return isNullable(node.body);
  }
}
