import { expand, float64, int32, list, nullable, pipe, struct, transform, utf8 } from 'rowfuse';

/** A struct as the only output, from an object and from a function. */
const point = struct({ x: float64, y: float64 });
const turned = (x: number, y: number) => ({ x: -y, y: x });

export const unnamedStruct = transform({
  input: { x: float64, y: float64, far: int32 },
  output: point,
  row: ({ x, y, far }) => (far > 0 ? { x: x * far, y } : turned(x, y)),
});

/** Null as a whole, structs and lists within. */
export const unnamedNullableStruct = transform({
  input: { line: nullable(utf8), n: nullable(int32) },
  output: nullable(
    struct({ words: list(utf8), at: nullable(struct({ n: int32 })), label: nullable(utf8), length: int32 }),
  ),
  row({ line, n }) {
    if (line === null) return null;
    const at = n === null ? null : { n };
    return n !== null && n > 7
      ? null
      : { words: line.split(' '), at, label: line === '' ? null : line.slice(1), length: line.length };
  },
});

/** A struct that passes through. */
export const unnamedThrough = transform({
  input: { place: nullable(struct({ name: utf8, at: point })), n: int32 },
  output: nullable(struct({ name: utf8, at: point })),
  where: ({ n }) => n !== 3,
  row: ({ place }) => place,
});

/** An undeclared null struct fails the row. */
export const unnamedPresent = transform({
  input: { at: nullable(point) },
  output: point,
  row: ({ at }) => at as { x: number; y: number },
});

/** Lists of structs: mapped, written out, grown, empty. */
export const unnamedRecords = transform({
  input: { points: list(struct({ x: float64, y: float64 })), s: utf8, n: int32 },
  output: list(struct({ x: float64, label: nullable(utf8) })),
  row({ points, s, n }) {
    if (n > 8) return [];
    if (n > 4) return [{ x: n, label: s }];
    return n < -4 ? points.map(({ x, y }) => ({ x: x + y, label: y > 0 ? s : null })) : points.map(({ x }) => ({ x, label: 'l' }));
  },
});

export const unnamedNullableRecords = transform({
  input: { points: nullable(list(struct({ x: float64, y: float64 }))) },
  output: nullable(list(struct({ sum: int32 }))),
  row: ({ points }) => (points === null ? null : points.map(({ x, y }) => ({ sum: x + y }))),
});

/** One struct per word. */
export const unnamedWords = expand({
  input: { id: int32, line: utf8 },
  output: struct({ word: utf8, at: int32 }),
  keep: ['id'],
  *rows({ line }) {
    let at = 0;
    for (const word of line.split(' ')) {
      if (word !== '') yield { word, at };
      at += word.length + 1;
    }
  },
});

/** Beside columns that are kept in place. */
export const unnamedBeside = transform({
  input: { id: int32, name: utf8 },
  output: nullable(struct({ first: utf8, length: int32 })),
  keep: ['id'],
  row: ({ name }) => (name === '' ? null : { first: name.charAt(0), length: name.length }),
});

/** The first stage of a pipe gives it, and the second passes it on. */
const lengthOf = transform({
  input: { piece: struct({ word: utf8, at: int32 }) },
  output: nullable(struct({ length: int32, word: utf8 })),
  row: ({ piece }) => (piece.at > 20 ? null : { length: piece.word.length, word: piece.word }),
});

const wordsOf = expand({
  input: { line: utf8 },
  output: struct({ word: utf8, at: int32 }),
  *rows({ line }) {
    for (const word of line.split(' ')) yield { word, at: line.indexOf(word) };
  },
});

export const unnamedPiped = pipe(wordsOf, lengthOf);

const longest = transform({
  input: { it: nullable(struct({ length: int32, word: utf8 })) },
  output: utf8,
  row: ({ it }) => (it === null ? '-' : `${it.word}:${it.length}`),
});

export const unnamedPipedOn = pipe(unnamedPiped, longest);
