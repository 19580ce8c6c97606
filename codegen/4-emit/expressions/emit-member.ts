import { chooseSearch, type KeySearch, type Search } from '../../3-plan/lookups/membership.js';
import type { Find, Member } from '../../ir/expression.js';
import { intType, mayBeAbsent } from '../../ir/type.js';
import { cppString, unsigned64 } from '../cpp/cpp-literals.js';
import { cppBigInt } from '../cpp/cpp-types.js';
import type { Tables } from '../scope/tables.js';
import { atom, type Code, comparison } from './code.js';
import { emitConstant } from './emit-literal.js';
import { emitFind } from './emit-lookup.js';

/** Emits a test of membership; `operand` is the C++ of the operand. */
export function emitMember(e: Member, operand: string, tables: Tables): Code {
  const search = chooseSearch(e);
  const isDouble = e.operand.type.core.kind === 'number' && e.operand.type.core.form === 'double';
  switch (search.kind) {
    case 'each':
      return atom(
        e.elements.length === 0 ? 'false' : `rf::one_of(${[operand, ...e.elements.map(emitConstant)].join(', ')})`,
      );
    case 'sizes':
      return atom(emitSizes(e, operand));
    case 'found': {
      const { operand: of, elements: keys, constant } = e;
      const searched: Find = { kind: 'find', operand: of, keys, constant, type: intType };
      return comparison(atom(emitFind(searched, operand, tables)), '>=', atom('0'));
    }
    default:
      return atom(`rf::member<${[keysType(search, e, tables), ...also(e, isDouble)].join(', ')}>(${operand})`);
  }
}

/** Returns the flags for NaN, null and undefined in the list, which are not among the keys of the search. */
function also({ operand, elements }: Member, isDouble: boolean): readonly string[] {
  const flags = [
    ...(isDouble && elements.some(Number.isNaN) ? ['rf::also_nan'] : []),
    ...(mayBeAbsent(operand.type) && elements.includes(null) ? ['rf::also_null'] : []),
    ...(mayBeAbsent(operand.type) && elements.includes(undefined) ? ['rf::also_undefined'] : []),
  ];
  return flags.length > 0 ? [flags.join(' | ')] : [];
}

function keysType(search: Extract<Search, { kind: 'keys' | 'narrowed' }>, e: Member, tables: Tables): string {
  const type = keySearchType(search.search);
  const isLegible = search.search.kind === 'none' || search.search.kind === 'compare';
  const named = (keys: string) => tables.addKeys(e.constant ?? 'keys', keys, e.elements);
  const shown = (keys: string) => (isLegible ? keys : named(keys));
  if (search.kind === 'narrowed') return shown(`rf::NarrowedKeys<${cppBigInt(search.form)}, ${type}>`);
  return search.keys === 'double bits' ? named(`rf::DoubleBits<${type}>`) : shown(type);
}

function keySearchType(search: KeySearch): string {
  const list = (values: readonly bigint[]) => values.map(unsigned64).join(', ');
  switch (search.kind) {
    case 'none':
      return 'rf::NoKeys';
    case 'compare':
      return `rf::ComparedKeys<${list(search.keys)}>`;
    case 'mask':
      return `rf::MaskedKeys<${list([search.base, ...search.words])}>`;
    case 'hash':
      return `rf::HashedKeys<${list([search.base, search.multiplier, BigInt(search.bits), ...search.slots])}>`;
    case 'wide hash':
      return `rf::HashedWideKeys<${list([search.multiplier, BigInt(search.bits), ...search.slots])}>`;
    case 'displaced hash':
      return `rf::DisplacedKeys<rf::Displacements<${search.displacements.join(', ')}>, rf::Slots<${list(search.slots)}>>`;
  }
}

/** Emits a switch over the size in bytes, with the strings of one size per case. */
function emitSizes(e: Member, operand: string): string {
  const bySize = new Map<number, string[]>();
  for (const element of e.elements) {
    if (typeof element !== 'string') continue;
    const size = Buffer.byteLength(element);
    bySize.set(size, [...(bySize.get(size) ?? []), cppString(element)]);
  }
  const cases = [...bySize]
    .sort(([a], [b]) => a - b)
    .map(([size, strings]) => `    case ${size}: return rf::one_of(text, ${strings.join(', ')});\n`);
  const flags = also(e, false)[0] ?? '0';
  return `rf::member_text<${flags}>(${operand}, [](rf::View text) {\n  switch (rf::well_formed_size(text)) {\n${cases.join('')}    default: return false;\n  }\n})`;
}
