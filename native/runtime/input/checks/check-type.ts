import { Type } from 'apache-arrow';
import { type ArrowType, declaredType, isText } from '../../columns/arrow-types.js';
import { type DeclaredType, describeType } from '../../columns/column-types.js';
import type { InputColumn } from '../../description.js';
import { SchemaError } from '../../errors.js';
import { type ColumnSource, castAdvice } from './cast-advice.js';

/**
 * `utf8` takes every layout of text, dictionaries of them included; a timestamp with a time zone those with any; all else
 * has to match exactly.
 *
 * @throws SchemaError with the cast that makes it fit.
 */
export function checkType(type: ArrowType, column: InputColumn, source: ColumnSource = 'object'): void {
  const given = declaredType(type);
  if (fits(type, given, column)) return;
  throw new SchemaError(
    `Column ${JSON.stringify(column.name)}: got ${String(type)}, declared ${describeType(column)}. ${castAdvice(column, type, source)}` +
      `${given === undefined ? '' : `, or declare it ${describeType(given)}`}.`,
    { column: column.name },
  );
}

function fits(type: ArrowType, given: DeclaredType | undefined, declared: DeclaredType): boolean {
  if (declared.type === 'utf8') return isText(type.typeId === Type.Dictionary ? type.dictionary : type);
  const [child] = type.typeId === Type.List ? (type.children ?? []) : [];
  if (declared.element) return child !== undefined && fits(child.type, declaredType(child.type), declared.element);
  return given !== undefined && matches(given, declared);
}

/**
 * Whether values of one type are those of the other. Times with time zones are moments in UTC, whatever their zone; without
 * one they are readings of some clock, which nobody can compare with moments.
 */
export function matches(given: DeclaredType, declared: DeclaredType): boolean {
  return given.type === declared.type && (given.timezone === undefined) === (declared.timezone === undefined);
}
