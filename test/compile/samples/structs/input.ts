import { float64, list, nullable, struct, transform, utf8 } from 'rowfuse';

export const moved = transform({
  input: { place: struct({ name: nullable(utf8), at: struct({ x: float64, y: float64 }), tags: list(utf8) }), by: float64 },
  output: { place: struct({ name: utf8, at: struct({ x: float64, y: float64 }) }), tags: utf8 },
  row({ place, by }) {
    const { at, tags } = place;
    return { place: { name: place.name ?? '?', at: { ...at, x: at.x + by } }, tags: tags.join(' ') };
  },
});
