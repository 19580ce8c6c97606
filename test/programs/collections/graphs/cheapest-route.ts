import { float64, int32, list, struct, transform } from 'rowfuse';

interface Edge {
  to: number;
  weight: number;
}

/** Computes the distance from node 0 to every node, or -1 if there is no route. Rosetta Code: Dijkstra's algorithm. */
export const cheapestRoute = transform({
  input: { nodes: int32, roads: list(struct({ from: int32, to: int32, weight: float64 })) },
  output: list(float64),
  row({ nodes, roads }) {
    const graph: Edge[][] = Array.from({ length: nodes }, () => []);
    for (const { from, to, weight } of roads) {
      graph[from].push({ to, weight });
      graph[to].push({ to: from, weight });
    }

    const distances: number[] = Array(nodes).fill(Infinity);
    const visited = new Set<number>();
    if (nodes > 0) distances[0] = 0;
    while (visited.size < nodes) {
      let nearest = -1;
      for (let node = 0; node < nodes; node++) {
        if (!visited.has(node) && (nearest === -1 || distances[node] < distances[nearest])) nearest = node;
      }
      if (distances[nearest] === Infinity) break;
      visited.add(nearest);
      for (const edge of graph[nearest]) {
        const distance = distances[nearest] + edge.weight;
        if (distance < distances[edge.to]) distances[edge.to] = distance;
      }
    }
    return distances.map((distance) => (distance === Infinity ? -1 : distance));
  },
});
