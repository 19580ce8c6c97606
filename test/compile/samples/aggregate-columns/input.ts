// Columns without a computation, in any order: a time is grouped by its stored value, and a dictionary column as text.
import { aggregate, collect, count, dictionary, int32, last, nullable, sum, timestamp, utf8 } from 'rowfuse';

export const totals = aggregate({
  input: { city: dictionary(utf8), day: timestamp('ms', 'UTC'), people: nullable(int32), unused: utf8 },
  key: ['city', 'day'],
  output: { total: sum('people'), known: count('people'), all: collect('people'), latest: last('day') },
  order: 'none',
});
