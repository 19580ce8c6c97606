import { float64, list, nullable, pipe, struct, transform, utf8 } from 'rowfuse';

/** The columns of an unnamed struct are reported as fields of one that is named like the transform. */
export const unnamed = transform({
  input: { x: float64 },
  output: struct({ x: float64, y: utf8 }),
  row: ({ x }) => ({
    x,
    // @ts-expect-error: a number is no text
    y: x, // RF1303
    z: x, // RF1109
  }),
});

export const unnamedLess = transform({
  input: { x: float64 },
  output: struct({ x: float64, y: float64 }),
  // @ts-expect-error: y is missing
  row: ({ x }) => ({ x }), // RF1110
});

export const unnamedNull = transform({
  input: { x: float64 },
  output: struct({ x: nullable(float64) }),
  // @ts-expect-error: the struct is not nullable
  row({ x }) {
    if (x > 1) return; // RF1110
    return { x };
  },
});

export const unnamedRecords = transform({
  input: { x: float64 },
  output: list(struct({ x: float64 })),
  // @ts-expect-error: an object is no array
  row: ({ x }) => ({ x }), // RF1203
});

export const asParam = transform({
  input: { x: float64 },
  params: { at: struct({ x: float64 }) }, // RF1123
  output: float64,
  row: ({ x }) => x,
});

export const unknown = transform({
  input: { place: struct({ lat: float64 }) },
  output: float64,
  // @ts-expect-error: no such field
  row: ({ place }) => place.lon, // RF1305
});

export const more = transform({
  input: { x: float64 },
  output: { at: struct({ x: float64 }) },
  row: ({ x }) => ({ at: { x, y: x } }), // RF1109
});

export const less = transform({
  input: { x: float64 },
  output: { at: struct({ x: float64, y: float64 }) },
  // @ts-expect-error: y is missing
  row: ({ x }) => ({ at: { x } }), // RF1110
});

export const asValue = transform({
  input: { place: struct({ lat: float64 }) },
  output: utf8,
  row: ({ place }) => `${place}`, // RF1203
});

export const other = transform({
  input: { place: nullable(struct({ lat: float64 })) },
  output: { place: nullable(struct({ lat: float64 })) },
  // @ts-expect-error: a number is no struct
  row: ({ place }) => ({ place: place ?? 1 }), // RF1203
});

export const unasked = transform({
  input: { place: nullable(struct({ lat: float64 })) },
  output: utf8,
  row: ({ place }) => `${place}`, // RF1203
});

export const moved = transform({
  input: { place: struct({ lat: float64 }) },
  output: { place: nullable(struct({ lat: float64 })) },
  row: ({ place }) => ({ place: place.lat > 90 ? null : { lat: place.lat + 1 } }),
});

export const mayBeNull = pipe(moved, moved); // RF1133

export const further = transform({
  input: { place: nullable(struct({ lat: float64, lon: float64 })) },
  output: utf8,
  row: () => '',
});

export const missingField = pipe(moved, further); // RF1132
