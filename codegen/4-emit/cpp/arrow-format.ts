import type { ColumnTypeName } from '../../../schema/column-types.js';
import type { ElementType } from '../../../schema/columns.js';
import type { Column } from '../../ir/row-function.js';

/**
 * Returns a column's type as a format string of the Arrow C data interface ("Data type description: format strings"). There the
 * elements of a list have a schema of their own; here their format follows the list's. A `?` precedes elements that may be null, a `!`
 * those that are null only if the struct around them is.
 */
export function arrowFormat({ type, timezone = '', element }: Pick<Column, 'type' | 'timezone' | 'element'>): string {
  const format = element ? `${formats[type]}${nullsMark(element)}${arrowFormat(element)}` : formats[type];
  return format.startsWith('ts') ? `${format}${timezone}` : format;
}

function nullsMark({ nullable, required }: ElementType): string {
  return required ? '!' : nullable ? '?' : '';
}

const formats: { readonly [name in ColumnTypeName]: string } = {
  bool: 'b',
  int8: 'c',
  int16: 's',
  int32: 'i',
  int64: 'l',
  uint8: 'C',
  uint16: 'S',
  uint32: 'I',
  uint64: 'L',
  float32: 'f',
  float64: 'g',
  utf8: 'u',
  dictionary: 'u',
  largeUtf8: 'U',
  binary: 'z',
  largeBinary: 'Z',
  list: '+l',
  date32: 'tdD',
  'timestamp[s]': 'tss:',
  'timestamp[ms]': 'tsm:',
  'timestamp[us]': 'tsu:',
  'timestamp[ns]': 'tsn:',
};
