import { type BigIntForm, formOf } from '../ir/bigint-range.js';
import { type Column, type ElementType, isText } from '../ir/row-function.js';
import { type Core, mayBeAbsent, type Type } from '../ir/type.js';
import { schemaTag } from './arrow-type-name.js';

/** The C++ type of a value. */
export function cppType(type: Type): string {
  const core = cppCore(type.core);
  return mayBeAbsent(type) ? `rf::Maybe<${core}>` : core;
}

export function cppCore(core: Core): string {
  switch (core.kind) {
    case 'string':
      return core.pieces === 1 ? 'rf::View' : `rf::Rope<${core.pieces}>`;
    case 'number':
      return core.form === 'int' ? 'std::int32_t' : core.form === 'position' ? 'rf::Position' : 'double';
    case 'bigint':
      return cppBigInt(formOf(core.range));
    case 'array':
      return cppArray(core);
    case 'boolean':
    case 'nothing':
      return 'bool';
  }
}

export function cppBigInt(form: BigIntForm): string {
  return { int64: 'std::int64_t', uint64: 'std::uint64_t', int128: 'rf::Int128' }[form];
}

function cppArray({ lazy, element }: Extract<Core, { readonly kind: 'array' }>): string {
  if (lazy === 'bytes') return 'rf::Bytes';
  if (lazy === 'pieces') return 'rf::Split';
  const [, raw, nullable, stored] = (lazy && /^list<(raw )?(nullable )?(.+)>$/.exec(lazy)) || [];
  if (stored === undefined) return `rf::Array<${cppType(element)}>`;
  const type = { type: stored as ElementType['type'], nullable: nullable !== undefined };
  return `rf::List<${cppElement(type, raw !== undefined)}>`;
}

/** The tag of what a list stores. */
export function cppElement({ type, nullable }: Pick<ElementType, 'type' | 'nullable'>, raw: boolean): string {
  const tag = raw ? `rf::Raw<rf::${schemaTag(type)}>` : `rf::${schemaTag(type)}`;
  return nullable ? `rf::Nullable<${tag}>` : tag;
}

/**
 * A column's tags in `rf::Schema`. A list has several: the bytes of its elements; of text, where each of them starts, or in a
 * result how long it is; and, where there may be nulls among them, a byte each.
 */
export function cppColumns(column: Column, raw = false): readonly string[] {
  const { element } = column;
  if (!element) return [cppColumn(column, raw)];
  const values = cppColumn({ ...column, type: 'binary' });
  return [values, ...(isText(element) ? ['rf::Binary'] : []), ...(element.nullable ? ['rf::Binary'] : [])];
}

/** The place of a column's first tag. */
export function placeInSchema(columns: readonly Column[], index: number): number {
  return columns.slice(0, index).reduce((sum, column) => sum + cppColumns(column).length, 0);
}

/** A column's tag in `rf::Schema`. */
function cppColumn({ type, nullable, scalar }: Column, raw = false): string {
  if (scalar === 'index') return 'rf::RowNumber';
  const named = `rf::${schemaTag(type)}`;
  const plain = raw ? `rf::Raw<${named}>` : named;
  const tag = nullable ? `rf::Nullable<${plain}>` : plain;
  return scalar ? `rf::Scalar<${tag}>` : tag;
}
