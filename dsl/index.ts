export type { AggregateName } from '../schema/aggregate-names.js';
export type { TimeUnit } from '../schema/column-types.js';
export { hmacSha256, sha256 } from '../schema/hash.js';
export type {
  Aggregate,
  AggregateDescription,
  AggregateOf,
  GroupedColumns,
} from './aggregate.js';
export {
  aggregate,
  any,
  collect,
  count,
  countDistinct,
  every,
  first,
  last,
  max,
  mean,
  min,
  stddev,
  sum,
  variance,
} from './aggregate.js';
export type { ExpandDescription } from './expand.js';
export { expand } from './expand.js';
export type { LineColumn, Lines, LinesOptions } from './lines.js';
export { lines } from './lines.js';
export type { PipeDescription, Stage, StageColumns } from './pipe.js';
export { pipe } from './pipe.js';
export type { ReduceDescription, Reduction } from './reduce.js';
export { reduce } from './reduce.js';
export type {
  ColumnWindow,
  NumberWindow,
  RangeWindow,
  RollingDescription,
  RowWindow,
  WindowOf,
  WindowsOf,
} from './rolling.js';
export { rolling } from './rolling.js';
export type { Columns, Output, ResultOf, RowContext, TransformDescription } from './transform.js';
export { transform } from './transform.js';
export type { ColumnType, RowOf, Schema, TypeName, ValueOf } from './types.js';
export {
  binary,
  bool,
  date32,
  dictionary,
  float32,
  float64,
  int8,
  int16,
  int32,
  int64,
  largeBinary,
  largeUtf8,
  list,
  nullable,
  struct,
  timestamp,
  uint8,
  uint16,
  uint32,
  uint64,
  utf8,
} from './types.js';
