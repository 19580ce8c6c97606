import { float64, list, nullable, struct, transform, utf8 } from 'rowfuse';

/** A list of structs becomes one array per field. */
export const nearest = transform({
  input: { points: list(struct({ x: float64, y: float64, name: utf8 })), limit: float64 },
  output: { near: list(struct({ name: utf8, distance: float64 })), first: nullable(utf8) },
  row({ points, limit }) {
    const near = points
      .map(({ x, y, name }) => ({ name, distance: x * x + y * y }))
      .filter(({ distance }) => distance < limit);
    return { near, first: near[0]?.name ?? null };
  },
});
