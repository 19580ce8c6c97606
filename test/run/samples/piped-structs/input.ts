// Structs between the stages of a pipe.
import { bool, float32, int32, int8, nullable, pipe, struct, transform, utf8 } from 'rowfuse';

/** Gives structs: a nullable one, a nested one, one that is never null. */
export const structsOf = transform({
  input: { s: utf8, n: int32, home: nullable(struct({ city: utf8, zip: nullable(int32) })) },
  output: {
    half: nullable(struct({ text: utf8, at: struct({ n: int8, x: float32 }), more: nullable(struct({ big: int32 })) })),
    sure: struct({ text: utf8, flag: nullable(bool) }),
  },
  keep: ['home'],
  row: ({ s, n }) => ({
    half: n % 3 === 0 ? null : { text: s.slice(0, 1), at: { n: n % 128, x: n / 3 }, more: n > 0 ? { big: n } : null },
    sure: { text: s, flag: n === 0 ? null : n > 5 },
  }),
});

/** Takes them, one declared nullable that is never null. */
export const structsTaken = transform({
  input: {
    half: nullable(struct({ text: utf8, at: struct({ x: float32 }), more: nullable(struct({ big: int32 })) })),
    sure: nullable(struct({ text: utf8, flag: nullable(bool) })),
    home: nullable(struct({ city: utf8, zip: nullable(int32) })),
  },
  output: { text: utf8, more: nullable(struct({ big: int32 })), home: nullable(struct({ city: utf8, zip: nullable(int32) })) },
  row({ half, sure, home }) {
    const big = half?.more?.big ?? -1;
    if (half === null) return { text: sure?.text ?? 'never', more: null, home };
    return { text: `${half.text}${half.at.x}${big}${sure === null}`, more: half.more, home: home ?? { city: half.text, zip: 1 } };
  },
});

export const structsThroughPipe = pipe(structsOf, structsTaken);

/** Filters out rows whose struct is null. */
export const homesOnly = transform({
  input: { home: nullable(struct({ city: utf8, zip: nullable(int32) })), text: utf8 },
  output: { length: int32 },
  keep: ['home', 'text'],
  where: ({ home }) => home !== null && home.city !== '',
  row: ({ home }) => ({ length: home === null ? -1 : home.city.length }),
});

export const homesAfterAll = pipe(structsOf, structsTaken, homesOnly);
export const homesTwice = pipe(homesOnly, homesOnly);

/** A single struct goes to a single struct, whatever that is named. */
export const pointOf = transform({
  input: { s: utf8 },
  output: { point: struct({ x: int32, name: nullable(utf8) }) },
  row: ({ s }) => ({ point: { x: s.length, name: s === '' ? null : s } }),
});
export const pointTaken = transform({
  input: { p: nullable(struct({ x: int32, name: nullable(utf8) })) },
  output: utf8,
  row: ({ p }) => `${p?.x}${p?.name ?? '-'}`,
});
export const pointThrough = pipe(pointOf, pointTaken);
