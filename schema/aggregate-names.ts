/** The names of the built-in aggregates. */
export type AggregateName =
  | 'count'
  | 'sum'
  | 'mean'
  | 'min'
  | 'max'
  | 'variance'
  | 'stddev'
  | 'first'
  | 'last'
  | 'any'
  | 'every'
  | 'countDistinct'
  | 'collect';
