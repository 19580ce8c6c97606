import { int32, list, struct, transform, utf8 } from 'rowfuse';

/** Simulates a cache that drops what was used least recently: a map that keeps its keys in the order of use. */
export const lruCache = transform({
  input: { requests: list(utf8), capacity: int32 },
  output: struct({ hits: int32, evicted: list(utf8), cached: list(utf8) }),
  row({ requests, capacity }) {
    const cache = new Map<string, number>();
    const evicted: string[] = [];
    let hits = 0;
    for (const key of requests) {
      const uses = cache.get(key);
      if (uses !== undefined) {
        hits++;
        cache.delete(key);
        cache.set(key, uses + 1);
        continue;
      }
      if (cache.size >= capacity) {
        const oldest = cache.keys().next().value;
        if (oldest !== undefined) {
          cache.delete(oldest);
          evicted.push(oldest);
        }
      }
      cache.set(key, 1);
    }
    return { hits, evicted, cached: [...cache].map(([key, uses]) => `${key}:${uses}`) };
  },
});
