import { Type } from 'apache-arrow';
import { type ArrowType, columnTypeName } from '../column-types.js';
import type { InputColumn } from '../description.js';
import { SchemaError } from '../errors.js';

/**
 * `utf8` takes every layout of text, dictionaries of them included; all else has to match exactly.
 *
 * @throws SchemaError with the cast that makes it fit.
 */
export function checkType(type: ArrowType, column: InputColumn): void {
  const text = type.typeId === Type.Dictionary ? type.dictionary : type;
  if (column.type === 'utf8') {
    switch (text?.typeId) {
      case Type.Utf8:
      case Type.LargeUtf8:
      case Type.Utf8View:
        return;
    }
  } else if (columnTypeName(type) === column.type) return;
  const declarable = columnTypeName(type);
  throw new SchemaError(
    `Column ${JSON.stringify(column.name)}: got ${String(type)}, declared ${column.type}. Cast it: ${cast(column)}` +
      `${declarable === undefined ? '' : `, or declare it ${declarable}`}.`,
    { column: column.name },
  );
}

/** Code that turns any vector into one of the declared type. */
export function cast(column: InputColumn): string {
  const conversions: { readonly [type: string]: string } = {
    utf8: 'String',
    bool: 'Boolean',
    int64: 'BigInt',
    uint64: 'BigInt',
  };
  const convert = conversions[column.type] ?? 'Number';
  const type = `${column.type.slice(0, 1).toUpperCase()}${column.type.slice(1)}`;
  return `vectorFromArray(Array.from(column, (v) => (v === null ? null : ${convert}(v))), new ${type}())`;
}
