import { int32, list, struct, transform } from 'rowfuse';

function find(parents: number[], node: number): number {
  if (parents[node] !== node) {
    parents[node] = find(parents, parents[node]);
  }
  return parents[node];
}

/** Counts the components of an undirected graph by union-find. */
export const connectedComponents = transform({
  input: { nodes: int32, edges: list(struct({ from: int32, to: int32 })) },
  output: int32,
  row({ nodes, edges }) {
    const parents = Array.from({ length: nodes }, (_, node) => node);
    const sizes = new Array<number>(nodes).fill(1);
    let components = nodes;
    for (const { from, to } of edges) {
      let a = find(parents, from);
      let b = find(parents, to);
      if (a === b) continue;
      if (sizes[a] < sizes[b]) [a, b] = [b, a];
      parents[b] = a;
      sizes[a] += sizes[b];
      components--;
    }
    return components;
  },
});
