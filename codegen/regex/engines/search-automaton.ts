import type { Alphabet } from '../automaton/alphabet.js';
import type { Graph } from '../automaton/graph.js';
import { Budget } from './budget.js';
import { Nodes } from './nodes.js';
import { reaching } from './reaching.js';

/** The state of a search that has failed, and that of one that has succeeded. */
export const failed = 0;
export const matched = 1;

/** A deterministic automaton that stops as soon as it is known whether a text has a match. */
export interface SearchAutomaton {
  /** The state behind each class, by state and class; the last class is the end of the text. */
  readonly transitions: Uint16Array;
  readonly states: number;
  /** The first state, by the kinds of the character before the place where the search begins. */
  readonly starts: Uint16Array;
}

/** 16 KB of transitions. */
const mostTransitions = 8192;
const mostSteps = 1_000_000;

interface State {
  /** The nodes at a place, ascending. */
  readonly nodes: readonly number[];
  /** The kinds of the character before it. */
  readonly before: number;
}

/** Returns the automaton of a pattern without look-arounds, or undefined if it has too many transitions. */
export function searchAutomaton(graph: Graph, alphabet: Alphabet, sticky: boolean): SearchAutomaton | undefined {
  return Nodes.suffice(graph, alphabet) ? new Search(new Nodes(graph, alphabet), sticky).run() : undefined;
}

class Search {
  private readonly states: (State | undefined)[] = [undefined, undefined];
  private readonly numbers = new Map<string, number>();
  private readonly rows: number[][] = [];
  private readonly budget = new Budget(mostSteps);

  constructor(
    private readonly nodes: Nodes,
    private readonly sticky: boolean,
  ) {}

  run(): SearchAutomaton | undefined {
    const entry = this.nodes.graph.main.entry;
    const first = entry === undefined ? [] : [entry];
    const starts = Array.from({ length: 16 }, (_, kinds) =>
      this.number({ nodes: first, before: kinds & this.nodes.askedBefore }),
    );
    const width = this.nodes.end + 1;
    this.rows.push(new Array<number>(width).fill(failed), new Array<number>(width).fill(matched));
    for (let number = 2; number < this.states.length; number++) {
      const state = this.states[number];
      const row = state && this.row(state);
      if (row === undefined || this.states.length * width > mostTransitions) return undefined;
      this.rows.push(row);
    }
    return decided(this.rows, starts);
  }

  private number(state: State): number {
    const key = `${state.before}:${state.nodes.join()}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const number = state.nodes.length === 0 ? failed : this.states.push(state) - 1;
    this.numbers.set(key, number);
    return number;
  }

  private row(state: State): number[] | undefined {
    const row = new Array<number>(this.nodes.end + 1).fill(failed);
    for (const { kinds, classes } of this.nodes.behind) {
      const reads = this.reads(state, kinds);
      if (!this.budget.take(state.nodes.length + (reads?.length ?? 0) * classes.length)) return undefined;
      for (const characterClass of classes)
        row[characterClass] = reads === undefined ? matched : this.behind(reads, characterClass);
    }
    return row;
  }

  private behind(reads: readonly number[], characterClass: number): number {
    if (characterClass === this.nodes.end) return failed;
    const entry = this.nodes.graph.main.entry;
    const next = new Set<number>(this.sticky || entry === undefined ? [] : [entry]);
    for (const read of reads) {
      const node = this.nodes.at(read);
      if (node.op === 'read' && this.nodes.accepts(node.set, characterClass)) next.add(node.next);
    }
    return this.number({ nodes: [...next].sort((a, b) => a - b), before: this.nodes.kindsBefore(characterClass) });
  }

  /** Returns the reads that a state comes to, or undefined if it comes to a match. */
  private reads({ nodes, before }: State, behind: number): number[] | undefined {
    const open = [...nodes];
    const seen = new Set(open);
    const reads: number[] = [];
    const visit = (node: number) => {
      if (!seen.has(node)) open.push(node);
      seen.add(node);
    };
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const node = this.nodes.at(at);
      if (node.op === 'match') return undefined;
      if (node.op === 'read') reads.push(at);
      else if (node.op === 'choice') [node.first, node.second].forEach(visit);
      else if (node.op !== 'edge' || this.nodes.holds(node.test, before, behind)) visit(node.next);
    }
    this.budget.take(seen.size);
    return reads;
  }
}

/** Replaces states that can only fail, and those that can only succeed, by the two final ones. */
function decided(rows: readonly (readonly number[])[], starts: readonly number[]): SearchAutomaton {
  const canMatch = reaching(rows, [matched]);
  const canFail = reaching(rows, [failed]);
  const order: number[] = [failed, matched];
  const numbers = rows.map((_, state) => {
    if (state <= matched) return state;
    if (!canMatch.has(state)) return failed;
    return canFail.has(state) ? order.push(state) - 1 : matched;
  });
  const renumbered = (state: number) => numbers[state] ?? failed;
  return {
    transitions: Uint16Array.from(order.flatMap((state) => (rows[state] ?? []).map(renumbered))),
    states: order.length,
    starts: Uint16Array.from(starts, renumbered),
  };
}
