import type { RowFunction } from '../../ir/row-function.js';
import { newRowScope } from '../scope/row-scope.js';
import { emitStatements } from '../statements/emit-statements.js';
import { type EmittedFold, emitFold } from './folds.js';
import { intrinsicHeaders, operationHeaders } from './headers.js';
import { emitInputColumns } from './input-columns.js';
import { type EmittedReduction, emitReduction } from './reductions.js';

/** The C++ of a row function. */
export interface RowBody {
  /** The body of the functor's call operator, at the indentation of the file. */
  readonly body: string;
  /** True if the body builds strings or arrays in the arena. */
  readonly usesArena: boolean;
  /** The definitions of its constant tables. */
  readonly tables: readonly string[];
  /** The headers that it needs besides the row library's common part, relative to the library's folder. */
  readonly headers: readonly string[];
  /** Its loops over windows, which are structs of their own. */
  readonly folds: readonly EmittedFold[];
  /** The reductions of windows, which run before it. */
  readonly reductions: readonly EmittedReduction[];
}

export function emitRowBody(fn: RowFunction): RowBody {
  const scope = newRowScope(fn);
  const { names, locals, tables } = scope;
  const statements = emitStatements(fn.body, 2, scope);
  // Control reaches the end of the functor without it.
  const body = statements.at(-1) === '    return;' ? statements.slice(0, -1) : statements;
  return {
    body: [...emitInputColumns(fn, names), ...locals.declarations(), ...body].join('\n'),
    folds: (fn.folds ?? []).map((fold, place) => emitFold(fold, place, scope)),
    reductions: (fn.reductions ?? []).map((reduction, place) => emitReduction(reduction, place, scope)),
    usesArena: locals.usesArena,
    tables: tables.definitions(),
    headers: [...new Set([...locals.headers(), ...intrinsicHeaders(fn), ...tables.headers(), ...operationHeaders(fn)])],
  };
}
