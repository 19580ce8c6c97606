import type { ColumnTypeName } from '../../../schema/column-types.js';

const names: Readonly<Partial<Record<ColumnTypeName, string>>> = {
  'timestamp[s]': 'TimestampSecond',
  'timestamp[ms]': 'TimestampMillisecond',
  'timestamp[us]': 'TimestampMicrosecond',
  'timestamp[ns]': 'TimestampNanosecond',
};

/** Types that reach native code with the offsets or the entries of another one, which is the one that it reads and writes. */
const stored: Readonly<Partial<Record<ColumnTypeName, ColumnTypeName>>> = {
  dictionary: 'utf8',
  largeUtf8: 'utf8',
  largeBinary: 'binary',
};

/** Returns a column type's tag in `rowfuse::Schema`. */
export function schemaTag(type: ColumnTypeName): string {
  return arrowTypeName(stored[type] ?? type);
}

/** Returns the tag of a type that has its own. Arrow JS's class has the same name, except for `date32`. */
export function arrowTypeName(type: ColumnTypeName): string {
  return names[type] ?? `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
}
