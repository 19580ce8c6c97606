import { aggregate, count, int32, max, sum, utf8 } from 'rowfuse';

const input = { key: utf8, value: int32 };

export const groups = aggregate({
  input,
  key: 'key',
  output: { rows: count(), total: sum('value'), most: max('value') },
  order: 'none',
});

export const orderedGroups = aggregate({
  input,
  key: 'key',
  output: { rows: count(), total: sum('value'), most: max('value') },
});
