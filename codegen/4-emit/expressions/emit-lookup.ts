import { chooseFinding, type KeyFinding, specialIndices, type TextFinding } from '../../3-plan/lookups/lookup.js';
import { formOf, hull } from '../../ir/bigint-range.js';
import type { Find, Pick } from '../../ir/expression.js';
import { type Core, mayBeAbsent } from '../../ir/type.js';
import { cppBigIntLiteral, cppNumber, toWtf8, unsigned64 } from '../cpp/cpp-literals.js';
import { cppBigInt } from '../cpp/cpp-types.js';
import type { Tables } from '../scope/tables.js';
import { emitConstant } from './emit-literal.js';

/** Emits the index of a key, or -1; `operand` is the C++ of the operand. */
export function emitFind(e: Find, operand: string, tables: Tables): string {
  tables.useLookups();
  const finding = chooseFinding(e);
  if (e.keys.length === 0) return '-1';
  if (finding.kind === 'each') return `rf::place_among(${[operand, ...e.keys.map(emitConstant)].join(', ')})`;
  const { constant = 'keys' } = e;
  const withKeys = (type: string) => tables.addKeys(constant, type, e.keys);
  const search = keyFinding(finding.finding, constant, tables);
  const isLegible = legible.has(finding.finding.kind);
  const special = specialIndices(e.keys);
  const args = [special.nan, special.null, special.undefined];
  while (args.at(-1) === -1) args.pop();
  switch (finding.kind) {
    case 'keys':
      if (finding.keys === 'double bits') return call(withKeys(`rf::DoubleBits<${search}>`));
      return call(shown(search));
    case 'narrowed':
      return call(shown(`rf::FindsNarrowed<${cppBigInt(finding.form)}, ${search}>`));
    case 'text hash':
      return call(withKeys(textFinding(finding, search, constant, tables)));
  }

  function shown(type: string): string {
    return isLegible ? type : withKeys(type);
  }

  function call(type: string): string {
    return `rf::find<${[type, ...args].join(', ')}>(${operand})`;
  }
}

/** Returns the type of a search for strings: those of one ASCII character in a table, all others by their hash. */
function textFinding(finding: TextFinding, search: string, constant: string, tables: Tables): string {
  const { texts, shortest, longest, units } = finding;
  const longer =
    finding.finding.kind === 'none'
      ? search
      : `rf::FindsText<${search}, ${textTable(`${constant}_texts`, texts, tables)}, ${shortest}, ${longest}>`;
  if (!units) return longer;
  return `rf::FindsUnit<${tables.add(`${constant}_units`, indexType(units), units.map(String))}, ${longer}>`;
}

/** The searches whose types have the keys as their arguments, or none. */
const legible: ReadonlySet<KeyFinding['kind']> = new Set(['none', 'compare', 'consecutive']);

/** Returns the type of a search. The names of its tables begin with `name`. */
function keyFinding(finding: KeyFinding, name: string, tables: Tables): string {
  const list = (values: readonly bigint[]) => values.map(unsigned64).join(', ');
  const indices = (values: readonly number[]) => tables.add(`${name}_indices`, indexType(values), values.map(String));
  switch (finding.kind) {
    case 'none':
      return 'rf::FindsNothing';
    case 'compare':
      return `rf::FindsCompared<${list(finding.keys)}>`;
    case 'consecutive':
      return `rf::FindsConsecutive<${unsigned64(finding.base)}, ${finding.count}>`;
    case 'dense':
      return `rf::FindsDense<${unsigned64(finding.base)}, ${indices(finding.indices)}>`;
    case 'hash': {
      const displacements = tables.add(`${name}_displacements`, 'std::uint16_t', finding.displacements.map(String));
      const slots = tables.add(`${name}_slots`, 'std::uint64_t', finding.slots.map(unsigned64));
      return `rf::FindsHashed<${displacements}, ${slots}, ${indices(finding.indices)}>`;
    }
    case 'sorted':
      return `rf::FindsSorted<${tables.add(`${name}_sorted`, 'std::uint64_t', finding.keys.map(unsigned64))}, ${indices(finding.indices)}>`;
  }
}

/** Returns the narrowest type for indices, some of which may be -1. */
function indexType(indices: readonly number[]): string {
  const greatest = indices.reduce((most, index) => Math.max(most, index), 0);
  if (greatest < 2 ** 7) return 'std::int8_t';
  return greatest < 2 ** 15 ? 'std::int16_t' : 'std::int32_t';
}

/** Emits the constant at an index; `index` is the C++ of the index. */
export function emitPick(e: Pick, index: string, tables: Tables): string {
  tables.useLookups();
  const { core } = e.type;
  const name = e.constant ?? kinds[core.kind];
  const table = valueTable(e, core, name, tables);
  const absent = e.values.map((value) => (value === null ? '1' : value === undefined ? '2' : '0'));
  if (!mayBeAbsent(e.type)) return `rf::pick_present<${table}>(${index})`;
  if (absent.every((flag) => flag === '0')) return `rf::pick<${table}>(${index})`;
  return `rf::pick<${table}, ${tables.add(`${name}_absent`, 'std::uint8_t', absent)}>(${index})`;
}

/** The names of tables of constants without a name. */
const kinds: Readonly<Record<Core['kind'], string>> = {
  string: 'texts',
  number: 'numbers',
  bigint: 'bigints',
  boolean: 'flags',
  nothing: 'flags',
  array: 'lists',
  match: 'matches',
  reference: 'objects',
  variant: 'values',
};

function valueTable({ values }: Pick, core: Core, name: string, tables: Tables): string {
  switch (core.kind) {
    case 'string':
      return textTable(
        name,
        values.map((value) => (typeof value === 'string' ? value : '')),
        tables,
      );
    case 'number': {
      const form = core.form === 'int' ? 'int' : 'double';
      const numbers = values.map((value) => cppNumber(typeof value === 'number' ? value : 0, form));
      return tables.add(name, form === 'int' ? 'std::int32_t' : 'double', numbers);
    }
    case 'bigint': {
      const form = formOf(hull(core.range));
      const literals = values.map((value) => cppBigIntLiteral(typeof value === 'bigint' ? value : 0n, form));
      return tables.add(name, cppBigInt(form), literals);
    }
    default:
      return tables.add(
        name,
        'bool',
        values.map((value) => String(value === true)),
      );
  }
}

/** Returns the type of a table of strings: their bytes, and the end of each. */
function textTable(name: string, texts: readonly string[], tables: Tables): string {
  const encoded = texts.map(toWtf8);
  let end = 0;
  const ends = encoded.map(({ length }) => {
    end += length;
    return end;
  });
  const bytes = tables.addBytes(name, encoded);
  const flags = encoded.every((text) => text.every((byte) => byte < 0x80))
    ? 'rf::View::ascii'
    : texts.every((text) => text.isWellFormed())
      ? '0'
      : 'rf::View::surrogates';
  return `rf::Texts<${bytes}, ${tables.add(`${name}_ends`, 'std::uint32_t', ends.map(String))}, ${flags}>`;
}
