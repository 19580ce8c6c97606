import { type Alphabet, holds } from '../automaton/alphabet.js';
import type { Graph } from '../automaton/graph.js';
import { Budget } from './budget.js';
import { Nodes } from './nodes.js';

/** The nodes from which a match can be completed at a place: one byte per node of the graph. */
export type Row = Uint8Array;

/**
 * The automaton of the backward pass: it goes from the end of a text to its beginning, and tells the row of each place. It knows look-aheads as
 * well, because they read in the same direction as the pattern.
 */
export interface ViabilityAutomaton {
  readonly states: number;
  /** By state and class of the character before a place; the last class is the beginning of the text. */
  readonly transitions: readonly (readonly { readonly next: number; readonly row: number }[])[];
  readonly rows: readonly Row[];
  /** The row of a place inside a pair. */
  readonly inside: number;
}

/** 32 KB of transitions, and as many bytes of rows. */
const mostTransitions = 8192;
const mostBits = 8 * 32_768;
const mostSteps = 1_000_000;

/** Returns the automaton of a pattern without look-behinds, or undefined if its tables are too large. The first state is that of the end. */
export function viabilityAutomaton(graph: Graph, alphabet: Alphabet): ViabilityAutomaton | undefined {
  const reversed = graph.components.some(({ backward }) => backward);
  return reversed ? undefined : new Viability(new Nodes(graph, alphabet)).run();
}

/** A place, of which the characters before are not known yet. */
interface State {
  /** The nodes that can read the character behind the place, and come to a match. */
  readonly reads: readonly number[];
  /** The kinds of that character. */
  readonly behind: number;
}

class Viability {
  private readonly states: State[] = [];
  private readonly stateNumbers = new Map<string, number>();
  private readonly rows: Row[] = [];
  private readonly rowNumbers = new Map<string, number>();
  private readonly budget = new Budget(mostSteps);

  constructor(private readonly nodes: Nodes) {}

  run(): ViabilityAutomaton | undefined {
    const { alphabet, end } = this.nodes;
    this.state({ reads: [], behind: alphabet.kinds[end] ?? 0 });
    const transitions: { next: number; row: number }[][] = [];
    for (let number = 0; number < this.states.length; number++) {
      const state = this.states[number];
      const { length } = this.nodes.graph.nodes;
      if (
        state === undefined ||
        this.states.length * (end + 1) > mostTransitions ||
        this.rows.length * length > mostBits
      )
        return undefined;
      if (!this.budget.take(length + this.nodes.reads.length * alphabet.classes)) return undefined;
      transitions.push(this.transitions(state));
    }
    const inside = this.row(this.rowOf({ reads: [], behind: 0 }, 0));
    return { states: this.states.length, transitions, rows: this.rows, inside };
  }

  private transitions(state: State): { next: number; row: number }[] {
    const numbers = new Map<number, number>();
    return Array.from(this.nodes.alphabet.kinds, (_, characterClass) => {
      const before = this.nodes.kindsBefore(characterClass);
      const number = numbers.get(before) ?? this.row(this.rowOf(state, before));
      numbers.set(before, number);
      const row = this.rows[number];
      const isEnd = row === undefined || characterClass === this.nodes.end;
      return { next: isEnd ? 0 : this.state(this.before(row, characterClass)), row: number };
    });
  }

  /** Returns the state before a character. */
  private before(row: Row, characterClass: number): State {
    const reads: number[] = [];
    for (const { number, next, members } of this.nodes.reads)
      if (row[next] === 1 && members[characterClass] === 1) reads.push(number);
    return { reads, behind: this.nodes.kindsBehind(characterClass) };
  }

  /** Evaluates all nodes at a place, in their order. */
  private rowOf({ reads, behind }: State, before: number): Row {
    const { nodes, components } = this.nodes.graph;
    const row = new Uint8Array(nodes.length);
    for (const read of reads) row[read] = 1;
    const at = (node: number | undefined) => (node === undefined ? false : row[node] === 1);
    nodes.forEach((node, number) => {
      if (node.op === 'read') return;
      row[number] = Number(
        node.op === 'match' ||
          (node.op === 'choice' && (at(node.first) || at(node.second))) ||
          (node.op === 'edge' && holds(node.test, before, behind) && at(node.next)) ||
          (node.op === 'look' && at(components[node.look]?.entry) !== node.negated && at(node.next)) ||
          ((node.op === 'record' || node.op === 'clear') && at(node.next)),
      );
    });
    return row;
  }

  private state(state: State): number {
    const key = `${state.behind}:${state.reads}`;
    const number = this.stateNumbers.get(key) ?? this.states.push(state) - 1;
    this.stateNumbers.set(key, number);
    return number;
  }

  private row(row: Row): number {
    const key = Buffer.from(row).toString('latin1');
    const number = this.rowNumbers.get(key) ?? this.rows.push(row) - 1;
    this.rowNumbers.set(key, number);
    return number;
  }
}
