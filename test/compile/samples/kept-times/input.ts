import { int32, nullable, timestamp, transform } from 'rowfuse';

/** Kept times are copied as they are stored. */
export const recent = transform({
  input: { at: nullable(timestamp('ms', 'UTC')), size: int32 },
  output: { double: int32 },
  keep: ['at'],
  where: ({ at }) => at !== null && at > 0,
  row: ({ size }) => ({ double: size * 2 }),
});
