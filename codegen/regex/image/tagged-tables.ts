import type { Alphabet } from '../automaton/alphabet.js';
import type { Graph } from '../automaton/graph.js';
import { hasBoundedOverrun } from '../engines/overrun.js';
import { reaching } from '../engines/reaching.js';
import { type SkipSet, skipSet } from '../engines/skipping.js';
import type { TaggedAutomaton } from '../engines/tagged-automaton.js';
import { type Move, now, unset } from '../engines/tagged-state.js';
import { constantOf } from './constant-start.js';
import type { ImageWriter } from './image-writer.js';
import type { Layout } from './layout.js';
import { SkipTables, skipBit } from './skip-tables.js';

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
  | 'taggedStart'
  | 'taggedSkips'
>;

/** The numbers of the present place and of nothing in the place of a register. */
const present = 255;
const nothing = 254;

/** Actions from here on are offsets of lists; smaller ones set a register to the present place. */
const firstList = 256;
/** Actions have 15 bits. */
const mostActions = skipBit - firstList;

const none: TaggedLayout = {
  taggedStates: 0,
  taggedStops: 0,
  taggedStarts: 0,
  taggedTransitions: 0,
  taggedActions: 0,
  taggedOutputs: 0,
  taggedRegisters: 0,
  taggedAll: 0,
  taggedStart: 0,
  taggedSkips: 0,
};

/**
 * Writes an automaton. State 0 has failed, and states up to `taggedStops` have found a match, whose registers are the state's row of
 * `taggedOutputs`. Any other state is the place of its row, so that no step multiplies. The last entry of a row is the number of the set at
 * which skipping ends, with the action of the characters that are skipped. An action says with a bit that text is skipped behind it.
 *
 * @param inner The characters that each match contains, if they are searched for first.
 */
export function writeTagged(
  automaton: TaggedAutomaton | undefined,
  graph: Graph,
  alphabet: Alphabet,
  image: ImageWriter,
  inner: SkipSet | undefined,
): TaggedLayout {
  if (automaton === undefined || automaton.registers >= nothing) return none;
  const { places, stops, order } = numbered(automaton);
  const width = alphabet.classes + 1;
  const numberOf = (state: number) => {
    const place = places[state] ?? 0;
    return place <= stops.length ? place : stops.length + 1 + (place - stops.length - 1) * (width + 1);
  };
  const actions = new Actions(automaton.registers);
  const sets = new SkipTables();
  const running = order.slice(stops.length);
  const start = automaton.starts[0] ?? 0;
  const loops = new Map(
    running.map((state) => [
      state,
      inner && state === start ? { set: inner, moves: [] } : loopOf(automaton, state, alphabet),
    ]),
  );
  const transitions = running.flatMap((state) => {
    const row = (automaton.transitions[state] ?? []).flatMap(({ next, moves }) => {
      const number = numberOf(next);
      // A state that is no beginning is left soon, unless it was kept once.
      const loop = next === start || next === state ? loops.get(next) : undefined;
      return [number, number === 0 ? 0 : actions.add(moves) + (loop ? skipBit : 0)];
    });
    const loop = loops.get(state);
    return [...row, ...(loop ? [sets.add(loop.set), actions.add(loop.moves)] : [0, 0])];
  });
  if (actions.bytes.length > mostActions) return none;
  const starts = automaton.starts.map((state) => numberOf(state) + (state === start && loops.get(state) ? skipBit : 0));
  const outputs = stops.flatMap(
    (stop) => automaton.states[stop]?.best ?? new Array<number>(graph.registers).fill(unset),
  );
  return {
    taggedStates: order.length + 1,
    taggedStops: stops.length,
    taggedStart: constantOf(starts),
    taggedStarts: image.add(Uint16Array.from(starts)),
    taggedTransitions: image.add(Uint16Array.from(transitions)),
    taggedActions: image.add(Uint8Array.from(actions.bytes)),
    taggedOutputs: image.add(Uint8Array.from(outputs, (value) => (value === unset ? nothing : value))),
    taggedRegisters: automaton.registers + 1,
    taggedAll: Number(hasBoundedOverrun(automaton)),
    taggedSkips: sets.write(image),
  };
}

/** The characters that keep a state, with the moves that all of them make: registers get the present place. */
interface Loop {
  readonly set: SkipSet;
  readonly moves: readonly Move[];
}

/** Returns the loop of a state in which skipping text pays. */
function loopOf({ transitions, starts }: TaggedAutomaton, state: number, alphabet: Alphabet): Loop | undefined {
  const row = transitions[state] ?? [];
  const keyOf = (moves: readonly Move[]) => moves.map(({ to, from }) => `${to} ${from}`).join();
  const keeping = row.filter(({ next, moves }) => next === state && moves.every(({ from }) => from === now));
  const counts = new Map<string, number>();
  for (const characterClass of alphabet.ascii) {
    const transition = row[characterClass];
    if (!transition || !keeping.includes(transition)) continue;
    const key = keyOf(transition.moves);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const [[key] = []] = [...counts].sort(([, a], [, b]) => b - a);
  const kept = keeping.filter(({ moves }) => keyOf(moves) === key);
  const stays = (characterClass: number) => kept.some((transition) => transition === row[characterClass]);
  const set = skipSet(alphabet, state === starts[0] ? 'first' : 'kept', stays);
  return set && { set, moves: kept[0]?.moves ?? [] };
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

/** Numbers lists of moves: 0 for none, 1 + a register that gets the present place, or `firstList` + the offset of a count and pairs of registers. */
class Actions {
  readonly bytes: number[] = [];
  private readonly offsets = new Map<string, number>();

  constructor(private readonly spare: number) {}

  add(moves: readonly Move[]): number {
    const [first, ...others] = moves;
    if (first === undefined) return 0;
    if (others.length === 0 && first.from === now) return first.to + 1;
    const pairs = ordered(moves, this.spare).flatMap(({ to, from }) => [to, from === now ? present : from]);
    const key = pairs.join();
    const known = this.offsets.get(key);
    if (known !== undefined) return known;
    const action = firstList + this.bytes.push(pairs.length / 2, ...pairs) - pairs.length - 1;
    this.offsets.set(key, action);
    return action;
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
