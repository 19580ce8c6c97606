import type { Alphabet } from '../automaton/alphabet.js';
import type { Graph, GraphNode } from '../automaton/graph.js';
import type { CharacterSet } from '../characters/character-set.js';
import type { EdgeTest } from '../syntax/node.js';
import type { ImageWriter } from './image-writer.js';
import type { Layout } from './layout.js';

type TwoPassLayout = Pick<Layout, 'nodes' | 'members' | 'cleared' | 'components' | 'componentCount' | 'rowWords'>;

/** `enum Node::Operation` of native/include/rowfuse/regex/two_pass.hpp. */
const operations = { match: 0, read: 1, choice: 2, edge: 3, look: 4, record: 5, clear: 6 } as const;

/** `enum class Edge` of the same file. */
const edges: readonly EdgeTest[] = [
  'start',
  'end',
  'lineStart',
  'lineEnd',
  'wordEdge',
  'noWordEdge',
  'foldedWordEdge',
  'noFoldedWordEdge',
];

const none = -1;

export const noTwoPass: TwoPassLayout = {
  nodes: 0,
  members: 0,
  cleared: 0,
  components: 0,
  componentCount: 0,
  rowWords: 0,
};

export function writeTwoPass(graph: Graph, alphabet: Alphabet, image: ImageWriter): TwoPassLayout {
  const sets = new Sets(alphabet);
  const cleared: number[] = [];
  const nodes = graph.nodes.flatMap((node) => encode(node, sets, cleared));
  let row = 0;
  const components = graph.components.flatMap(({ entry, first, last, backward, register }) => {
    const words = Math.ceil((last - first) / 32);
    row += words;
    return [entry ?? none, first, last, Number(backward), register ?? none, row - words, words];
  });
  return {
    nodes: image.add(Uint16Array.from(nodes)),
    members: image.add(sets.members()),
    cleared: image.add(Uint16Array.from(cleared)),
    components: image.add(Int32Array.from(components)),
    componentCount: graph.components.length,
    rowWords: row,
  };
}

/** The distinct sets of a graph, numbered. */
class Sets {
  private readonly numbers = new Map<string, number>();
  private readonly rows: Uint8Array[] = [];
  private readonly known = new Map<CharacterSet, number>();

  constructor(private readonly alphabet: Alphabet) {}

  numberOf(set: CharacterSet): number {
    const known = this.known.get(set);
    if (known !== undefined) return known;
    const row = this.alphabet.members(set);
    const number = this.numbers.get(row.join()) ?? this.rows.push(row) - 1;
    this.numbers.set(row.join(), number);
    this.known.set(set, number);
    return number;
  }

  members(): Uint8Array {
    return Uint8Array.from(this.rows.flatMap((row) => [...row]));
  }
}

function encode(node: GraphNode, sets: Sets, cleared: number[]): [number, number, number, number] {
  const operation = operations[node.op];
  switch (node.op) {
    case 'match':
      return [operation, 0, 0, 0];
    case 'read':
      return [operation, sets.numberOf(node.set), node.next, 0];
    case 'choice':
      return [operation, node.first, node.second, 0];
    case 'edge':
      return [operation, edges.indexOf(node.test), node.next, 0];
    case 'look':
      return [operation, node.look, node.next, Number(node.negated)];
    case 'record':
      return [operation, node.register, node.next, 0];
    case 'clear': {
      const list = cleared.push(...node.registers) - node.registers.length;
      return [operation, list, node.next, node.registers.length];
    }
  }
}
