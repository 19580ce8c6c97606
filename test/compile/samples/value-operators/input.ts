import { nullable, transform, utf8 } from 'rowfuse';

/** `||`, `&&` and `??` as values: the left operand is evaluated once. */
export const valueOperators = transform({
  input: { s: nullable(utf8), t: utf8 },
  output: { or: utf8, and: nullable(utf8), nullish: utf8, unit: utf8 },
  row: ({ s, t }) => ({
    or: t.trim() || 'empty',
    and: s && t,
    nullish: s ?? `no ${t}`,
    unit: t[0] ?? '-',
  }),
});
