import type { ColumnTypeName } from '../../ir/row-function.js';

const names: Readonly<Partial<Record<ColumnTypeName, string>>> = {
  'timestamp[s]': 'TimestampSecond',
  'timestamp[ms]': 'TimestampMillisecond',
  'timestamp[us]': 'TimestampMicrosecond',
  'timestamp[ns]': 'TimestampNanosecond',
};

/** Types whose values come with the offsets, or the entries, of another one, which native code reads and writes. */
const stored: Readonly<Partial<Record<ColumnTypeName, ColumnTypeName>>> = {
  dictionary: 'utf8',
  largeUtf8: 'utf8',
  largeBinary: 'binary',
};

/** A column type's tag in `rowfuse::Schema`. */
export function schemaTag(type: ColumnTypeName): string {
  return arrowTypeName(stored[type] ?? type);
}

/** The tag in `rowfuse::Schema` of a type that has one; Arrow JS's class is called the same, but for that of `date32`. */
export function arrowTypeName(type: ColumnTypeName): string {
  return names[type] ?? `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
}
