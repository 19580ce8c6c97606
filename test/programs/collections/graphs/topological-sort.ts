import { list, nullable, struct, transform, utf8 } from 'rowfuse';

/** Orders tasks so that each comes after those that it needs, or gives null for a cycle. Rosetta Code: Topological sort. */
export const topologicalSort = transform({
  input: { tasks: list(struct({ name: utf8, needs: list(utf8) })) },
  output: nullable(list(utf8)),
  row({ tasks }) {
    const missing = new Map<string, number>();
    const dependents = new Map<string, string[]>();
    for (const { name, needs } of tasks) {
      missing.set(name, needs.length);
      for (const need of needs) {
        if (!missing.has(need)) missing.set(need, 0);
        dependents.set(need, [...(dependents.get(need) ?? []), name]);
      }
    }

    const ready = [...missing.keys()].filter((name) => missing.get(name) === 0);
    const order: string[] = [];
    while (ready.length > 0) {
      const name = ready.shift()!;
      order.push(name);
      for (const dependent of dependents.get(name) ?? []) {
        const left = missing.get(dependent)! - 1;
        missing.set(dependent, left);
        if (left === 0) ready.push(dependent);
      }
    }
    return order.length === missing.size ? order : null;
  },
});
