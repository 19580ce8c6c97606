import type { Cases } from './case.js';

/** Returns edges from pairs of nodes. */
const edges = (...pairs: readonly (readonly [number, number])[]) => pairs.map(([from, to]) => ({ from, to }));

/** Returns roads from triples of two nodes and a weight. */
const roads = (...triples: readonly (readonly [number, number, number])[]) =>
  triples.map(([from, to, weight]) => ({ from, to, weight }));

export const graphs: Cases = {
  connectedComponents: [
    [{ nodes: 0, edges: [] }, 0],
    [{ nodes: 3, edges: [] }, 3],
    [{ nodes: 4, edges: edges([0, 1], [2, 3]) }, 2],
    [{ nodes: 4, edges: edges([0, 1], [1, 2], [2, 3]) }, 1],
    [{ nodes: 3, edges: edges([0, 1], [1, 0], [0, 0]) }, 2],
    [{ nodes: 5, edges: edges([0, 1], [2, 3], [1, 3]) }, 2],
    [{ nodes: 6, edges: edges([0, 1], [1, 2], [2, 0]) }, 4],
  ],
  fewestHops: [
    [{ links: '', start: 'x', goal: 'x' }, ['x']],
    [{ links: '', start: 'x', goal: 'y' }, null],
    [{ links: 'a-b b-c a-d d-c c-e', start: 'a', goal: 'e' }, ['a', 'b', 'c', 'e']],
    [{ links: 'a-b', start: 'a', goal: 'a' }, ['a']],
    [{ links: 'a-b c-d', start: 'a', goal: 'd' }, null],
    [{ links: 'a-b b-c c-d a-d', start: 'd', goal: 'a' }, ['d', 'a']],
    [{ links: 'x', start: 'x', goal: 'y' }, null],
    [{ links: 'a-b-c', start: 'b', goal: 'a' }, ['b', 'a']],
  ],
  topologicalSort: [
    [{ tasks: [] }, []],
    [{ tasks: [{ name: 'a', needs: [] }] }, ['a']],
    [
      {
        tasks: [
          { name: 'app', needs: ['lib', 'log'] },
          { name: 'lib', needs: ['core'] },
          { name: 'log', needs: ['core'] },
          { name: 'core', needs: [] },
        ],
      },
      ['core', 'lib', 'log', 'app'],
    ],
    [
      {
        tasks: [
          { name: 'a', needs: ['b'] },
          { name: 'b', needs: ['a'] },
        ],
      },
      null,
    ],
    [{ tasks: [{ name: 'a', needs: ['a'] }] }, null],
    [{ tasks: [{ name: 'b', needs: ['a'] }] }, ['a', 'b']],
    [
      {
        tasks: [
          { name: 'c', needs: ['a'] },
          { name: 'd', needs: ['b'] },
        ],
      },
      ['a', 'b', 'c', 'd'],
    ],
  ],
  cheapestRoute: [
    [{ nodes: 0, roads: [] }, []],
    [{ nodes: 1, roads: [] }, [0]],
    [{ nodes: 3, roads: [] }, [0, -1, -1]],
    [{ nodes: 4, roads: roads([0, 1, 1], [1, 2, 2], [0, 2, 5], [2, 3, 1]) }, [0, 1, 3, 4]],
    [{ nodes: 2, roads: roads([0, 1, 0.5], [1, 0, 0.25]) }, [0, 0.25]],
    [{ nodes: 4, roads: roads([1, 2, 1]) }, [0, -1, -1, -1]],
    [{ nodes: 5, roads: roads([0, 1, 10], [0, 2, 3], [2, 1, 4], [1, 3, 2], [2, 3, 8], [3, 4, 7]) }, [0, 7, 3, 9, 16]],
  ],
  treeDepth: [
    [{ parents: [] }, 0],
    [{ parents: [-1] }, 1],
    [{ parents: [-1, 0, 1] }, 3],
    [{ parents: [-1, 0, 0, 1] }, 3],
    [{ parents: [-1, -1] }, 1],
    [{ parents: [2, 2, -1] }, 2],
    [{ parents: [1, 2, 3, -1] }, 4],
  ],
};
