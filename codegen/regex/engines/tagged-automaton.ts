import type { Alphabet } from '../automaton/alphabet.js';
import type { Graph } from '../automaton/graph.js';
import { Budget } from './budget.js';
import { liveRegisters } from './liveness.js';
import { Nodes } from './nodes.js';
import {
  type Configuration,
  type Move,
  now,
  type TaggedState,
  TaggedStates,
  type Thread,
  unset,
} from './tagged-state.js';

/** One character of a tagged automaton: the next state, and the moves before the character is read. */
export interface TaggedTransition {
  readonly next: number;
  readonly moves: readonly Move[];
  /** True if a match ends before the character. */
  readonly matches: boolean;
}

/**
 * A deterministic automaton that finds a match with its groups in one pass (Laurikari, NFAs with Tagged Transitions, 2000). A state holds
 * ordered threads, which are cut at the first that matches.
 */
export interface TaggedAutomaton {
  readonly states: readonly TaggedState[];
  /** By state and class; the last class is the end of the text. */
  readonly transitions: readonly (readonly TaggedTransition[])[];
  /** The first state, by the kinds of the character before the place where matching begins. */
  readonly starts: readonly number[];
  readonly registers: number;
}

/** 32 KB of transitions. */
const mostTransitions = 8192;
const mostNodes = 3000;
const mostSteps = 1_000_000;

/** Returns the automaton of a pattern without look-arounds, or undefined if it has too many transitions. */
export function taggedAutomaton(graph: Graph, alphabet: Alphabet, sticky: boolean): TaggedAutomaton | undefined {
  if (!Nodes.suffice(graph, alphabet) || graph.nodes.length > mostNodes) return undefined;
  return new Tagging(new Nodes(graph, alphabet), sticky).run();
}

/** The threads that read the next character, in their order, and the registers of the first that matches. */
interface Reached {
  readonly threads: readonly Thread[];
  readonly matched: readonly number[] | undefined;
}

class Tagging {
  private readonly states = new TaggedStates();
  private readonly live: readonly bigint[];
  private readonly budget = new Budget(mostSteps);
  private readonly always = new Map<string, boolean>();

  constructor(
    private readonly nodes: Nodes,
    private readonly sticky: boolean,
  ) {
    this.live = liveRegisters(nodes.graph);
  }

  run(): TaggedAutomaton | undefined {
    const starts = Array.from({ length: 16 }, (_, kinds) => {
      const before = kinds & this.nodes.askedBefore;
      return this.states.enter({ threads: [], best: undefined, before, ended: false }).state.number;
    });
    const transitions: TaggedTransition[][] = [];
    for (let number = 0; number < this.states.all.length; number++) {
      const state = this.states.all[number];
      const row = state && this.row(state);
      if (row === undefined || this.states.all.length * (this.nodes.end + 1) > mostTransitions) return undefined;
      transitions.push(row);
    }
    return { states: this.states.all, transitions, starts, registers: this.states.registers };
  }

  private row(state: TaggedState): TaggedTransition[] | undefined {
    const row: TaggedTransition[] = [];
    for (const { kinds, classes } of this.nodes.behind) {
      const reached = this.reached(state, kinds);
      const size = (reached.threads.length + 1) * this.nodes.graph.registers;
      if (!this.budget.take(size * classes.length)) return undefined;
      for (const characterClass of classes) {
        const { state: next, moves } = this.states.enter(this.behind(state, reached, characterClass));
        row[characterClass] = { next: next.number, moves, matches: reached.matched !== undefined };
      }
    }
    return row;
  }

  /** Returns the configuration behind a character. */
  private behind(state: TaggedState, { threads, matched }: Reached, characterClass: number): Configuration {
    const isEnd = characterClass === this.nodes.end;
    const moved = isEnd ? [] : this.moved(threads, characterClass);
    const ended = state.ended || matched !== undefined || this.sticky || isEnd;
    const isFinal = moved.length === 0 && ended;
    const before = isFinal ? 0 : this.nodes.kindsBefore(characterClass);
    const best = matched ?? state.best;
    const isReplaced = best !== undefined && moved.length > 0 && this.alwaysMatches(moved, before);
    return { threads: moved, best: isReplaced ? undefined : best, before, ended };
  }

  /** Returns the threads that read a character; of those at the same node, the first. */
  private moved(threads: readonly Thread[], characterClass: number): Thread[] {
    const moved: Thread[] = [];
    const seen = new Set<number>();
    for (const { node: at, values } of threads) {
      const node = this.nodes.at(at);
      if (node.op !== 'read' || seen.has(node.next) || !this.nodes.accepts(node.set, characterClass)) continue;
      seen.add(node.next);
      moved.push({ node: node.next, values: this.alive(node.next, values) });
    }
    return moved;
  }

  /** Forgets values that no match behind a node shows. */
  private alive(node: number, values: readonly number[]): number[] {
    const live = this.live[node] ?? 0n;
    return values.map((value, register) => ((live >> BigInt(register)) & 1n ? value : unset));
  }

  /** True if threads match whatever follows, so that the best match before is never shown. */
  private alwaysMatches(threads: readonly Thread[], before: number): boolean {
    const key = `${before}:${threads.map(({ node }) => node)}`;
    const known = this.always.get(key);
    if (known !== undefined) return known;
    const configuration: Configuration = { threads, best: undefined, before, ended: true };
    const result = this.nodes.behind.every(({ kinds }) => this.reached(configuration, kinds).matched !== undefined);
    this.always.set(key, result);
    return result;
  }

  private begun(node: number): Thread {
    const values = new Array<number>(this.nodes.graph.registers).fill(unset);
    values[0] = now;
    return { node, values };
  }

  /** Walks from the threads of a place to the characters that they read, in the order of priorities. */
  private reached({ threads, before, ended }: Configuration, behind: number): Reached {
    const { entry } = this.nodes.graph.main;
    const begins = ended || entry === undefined ? [] : [this.begun(entry)];
    const open = [...threads, ...begins].reverse();
    const seen = new Set<number>();
    const reading: Thread[] = [];
    for (let thread = open.pop(); thread !== undefined; thread = open.pop()) {
      if (seen.has(thread.node)) continue;
      seen.add(thread.node);
      this.budget.take(1);
      const { values } = thread;
      const node = this.nodes.at(thread.node);
      switch (node.op) {
        case 'match':
          return { threads: reading, matched: values.map((value, register) => (register === 1 ? now : value)) };
        case 'read':
          reading.push(thread);
          break;
        case 'choice':
          open.push({ node: node.second, values }, { node: node.first, values });
          break;
        case 'edge':
          if (this.nodes.holds(node.test, before, behind)) open.push({ node: node.next, values });
          break;
        case 'record':
          open.push({ node: node.next, values: values.with(node.register, now) });
          break;
        case 'clear': {
          const cleared = values.map((value, register) => (node.registers.includes(register) ? unset : value));
          open.push({ node: node.next, values: cleared });
          break;
        }
      }
    }
    return { threads: reading, matched: undefined };
  }
}
