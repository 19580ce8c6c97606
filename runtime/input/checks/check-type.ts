import { Type } from 'apache-arrow';
import { type DeclaredType, describeType } from '../../../schema/columns.js';
import { type ArrowType, columnTypeName, declaredType, isText } from '../../columns/arrow-types.js';
import type { InputColumn } from '../../description.js';
import { SchemaError } from '../../errors.js';
import { type ColumnSource, castAdvice } from './cast-advice.js';

/**
 * Checks that a column has the declared type. `utf8` accepts every layout of text, including dictionaries. A timestamp with a time zone
 * accepts any time zone. All other types must match exactly.
 *
 * @throws SchemaError with the cast that makes it fit.
 */
export function checkType(type: ArrowType, column: InputColumn, source: ColumnSource = 'object'): void {
  if (fits(type, column)) return;
  const given = declaredType(type);
  throw new SchemaError(
    `Column ${JSON.stringify(column.name)}: got ${String(type)}, declared ${describeType(column)}. ${castAdvice(column, type, source)}` +
      `${given === undefined ? '' : `, or declare it ${describeType(given)}`}.`,
    { column: column.name },
  );
}

function fits(type: ArrowType, declared: DeclaredType): boolean {
  if (declared.type === 'utf8') return isText(type.typeId === Type.Dictionary ? type.dictionary : type);
  if (declared.element) {
    const [child] = type.typeId === Type.List ? (type.children ?? []) : [];
    return child !== undefined && fits(child.type, declared.element);
  }
  // Most types need no object for a comparison: a call with one column made two.
  if (!type.timezone && declared.timezone === undefined) return columnTypeName(type) === declared.type;
  const given = declaredType(type);
  return given !== undefined && matches(given, declared);
}

/**
 * True if values of one type are values of the other. Times with a time zone are moments in UTC, whatever the zone. Times without one are
 * readings of an unknown clock, which cannot be compared with moments.
 */
export function matches(given: DeclaredType, declared: DeclaredType): boolean {
  return given.type === declared.type && (given.timezone === undefined) === (declared.timezone === undefined);
}
