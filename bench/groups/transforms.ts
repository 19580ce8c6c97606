import { aggregate, count, int32, max, sum, utf8 } from 'rowfuse';

const input = { key: utf8, value: int32 };
const output = { rows: count(), total: sum('value'), most: max('value') };

export const groups = aggregate({ input, key: 'key', output, order: 'none' });

export const orderedGroups = aggregate({ input, key: 'key', output });
