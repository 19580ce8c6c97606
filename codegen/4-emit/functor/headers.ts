import type { Expression } from '../../ir/expression.js';
import { heapClassesOf } from '../../ir/heap/classes-of.js';
import { intrinsicOf } from '../../ir/intrinsics/index.js';
import type { PatternOperation } from '../../ir/operations/operators.js';
import { stringOperation } from '../../ir/operations/string-operations.js';
import { allExpressions, forEachStatement } from '../../ir/rewrite.js';
import type { RowFunction } from '../../ir/row-function.js';
import type { Statement } from '../../ir/statement.js';
import { type HeapKind, isLazy } from '../../ir/type.js';

/** Returns the headers of the built-in functions that a row function calls, sorted. */
export function intrinsicHeaders({ body, reductions = [] }: RowFunction): readonly string[] {
  const reduced = reductions.map(({ value }): Statement => ({ kind: 'evaluate', value, line: 0 }));
  return sorted(
    allExpressions([...body, ...reduced]).flatMap((e) => (e.kind === 'call' ? (intrinsicOf(e).header ?? []) : [])),
  );
}

/** Returns the headers of all other operations of a row function, and of the columns that it reads and writes, sorted. */
export function operationHeaders(fn: RowFunction): readonly string[] {
  const { body, variables, input, output, reductions, folds } = fn;
  const read = variables.flatMap(({ column }) => (column === undefined ? [] : (input[column] ?? [])));
  const sorts: string[] = [];
  forEachStatement(body, ({ kind }) => {
    if (kind === 'sort') sorts.push('array/sort.hpp');
    if (kind === 'machine') sorts.push('heap/calls.hpp');
  });
  return sorted([
    ...(read.some(({ element }) => element) ? ['array/array.hpp'] : []),
    ...(read.some(({ window }) => window)
      ? ['rolling/window_of.hpp', ...(reductions || folds ? ['rolling/streamed.hpp'] : [])]
      : []),
    ...(output.some(({ element }) => element) ? ['array/array.hpp', 'array/put_list.hpp'] : []),
    ...sorts,
    // A class that only types name has a header, too: an array may never hold the maps that it is declared with.
    ...heapClassesOf(fn).map(({ kind }) => `heap/${headerOfClass[kind]}.hpp`),
    ...allExpressions(body).flatMap((e) => headerOf(e) ?? []),
  ]);
}

const headerOfPattern: Readonly<Record<PatternOperation, string>> = {
  test: 'match.hpp',
  search: 'match.hpp',
  split: 'collect.hpp',
  matches: 'collect.hpp',
  'part count': 'count.hpp',
  'match count': 'count.hpp',
};

const headerOfClass: Readonly<Record<HeapKind, string>> = {
  array: 'shared_array',
  map: 'map',
  set: 'map',
  dictionary: 'dictionary',
  record: 'object',
};

function headerOf(e: Expression): string | undefined {
  if (e.kind === 'string-call') return stringOperation(e.operation).header;
  if (e.kind === 'to-number' && e.operand.type.core.kind === 'string') return 'number/text/parse_number.hpp';
  if (e.kind === 'replace') return 'string/lazy/replaced.hpp';
  if (e.kind === 'split') return 'array/split.hpp';
  if (e.kind === 'match') return e.isFirstOfAll ? 'pattern/all_matches.hpp' : 'pattern/match.hpp';
  if (e.kind === 'new-search') return e.subject ? 'pattern/text_search.hpp' : 'pattern/search.hpp';
  if (e.kind === 'pattern-replace') return isLazy(e.type) ? 'pattern/replaced.hpp' : 'pattern/replace.hpp';
  if (e.kind === 'pattern-call') return `pattern/${headerOfPattern[e.operation]}`;
  if (e.kind === 'new-array') return 'array/array.hpp';
  if (e.kind === 'array-call') return e.operation === 'join' ? 'array/join.hpp' : 'array/array.hpp';
  return e.kind === 'code-string' ? 'string/lazy/from_codes.hpp' : undefined;
}

function sorted(headers: readonly string[]): readonly string[] {
  return [...new Set(headers)].sort();
}
