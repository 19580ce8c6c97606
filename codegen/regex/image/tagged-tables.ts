import type { Alphabet } from '../automaton/alphabet.js';
import type { Graph } from '../automaton/graph.js';
import { hasBoundedOverrun } from '../engines/overrun.js';
import { reaching } from '../engines/reaching.js';
import { skipSet } from '../engines/skipping.js';
import type { TaggedAutomaton } from '../engines/tagged-automaton.js';
import { type Move, now, unset } from '../engines/tagged-state.js';
import type { ImageWriter } from './image-writer.js';
import type { Layout } from './layout.js';
import { writeSkip } from './skip-table.js';

type TaggedLayout = Pick<
  Layout,
  | 'taggedStates'
  | 'taggedStops'
  | 'taggedStarts'
  | 'taggedTransitions'
  | 'taggedActions'
  | 'taggedOutputs'
  | 'taggedRegisters'
  | 'taggedAll'
  | 'taggedSkipped'
  | 'taggedSkip'
>;

/** The numbers of the present place and of nothing in the place of a register. */
const present = 255;
const nothing = 254;

/** Actions are offsets of 16 bits. */
const mostActions = 65_536;

const none: TaggedLayout = {
  taggedStates: 0,
  taggedStops: 0,
  taggedStarts: 0,
  taggedTransitions: 0,
  taggedActions: 0,
  taggedOutputs: 0,
  taggedRegisters: 0,
  taggedAll: 0,
  taggedSkipped: 0,
  taggedSkip: 0,
};

/**
 * Writes an automaton. State 0 has failed, and states up to `taggedStops` have found a match, whose registers are the state's row of
 * `taggedOutputs`. Any other state is the place of its row, so that no step multiplies.
 */
export function writeTagged(
  automaton: TaggedAutomaton | undefined,
  graph: Graph,
  alphabet: Alphabet,
  image: ImageWriter,
): TaggedLayout {
  if (automaton === undefined || automaton.registers >= nothing) return none;
  const { places, stops, order } = numbered(automaton);
  const width = alphabet.classes + 1;
  const numberOf = (state: number) => {
    const place = places[state] ?? 0;
    return place <= stops.length ? place : stops.length + 1 + (place - stops.length - 1) * width;
  };
  const actions = new Actions(automaton.registers);
  const transitions = order.slice(stops.length).flatMap((state) =>
    (automaton.transitions[state] ?? []).flatMap(({ next, moves }) => {
      const number = numberOf(next);
      return [number, number === 0 ? 0 : actions.add(moves)];
    }),
  );
  if (actions.bytes.length > mostActions) return none;
  const outputs = stops.flatMap(
    (stop) => automaton.states[stop]?.best ?? new Array<number>(graph.registers).fill(unset),
  );
  const start = automaton.starts[0] ?? 0;
  const isRunning = numberOf(start) > stops.length;
  const stays = (characterClass: number) => {
    const transition = automaton.transitions[start]?.[characterClass];
    return transition?.next === start && transition.moves.length === 0;
  };
  const skip = isRunning ? skipSet(alphabet, stays) : undefined;
  return {
    taggedStates: order.length + 1,
    taggedStops: stops.length,
    taggedStarts: image.add(Uint16Array.from(automaton.starts, numberOf)),
    taggedTransitions: image.add(Uint16Array.from(transitions)),
    taggedActions: image.add(Uint8Array.from(actions.bytes)),
    taggedOutputs: image.add(Uint8Array.from(outputs, (value) => (value === unset ? nothing : value))),
    taggedRegisters: automaton.registers + 1,
    taggedAll: Number(hasBoundedOverrun(automaton)),
    taggedSkipped: skip ? numberOf(start) : 0,
    taggedSkip: writeSkip(skip, image),
  };
}

/** Counts final states from 1 and the others behind them; states that never come to a match are 0. */
function numbered({ states, transitions }: TaggedAutomaton): { places: number[]; stops: number[]; order: number[] } {
  const isFinal = states.map(({ threads, ended }) => threads.length === 0 && ended);
  const found = states.flatMap(({ number, best }) => (isFinal[number] && best ? [number] : []));
  const useful = reaching(
    transitions.map((row) => row.map(({ next }) => next)),
    found,
  );
  const running = states.flatMap(({ number }) => (!isFinal[number] && useful.has(number) ? [number] : []));
  const order = [...found, ...running];
  const places = new Array<number>(states.length).fill(0);
  for (const [place, state] of order.entries()) places[state] = place + 1;
  return { places, stops: found, order };
}

/** The distinct lists of moves: a count, then pairs of registers. An action is the offset of its list; 0 is the empty one. */
class Actions {
  readonly bytes: number[] = [0];
  private readonly offsets = new Map<string, number>([['', 0]]);

  constructor(private readonly spare: number) {}

  add(moves: readonly Move[]): number {
    const pairs = ordered(moves, this.spare).flatMap(({ to, from }) => [to, from === now ? present : from]);
    const key = pairs.join();
    const known = this.offsets.get(key);
    if (known !== undefined) return known;
    const offset = this.bytes.push(pairs.length / 2, ...pairs) - pairs.length - 1;
    this.offsets.set(key, offset);
    return offset;
  }
}

/** Orders moves that happen at once, so that none overwrites what a later one reads; a cycle goes by way of a spare register. */
function ordered(moves: readonly Move[], spare: number): Move[] {
  let left = [...moves];
  const result: Move[] = [];
  while (left.length > 0) {
    const free = left.find(({ to }) => !left.some(({ from }) => from === to));
    if (free) {
      result.push(free);
      left = left.filter((move) => move !== free);
    } else {
      const [first] = left;
      if (first === undefined) break;
      result.push({ to: spare, from: first.from });
      left = left.map((move) => (move === first ? { to: move.to, from: spare } : move));
    }
  }
  return result;
}
