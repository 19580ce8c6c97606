import type { ElementType } from '../../../schema/columns.js';
import { newline } from '../../1-parse/lines.js';
import { type BigIntForm, formOf } from '../../ir/bigint-range.js';
import { type Column, hasBytes, passedColumn } from '../../ir/row-function.js';
import { type Core, mayBeAbsent, type Type } from '../../ir/type.js';
import { schemaTag } from './arrow-type-name.js';

/** Returns the C++ type of a value. */
export function cppType(type: Type): string {
  const core = cppCore(type.core);
  return mayBeAbsent(type) ? `rf::Maybe<${core}>` : core;
}

export function cppCore(core: Core): string {
  switch (core.kind) {
    case 'string':
      return core.pieces === 1 ? 'rf::View' : `rf::Rope<${core.pieces}>`;
    case 'number':
      return { int: 'std::int32_t', long: 'std::int64_t', position: 'rf::Position', double: 'double' }[core.form];
    case 'bigint':
      return cppBigInt(formOf(core.range));
    case 'array':
      return cppArray(core);
    case 'match':
      // Its type has the tables of the pattern, and only its initializer names them.
      return 'auto';
    case 'reference':
      return `${core.to.root.name}*`;
    case 'variant':
      return `rf::Variant<${core.of.map(cppCore).join(', ')}>`;
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
  if (!lazy) return `rf::Array<${cppType(element)}>`;
  return lazy.startsWith('window<') ? `rf::WindowOf<${cppStored(lazy)}>` : `rf::List<${cppStored(lazy)}>`;
}

/** Returns the tag of the elements of `list<nullable int32>`, say. */
function cppStored(list: string): string {
  const [, raw, mark, stored = ''] = /^(?:list|window)<(raw )?(nullable |required )?(.+)>$/.exec(list) ?? [];
  const type = stored as ElementType['type'];
  const inner = stored.startsWith('list<') ? `rf::Nested<${cppStored(stored)}>` : cppPlain(type, raw !== undefined);
  return mark === undefined ? inner : mark === 'nullable ' ? `rf::Nullable<${inner}>` : `rf::Required<${inner}>`;
}

/** Returns the tag of the elements of a list. If `whole` is true, nulls of required fields are read and written, too. */
export function cppElement({ type, nullable, required, element }: ElementType, raw: boolean, whole: boolean): string {
  const tag = element ? `rf::Nested<${cppElement(element, raw, whole)}>` : cppPlain(type, raw);
  if (required && !whole) return `rf::Required<${tag}>`;
  return nullable ? `rf::Nullable<${tag}>` : tag;
}

function cppPlain(type: ElementType['type'], raw: boolean): string {
  return raw ? `rf::Raw<rf::${schemaTag(type)}>` : `rf::${schemaTag(type)}`;
}

/**
 * Returns a column's tags in `rf::Schema`. A list has several: the bytes of its elements; for text and bytes, the start of each (in a
 * result its length); and, if there may be nulls among them, one byte per element. A list of lists has the parts of the inner elements
 * first, then the start of each inner list (in a result its size). A window has one tag, which says its rows.
 */
export function cppColumns(column: Column, raw = false): readonly string[] {
  const { element, window } = column;
  // There are no windows of lists: nothing reads such a column.
  if (element?.element && window) return cppColumns(passedColumn(column), raw);
  if (element && window) {
    const tag = cppElement(element, raw, true);
    return [
      window === 'bounds' ? `rf::Whole<${tag}>` : `rf::Windowed<${tag}, ${window.preceding}, ${window.following}>`,
    ];
  }
  if (!element) return [cppColumn(column, raw)];
  const values = cppColumn({ ...column, type: 'binary' });
  return [values, ...Array.from({ length: partsOf(element) - 1 }, () => 'rf::Binary')];
}

function partsOf({ type, nullable, element }: ElementType): number {
  const own = element ? partsOf(element) + 1 : hasBytes({ type }) ? 2 : 1;
  return own + (nullable ? 1 : 0);
}

/** Returns the tag of text that is cut into rows: at newlines, or at the bytes of another separator. */
function cppLine(separator: string): string {
  if (separator === newline) return 'rf::Line';
  const bytes = [...new TextEncoder().encode(separator)].map((byte) => `'\\x${byte.toString(16).padStart(2, '0')}'`);
  return `rf::SeparatedBy<${bytes.join(', ')}>`;
}

/** Returns the tag of a column that has only one. */
function cppColumn({ type, nullable, scalar, separator }: Column, raw = false): string {
  if (scalar === 'index') return 'rf::RowNumber';
  if (separator !== undefined) return cppLine(separator);
  const named = `rf::${schemaTag(type)}`;
  const plain = raw ? `rf::Raw<${named}>` : named;
  const tag = nullable ? `rf::Nullable<${plain}>` : plain;
  return scalar ? `rf::Scalar<${tag}>` : tag;
}
