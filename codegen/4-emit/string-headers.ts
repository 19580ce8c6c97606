import type { Expression, StringOperation } from '../ir/expression.js';
import { allExpressions, forEachStatement } from '../ir/rewrite.js';
import type { RowFunction } from '../ir/row-function.js';

/** Headers of operations that not every row function has, relative to the row library's folder. */
const operationHeaders: Readonly<Partial<Record<StringOperation, string>>> = {
  toUpperCase: 'string/case_map.hpp',
  toLowerCase: 'string/case_map.hpp',
  charCodeAt: 'string/char_code.hpp',
  codePointAt: 'string/char_code.hpp',
  isWellFormed: 'string/well_formed.hpp',
  toWellFormed: 'string/well_formed.hpp',
  padStart: 'string/padded.hpp',
  padEnd: 'string/padded.hpp',
  repeat: 'string/repeated.hpp',
};

/** What the string operations of a row function need, each once, in order. */
export function stringHeaders({ body, variables, input, output, reductions, folds }: RowFunction): readonly string[] {
  const windows = variables.some(({ column }) => column !== undefined && input[column]?.window)
    ? ['array/window.hpp', ...(reductions || folds ? ['rolling/streamed.hpp'] : [])]
    : [];
  const lists = variables.some(({ column }) => column !== undefined && input[column]?.element)
    ? ['array/array.hpp']
    : [];
  const sorts: string[] = [];
  forEachStatement(body, ({ kind }) => {
    if (kind === 'sort') sorts.push('array/sort.hpp');
  });
  const written = output.some(({ element }) => element) ? ['array/array.hpp', 'array/put_list.hpp'] : [];
  return [
    ...new Set([...lists, ...windows, ...sorts, ...written, ...allExpressions(body).flatMap((e) => headerOf(e) ?? [])]),
  ].sort();
}

function headerOf(e: Expression): string | undefined {
  if (e.kind === 'string-call') return operationHeaders[e.operation];
  if (e.kind === 'to-number' && e.operand.type.core.kind === 'string') return 'number/parse_number.hpp';
  if (e.kind === 'replace') return 'string/replaced.hpp';
  if (e.kind === 'split') return 'array/split.hpp';
  if (e.kind === 'new-array') return 'array/array.hpp';
  if (e.kind === 'array-call') return e.operation === 'join' ? 'array/join.hpp' : 'array/array.hpp';
  return e.kind === 'code-string' ? 'string/from_codes.hpp' : undefined;
}
