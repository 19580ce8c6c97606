import type { Column, ColumnTypeName, ElementType } from '../../ir/row-function.js';

/**
 * A column's type as the Arrow C data interface writes it ("Data type description: format strings"). That of what a list or
 * a struct holds, which has a schema of its own there, stands behind it: of elements that may be null behind a `?`, of those that are
 * null where the struct around them is, and nowhere else, behind a `!`.
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
