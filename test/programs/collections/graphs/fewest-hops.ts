import { list, nullable, transform, utf8 } from 'rowfuse';

/** Finds a path with the fewest hops between two places by breadth-first search; `links` has entries like `a-b`. */
export const fewestHops = transform({
  input: { links: utf8, start: utf8, goal: utf8 },
  output: nullable(list(utf8)),
  row({ links, start, goal }) {
    const neighbours = new Map<string, Set<string>>();
    const connect = (from: string, to: string) => {
      if (!neighbours.has(from)) neighbours.set(from, new Set());
      neighbours.get(from)!.add(to);
    };
    for (const link of links.split(' ')) {
      const [a, b] = link.split('-');
      if (b === undefined) continue;
      connect(a, b);
      connect(b, a);
    }

    const cameFrom = new Map<string, string | null>([[start, null]]);
    const queue = [start];
    while (queue.length > 0) {
      const place = queue.shift()!;
      if (place === goal) {
        const path: string[] = [];
        for (let at: string | null = goal; at !== null; at = cameFrom.get(at) ?? null) path.push(at);
        return path.reverse();
      }
      for (const next of neighbours.get(place) ?? []) {
        if (!cameFrom.has(next)) {
          cameFrom.set(next, place);
          queue.push(next);
        }
      }
    }
    return null;
  },
});
