import { type BigIntForm, formOf } from '../ir/bigint-range.js';
import type { Column } from '../ir/row-function.js';
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
      return core.lazy === 'bytes' ? 'rf::Bytes' : core.lazy ? 'rf::Split' : `rf::Array<${cppType(core.element)}>`;
    case 'boolean':
    case 'nothing':
      return 'bool';
  }
}

export function cppBigInt(form: BigIntForm): string {
  return { int64: 'std::int64_t', uint64: 'std::uint64_t', int128: 'rf::Int128' }[form];
}

/** A column's tag in `rf::Schema`. */
export function cppColumn({ type, nullable, scalar }: Column, raw = false): string {
  if (scalar === 'index') return 'rf::RowNumber';
  const named = `rf::${schemaTag(type)}`;
  const plain = raw ? `rf::Raw<${named}>` : named;
  const tag = nullable ? `rf::Nullable<${plain}>` : plain;
  return scalar ? `rf::Scalar<${tag}>` : tag;
}
