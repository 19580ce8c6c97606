import type { Alphabet } from '../automaton/alphabet.js';
import type { Graph } from '../automaton/graph.js';
import type { Row, ViabilityAutomaton } from '../engines/viability.js';
import type { ImageWriter } from './image-writer.js';
import type { Layout } from './layout.js';

type ViabilityLayout = Pick<
  Layout,
  'viabilityStates' | 'viabilityTransitions' | 'viabilityRows' | 'viabilityWords' | 'viabilityFrom' | 'viabilityInside'
>;

export const noViability: ViabilityLayout = {
  viabilityStates: 0,
  viabilityTransitions: 0,
  viabilityRows: 0,
  viabilityWords: 0,
  viabilityFrom: 0,
  viabilityInside: 0,
};

/**
 * Writes the automaton of the backward pass. A state is the place of its row of transitions. Rows from `viabilityFrom` on are those of
 * places where a match begins.
 */
export function writeViability(
  automaton: ViabilityAutomaton | undefined,
  graph: Graph,
  alphabet: Alphabet,
  image: ImageWriter,
): ViabilityLayout {
  if (automaton === undefined) return noViability;
  const width = alphabet.classes + 1;
  const words = Math.ceil(graph.nodes.length / 32);
  const { entry } = graph.main;
  const begins = (row: Row | undefined) => entry !== undefined && row?.[entry] === 1;
  const all = [...automaton.rows.keys()];
  const others = all.filter((row) => !begins(automaton.rows[row]));
  const order = [...others, ...all.filter((row) => begins(automaton.rows[row]))];
  const numbers = new Map(order.map((row, number) => [row, number]));
  const transitions = automaton.transitions.flatMap((row) =>
    row.flatMap(({ next, row: viable }) => [next * width, numbers.get(viable) ?? 0]),
  );
  return {
    viabilityStates: automaton.states,
    viabilityTransitions: image.add(Uint16Array.from(transitions)),
    viabilityRows: image.add(
      Int32Array.from(order.flatMap((row) => bitsOf(automaton.rows[row] ?? new Uint8Array(), words))),
    ),
    viabilityWords: words,
    viabilityFrom: others.length,
    viabilityInside: numbers.get(automaton.inside) ?? 0,
  };
}

function bitsOf(row: Row, words: number): number[] {
  const bits = new Array<number>(words).fill(0);
  row.forEach((bit, node) => {
    bits[node >> 5] = (bits[node >> 5] ?? 0) | (bit << (node & 31));
  });
  return bits;
}
