import type { ConstantPattern } from '../../ir/constant-value.js';
import type { Match, MatchPart, NextMatch, PatternCall, PatternReplace } from '../../ir/expression.js';
import { type CompiledPattern, isRefusal } from '../../regex/compile-pattern.js';
import { layoutMembers } from '../../regex/image/layout.js';
import { compiledPattern } from '../../regex/known-patterns.js';
import { snakeCase } from '../../regex/pattern-type.js';
import { wrapped } from '../cpp/wrapped.js';
import type { RowScope } from '../scope/row-scope.js';
import type { Tables } from '../scope/tables.js';
import type { EmitText } from './code.js';

/** Emits `test`, `search`, `split`, and `match` with the flag `g`. */
export function emitPatternCall(
  { operation, pattern, subject, limit }: PatternCall,
  emit: EmitText,
  scope: RowScope,
): string {
  const compiled = compiledOf(pattern);
  const { test, first } = compiled.engines;
  const arena = {
    test: () => arenaFor(test, scope),
    search: () => arenaFor(first, scope),
    split: () => useArena(scope),
    matches: () => useArena(scope),
  }[operation]();
  const operands = [...arena, emit(subject), ...(limit ? [emit(limit)] : [])];
  return `rf::${functions[operation]}<${patternType(compiled, scope.tables)}>(${operands.join(', ')})`;
}

const functions: Readonly<Record<PatternCall['operation'], string>> = {
  test: 'test_pattern',
  search: 'search_pattern',
  split: 'split_by',
  matches: 'matches_of',
};

export function emitPatternReplace(
  { pattern, subject, replacement }: PatternReplace,
  emit: EmitText,
  scope: RowScope,
): string {
  const type = patternType(compiledOf(pattern), scope.tables);
  const occurrences = `rf::Occurrences::${pattern.flags.includes('g') ? 'all' : 'first'}`;
  const operands = [...useArena(scope), emit(subject), emit(replacement)];
  return `rf::replace_pattern<${type}, ${occurrences}>(${operands.join(', ')})`;
}

export function emitMatch({ pattern, subject, isFirstOfAll }: Match, emit: EmitText, scope: RowScope): string {
  const compiled = compiledOf(pattern);
  const type = patternType(compiled, scope.tables);
  if (isFirstOfAll) return `rf::first_of_all<${type}>(${[...useArena(scope), emit(subject)].join(', ')})`;
  return `rf::first_match<${type}>(${[...arenaFor(compiled.engines.first, scope), emit(subject)].join(', ')})`;
}

export function emitNextMatch({ operand }: NextMatch, emit: EmitText): string {
  return `${emit(operand)}.next()`;
}

export function emitMatchPart({ operand, part }: MatchPart, emit: EmitText): string {
  const match = emit(operand);
  if (part === 0) return `${match}.whole()`;
  return typeof part === 'number' ? `${match}.group(${part})` : `${match}.${part}()`;
}

function compiledOf({ source, flags }: ConstantPattern): CompiledPattern {
  const compiled = compiledPattern(source, flags);
  if (isRefusal(compiled)) throw new Error('the analysis refuses patterns that cannot be compiled');
  return compiled;
}

/** Returns the arena as an operand, if an engine needs memory. */
function arenaFor(engine: CompiledPattern['engines']['test'], scope: RowScope): readonly string[] {
  return engine === 'two passes' ? useArena(scope) : [];
}

function useArena({ locals }: RowScope): readonly string[] {
  locals.useArena();
  return ['arena'];
}

/** Returns the name of the type of a pattern, whose tables are defined at the top of the header. */
function patternType({ source, flags, layout, image }: CompiledPattern, tables: Tables): string {
  return tables.addPattern({ kind: 'pattern', source, flags }, (name) => {
    const table = tables.add(`${name}_image`, 'std::uint32_t', wordsOf(image));
    const members = layoutMembers.map((member) => `.${snakeCase(member)} = ${layout[member]}`);
    return [
      `struct ${name} {`,
      '  RF_HD static constexpr rf::regex::Layout layout() {',
      wrapped('return {', members, '};', '    '),
      '  }',
      `  RF_HD static RF_INLINE char const* image() { return reinterpret_cast<char const*>(${table}::data()); }`,
      '};',
    ];
  });
}

/** Returns the words of an image as C++ literals. */
function wordsOf(image: Uint8Array): readonly string[] {
  const words = new DataView(image.buffer, image.byteOffset, image.byteLength);
  return Array.from(
    { length: image.byteLength / 4 },
    (_, place) => `0x${words.getUint32(4 * place, true).toString(16)}`,
  );
}
