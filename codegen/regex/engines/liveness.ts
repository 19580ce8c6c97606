import type { Graph } from '../automaton/graph.js';

/** Returns for each node the registers, as bits, that a match behind it may still show: those that it does not set anew in all cases. */
export function liveRegisters({ nodes, registers }: Graph): readonly bigint[] {
  // The end of a match is its place, and no thread carries it.
  const all = ((1n << BigInt(registers)) - 1n) & ~2n;
  const live = nodes.map(() => 0n);
  const at = (node: number) => live[node] ?? 0n;
  for (let changed = true; changed; ) {
    changed = false;
    nodes.forEach((node, number) => {
      let bits = 0n;
      switch (node.op) {
        case 'match':
          bits = all;
          break;
        case 'choice':
          bits = at(node.first) | at(node.second);
          break;
        case 'record':
          bits = at(node.next) & ~(1n << BigInt(node.register));
          break;
        case 'clear':
          bits = node.registers.reduce((rest, register) => rest & ~(1n << BigInt(register)), at(node.next));
          break;
        default:
          bits = at(node.next);
      }
      if (bits === at(number)) return;
      live[number] = bits;
      changed = true;
    });
  }
  return live;
}
