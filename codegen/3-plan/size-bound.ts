/** Upper bounds of sizes, and their arithmetic. */

/** At most `constant + Σ factor · bytes of column` bytes of UTF-8 per row. An infinite constant means that no bound is known. */
export interface Bound {
  readonly constant: number;
  /** Factors by input column. */
  readonly factors: ReadonlyMap<number, number>;
}

export const nothing: Bound = { constant: 0, factors: new Map() };
export const unknown: Bound = { constant: Number.POSITIVE_INFINITY, factors: new Map() };

export function sameBound(a: Bound, b: Bound): boolean {
  return (
    a.constant === b.constant &&
    a.factors.size === b.factors.size &&
    [...a.factors].every(([column, factor]) => b.factors.get(column) === factor)
  );
}

export function scaled(bound: Bound, factor: number): Bound {
  const { constant, factors } = bound;
  if (bound === unknown) return unknown;
  return {
    constant: constant * factor,
    factors: new Map([...factors].map(([column, each]) => [column, each * factor])),
  };
}

export function sum(a: Bound, b: Bound): Bound {
  if (a === unknown || b === unknown) return unknown;
  return { constant: a.constant + b.constant, factors: merge(a, b, (x, y) => x + y) };
}

export function larger(a: Bound, b: Bound): Bound {
  if (a === unknown || b === unknown) return unknown;
  return { constant: Math.max(a.constant, b.constant), factors: merge(a, b, Math.max) };
}

function merge(a: Bound, b: Bound, combine: (x: number, y: number) => number): ReadonlyMap<number, number> {
  const columns = new Set([...a.factors.keys(), ...b.factors.keys()]);
  return new Map([...columns].map((c) => [c, combine(a.factors.get(c) ?? 0, b.factors.get(c) ?? 0)]));
}
