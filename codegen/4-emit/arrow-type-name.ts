import type { ColumnTypeName } from '../ir/row-function.js';

const names: Readonly<Partial<Record<ColumnTypeName, string>>> = {
  dictionary: 'Utf8',
  'timestamp[s]': 'TimestampSecond',
  'timestamp[ms]': 'TimestampMillisecond',
  'timestamp[us]': 'TimestampMicrosecond',
  'timestamp[ns]': 'TimestampNanosecond',
};

/** A column type's tag in `rowfuse::Schema`; Arrow JS's class is called the same, but for that of `date32`. */
export function arrowTypeName(type: ColumnTypeName): string {
  return names[type] ?? `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
}
