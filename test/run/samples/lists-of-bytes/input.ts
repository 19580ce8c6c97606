import { binary, bool, expand, float64, int32, largeBinary, list, nullable, pipe, struct, transform, utf8 } from 'rowfuse';

/** Each element is a `Uint8Array`. */
export const blobsRead = transform({
  input: { parts: list(binary), maybe: nullable(list(nullable(largeBinary))), i: int32 },
  output: { count: int32, bytes: float64, first: nullable(float64), there: int32, at: nullable(binary), found: nullable(binary), text: utf8 },
  row({ parts, maybe, i }) {
    let bytes = 0;
    for (const part of parts) for (const byte of part) bytes += byte;
    let there = 0;
    for (const part of maybe ?? []) if (part !== null) there += part.length;
    const [head] = parts;
    return {
      count: parts.length,
      bytes,
      first: parts[0]?.[0] ?? null,
      there,
      at: parts.at(i) ?? null,
      found: maybe?.find((part) => part !== null && part[0] === 1) ?? null,
      text: `${head?.length}:${parts.map((part) => part.length).join('+')}`,
    };
  },
});

/** Lists of bytes of every origin. */
export const blobsMade = transform({
  input: { data: binary, other: nullable(binary), parts: list(binary), i: int32 },
  output: {
    literal: list(binary),
    cut: list(binary),
    filtered: list(largeBinary),
    mapped: list(binary),
    made: list(nullable(binary)),
    nested: list(list(binary)),
    sliced: list(binary),
    both: list(binary),
    empty: list(binary),
    chosen: nullable(list(nullable(binary))),
    turned: list(binary),
  },
  row({ data, other, parts, i }) {
    const made: (Uint8Array | null)[] = [];
    for (const part of parts) made.push(part.length > 2 ? part.subarray(1, 3) : null);
    made.push(other);
    return {
      literal: [data, data.subarray(1), data.subarray(0, 0)],
      cut: other === null ? [] : [other.slice(-2)],
      filtered: parts.filter((part) => part.includes(7)),
      mapped: parts.map((part) => part.subarray(i)),
      made,
      nested: [parts, [data], parts.slice(1)],
      sliced: parts.slice(i, 3),
      both: parts.concat([data]),
      empty: [],
      chosen: i < 0 ? null : i > 4 ? [data, null] : [other, data],
      turned: parts.toReversed(),
    };
  },
});

/** Undeclared nulls fail their row. */
export const blobsMissing = transform({
  input: { parts: list(nullable(binary)), i: int32 },
  output: list(binary),
  row: ({ parts, i }) => [parts[0] as Uint8Array, parts[i] as Uint8Array],
});

/** Lists of lists of bytes, and lists of structs with bytes. */
export const blobsDeep = transform({
  input: {
    rows: list(nullable(list(nullable(binary)))),
    files: list(nullable(struct({ name: utf8, data: nullable(binary), parts: list(binary) }))),
  },
  output: {
    rows: list(nullable(list(nullable(binary)))),
    all: list(nullable(binary)),
    files: list(struct({ name: utf8, data: binary, parts: list(nullable(binary)), size: int32 })),
    largest: nullable(struct({ data: nullable(binary), parts: list(binary) })),
  },
  row({ rows, files }) {
    const there = files.filter((file) => file !== null);
    const largest = there.find(({ data }) => data !== null && data.length > 3);
    return {
      rows: rows.filter((row) => row === null || row.length > 1),
      all: rows.flatMap((row) => row ?? []),
      files: there.map(({ name, data, parts }) => ({
        name,
        data: data ?? (parts[0] as Uint8Array),
        parts,
        size: parts.length,
      })),
      largest: largest === undefined ? null : { data: largest.data, parts: largest.parts },
    };
  },
});

/** One row per part. */
export const blobsExpanded = expand({
  input: { parts: list(nullable(binary)), keepsEmpty: bool },
  output: { part: nullable(binary), rest: list(nullable(binary)), bytes: int32 },
  keep: ['parts'],
  *rows({ parts, keepsEmpty }) {
    for (const [i, part] of parts.entries())
      if (keepsEmpty || (part !== null && part.length > 0)) yield { part, rest: parts.slice(i + 1), bytes: part?.length ?? -1 };
  },
});

const blobsSplit = transform({
  input: { data: binary, at: int32 },
  output: { parts: list(binary), at: int32 },
  row: ({ data, at }) => ({ parts: [data.subarray(0, at), data.subarray(at)], at }),
});

const blobsCounted = transform({
  input: { parts: list(binary) },
  output: { parts: list(nullable(binary)), sizes: list(int32) },
  where: ({ parts }) => parts.some((part) => part.length > 0),
  row: ({ parts }) => ({ parts, sizes: parts.map((part) => part.length) }),
});

/** From stage to stage. */
export const blobsPiped = pipe(blobsSplit, blobsCounted);

/** `flat` and `flatMap` leave the bytes of an element whole. */
export const bytesKeptWhole = transform({
  input: { parts: list(binary) },
  output: { flat: int32, mapped: int32 },
  row: ({ parts }) => ({ flat: parts.flat().length, mapped: parts.flatMap((part) => part).length }),
});
