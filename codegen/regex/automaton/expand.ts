import { CharacterSet } from '../characters/character-set.js';
import { refuse } from '../syntax/refusal.js';
import type { Graph, GraphComponent, GraphNode } from './graph.js';
import type { Instruction, Program } from './instruction.js';

/** Nodes are numbered by 16 bits. */
const mostNodes = 60_000;

/**
 * Turns a program into a graph. A node is an instruction together with the optional iterations that have read nothing yet, so that `enter`
 * and `check` vanish: the end of an empty iteration is no node. After a character, all iterations have read something.
 */
export function expand(program: Program): Graph {
  const expansion = new Expansion(program.instructions);
  const components = program.components.map((component): GraphComponent => {
    const first = expansion.nodes.length;
    const entry = expansion.component(component.entry);
    return { ...component, entry, first, last: expansion.nodes.length };
  });
  const main = components.at(-1);
  if (main === undefined) throw new Error('a program has a component');
  return { nodes: expansion.nodes, components, main, registers: program.registers, groups: program.groups };
}

/** An instruction, and the loops in whose iteration nothing has been read. */
interface State {
  readonly at: number;
  readonly empty: readonly number[];
}

const fails = -1;
const keyOf = ({ at, empty }: State) => `${at}:${empty.join()}`;

class Expansion {
  readonly nodes: GraphNode[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly reads: { readonly node: number; readonly next: number }[] = [];

  constructor(private readonly instructions: readonly Instruction[]) {}

  component(entry: number): number | undefined {
    const number = this.resolve({ at: entry, empty: [] });
    for (let read = this.reads.pop(); read !== undefined; read = this.reads.pop()) this.link(read.node, read.next);
    return number === fails ? undefined : number;
  }

  /** Sets the node behind a character. A character behind which everything fails is never read. */
  private link(node: number, at: number): void {
    const read = this.nodes[node];
    if (read?.op !== 'read') return;
    const next = this.resolve({ at, empty: [] });
    this.nodes[node] = next === fails ? { ...read, set: CharacterSet.empty } : { ...read, next };
  }

  /** Returns the node of a state, after those that it continues at: a depth-first walk with a stack of its own. */
  private resolve(root: State): number {
    const open = [root];
    for (let state = open.at(-1); state !== undefined; state = open.at(-1)) {
      const waiting = this.followers(state).find((follower) => !this.numbers.has(keyOf(follower)));
      if (waiting && !this.numbers.has(keyOf(state))) open.push(waiting);
      else {
        if (!this.numbers.has(keyOf(state))) this.numbers.set(keyOf(state), this.number(state));
        open.pop();
      }
    }
    return this.numbers.get(keyOf(root)) ?? fails;
  }

  private instruction(at: number): Instruction {
    return this.instructions[at] ?? { op: 'match' };
  }

  /** Returns the states at the same place of the text. */
  private followers({ at, empty }: State): State[] {
    const instruction = this.instruction(at);
    switch (instruction.op) {
      case 'match':
      case 'read':
        return [];
      case 'choice':
        return [
          { at: instruction.first, empty },
          { at: instruction.second, empty },
        ];
      case 'enter':
        return [{ at: instruction.next, empty: [...empty, instruction.loop] }];
      case 'check': {
        const { loop, next } = instruction;
        return empty.includes(loop) ? [] : [{ at: next, empty }];
      }
      default:
        return [{ at: instruction.next, empty }];
    }
  }

  /** Numbers a state whose followers have numbers. */
  private number(state: State): number {
    const instruction = this.instruction(state.at);
    const [first = fails, second = fails] = this.followers(state).map((next) => this.numbers.get(keyOf(next)) ?? fails);
    switch (instruction.op) {
      case 'match':
        return this.add({ op: 'match' });
      case 'read': {
        if (instruction.set.isEmpty) return fails;
        const node = this.add({ op: 'read', set: instruction.set, next: 0 });
        this.reads.push({ node, next: instruction.next });
        return node;
      }
      case 'enter':
      case 'check':
        return first;
      case 'choice':
        if (first === fails || first === second) return second;
        return second === fails ? first : this.add({ op: 'choice', first, second });
      default:
        return first === fails ? fails : this.add({ ...instruction, next: first });
    }
  }

  private add(node: GraphNode): number {
    if (this.nodes.length >= mostNodes)
      refuse(
        { start: 0, end: 0 },
        'This pattern',
        'Its quantifiers over parts that may be empty are nested too deeply.',
        'Write parts that cannot be empty: `(?:a+b*)*` instead of `(?:a*b*)*`.',
      );
    return this.nodes.push(node) - 1;
  }
}
