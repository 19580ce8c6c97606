import { int32, list, struct, transform } from 'rowfuse';

function union<T>(a: Set<T>, b: Set<T>): Set<T> {
  const result = new Set(a);
  for (const item of b) result.add(item);
  return result;
}

function intersection<T>(a: Set<T>, b: Set<T>): Set<T> {
  return new Set([...a].filter((item) => b.has(item)));
}

function difference<T>(a: Set<T>, b: Set<T>): Set<T> {
  const result = new Set(a);
  for (const item of b) result.delete(item);
  return result;
}

/** Computes the union, the intersection and both differences of two lists taken as sets. Rosetta Code: Symmetric difference. */
export const setAlgebra = transform({
  input: { a: list(int32), b: list(int32) },
  output: struct({ either: list(int32), both: list(int32), one: list(int32) }),
  row({ a, b }) {
    const left = new Set(a);
    const right = new Set(b);
    return {
      either: [...union(left, right)],
      both: [...intersection(left, right)],
      one: [...union(difference(left, right), difference(right, left))],
    };
  },
});
