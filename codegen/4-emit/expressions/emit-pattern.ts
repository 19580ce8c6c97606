import type { ConstantPattern } from '../../ir/constant-value.js';
import type {
  Execute,
  Match,
  MatchPart,
  NewSearch,
  NextMatch,
  PatternCall,
  PatternReplace,
  SetLastIndex,
} from '../../ir/expression.js';
import { isLazy } from '../../ir/type.js';
import { type CompiledPattern, isRefusal } from '../../regex/compile-pattern.js';
import { compiledPattern } from '../../regex/known-patterns.js';
import { imageWords, patternType } from '../../regex/pattern-type.js';
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
  const { test, first, all } = compiled.engines;
  const arena = {
    test: () => arenaFor(test, scope),
    search: () => arenaFor(first, scope),
    'part count': () => arenaFor(all, scope),
    'match count': () => arenaFor(all, scope),
    split: () => useArena(scope),
    matches: () => useArena(scope),
  }[operation]();
  const operands = [...arena, emit(subject), ...(limit ? [emit(limit)] : [])];
  return `rf::${functions[operation]}<${typeOf(compiled, scope.tables)}>(${operands.join(', ')})`;
}

const functions: Readonly<Record<PatternCall['operation'], string>> = {
  test: 'test_pattern',
  search: 'search_pattern',
  split: 'split_by',
  matches: 'matches_of',
  'part count': 'count_parts',
  'match count': 'count_matches',
};

export function emitPatternReplace(
  { pattern, subject, replacement, type: result }: PatternReplace,
  emit: EmitText,
  scope: RowScope,
): string {
  const type = typeOf(compiledOf(pattern), scope.tables);
  const occurrences = `rf::Occurrences::${pattern.flags.includes('g') ? 'all' : 'first'}`;
  const operands = [emit(subject), emit(replacement)];
  if (!isLazy(result))
    return `rf::replace_pattern<${type}, ${occurrences}>(${[...useArena(scope), ...operands].join(', ')})`;
  const isPlain =
    replacement.kind === 'literal' && typeof replacement.value === 'string' && !replacement.value.includes('$');
  const dollars = `rf::Dollars::${isPlain ? 'plain' : 'patterns'}`;
  return `rf::replace_matches<${[type, occurrences, dollars].join(', ')}>(${['out', ...operands].join(', ')})`;
}

export function emitMatch({ pattern, subject, isFirstOfAll, from }: Match, emit: EmitText, scope: RowScope): string {
  const compiled = compiledOf(pattern);
  const type = typeOf(compiled, scope.tables);
  if (isFirstOfAll) {
    const operands = [...useArena(scope), emit(subject), ...(from ? [emit(from)] : [])];
    return `rf::first_of_all<${type}>(${operands.join(', ')})`;
  }
  return `rf::first_match<${type}>(${[...arenaFor(compiled.engines.first, scope), emit(subject)].join(', ')})`;
}

export function emitNextMatch({ operand }: NextMatch, emit: EmitText): string {
  return `${emit(operand)}.next()`;
}

export function emitNewSearch({ pattern, subject }: NewSearch, emit: EmitText, scope: RowScope): string {
  const type = typeOf(compiledOf(pattern), scope.tables);
  return subject ? `rf::TextSearch<${type}>{${emit(subject)}}` : `rf::PatternSearch<${type}>{}`;
}

/** Emits `exec`, which changes the variable in place. */
export function emitExecute({ operand, subject, type }: Execute, emit: EmitText, scope: RowScope): string {
  if (type.core.kind !== 'match') throw new TypeError('a search holds a match');
  const { engines } = compiledOf(type.core.pattern);
  return `${emit(operand)}.exec(${[...arenaFor(engines.all, scope), emit(subject)].join(', ')})`;
}

export function emitSetLastIndex({ operand, value }: SetLastIndex, emit: EmitText): string {
  return `${emit(operand)}.set_last_index(${emit(value)})`;
}

export function emitMatchPart({ operand, part }: MatchPart, emit: EmitText): string {
  const match = emit(operand);
  if (part === 0) return `${match}.whole()`;
  if (part === 'lastIndex') return `${match}.last_index()`;
  if (typeof part === 'object') return `${match}.index_of(${part.register})`;
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
function typeOf(pattern: CompiledPattern, tables: Tables): string {
  const { source, flags } = pattern;
  return tables.addPattern({ kind: 'pattern', source, flags }, (name) => {
    const table = tables.add(`${name}_image`, 'std::uint32_t', imageWords(pattern));
    return patternType(name, table, pattern, wrapped);
  });
}
