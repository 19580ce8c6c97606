import type { RowFunction } from '../../ir/row-function.js';
import type { ColumnNames } from '../scope/column-names.js';
import { withoutIdleDirectives } from '../scope/line-directives.js';
import { newRowScope } from '../scope/row-scope.js';
import { Tables } from '../scope/tables.js';
import { emitStatements } from '../statements/emit-statements.js';
import { type EmittedFold, emitFold } from './folds.js';
import { intrinsicHeaders, operationHeaders } from './headers.js';
import { emitInputColumns } from './input-columns.js';
import { parameter } from './parameters.js';
import { type EmittedReduction, emitReduction } from './reductions.js';

/** The C++ of a row function. */
export interface RowBody {
  /** The body of the functor's call operator, at the indentation of the file. */
  readonly body: string;
  /** The declarations of the operator's parameters. */
  readonly row: string;
  readonly out: string;
  /** The names of the columns, of which those that are used have been asked for. */
  readonly inputs: ColumnNames;
  readonly outputs: ColumnNames;
  /** True if the body builds strings or arrays in the arena. */
  readonly usesArena: boolean;
  /** True if the body reads strings by index in loops. */
  readonly indexesText: boolean;
  /** The headers that it needs besides the row library's common part, relative to the library's folder. */
  readonly headers: readonly string[];
  /** Its loops over windows, which are structs of their own. */
  readonly folds: readonly EmittedFold[];
  /** The reductions of windows, which run before it. */
  readonly reductions: readonly EmittedReduction[];
}

/** The functions that verify claims. */
const claimHeaders = ['row/claimed_put.hpp', 'value/claimed.hpp'] as const;

/**
 * @param struct The name of the functor.
 * @param tables Gets the constant tables of the body.
 */
export function emitRowBody(fn: RowFunction, struct = '', tables = new Tables()): RowBody {
  const scope = newRowScope(fn, struct, tables);
  const { inputs, outputs, locals } = scope;
  const emitted = emitStatements(fn.body, 2, scope);
  const statements = fn.isAttempt ? emitted : withoutLastReturn(emitted);
  const lines = [...emitInputColumns(scope), ...locals.declarations(), ...statements];
  // The report of a broken claim names the line of its statement.
  const body = (fn.claims ? lines : withoutIdleDirectives(lines)).join('\n');
  return {
    body,
    row: parameter('auto const&', 'row', body),
    out: parameter('auto&', 'out', body),
    inputs,
    outputs,
    folds: (fn.folds ?? []).map((fold, place) => emitFold(fold, place, scope)),
    reductions: (fn.reductions ?? []).map((reduction, place) => emitReduction(reduction, place, scope)),
    usesArena: locals.usesArena,
    indexesText: locals.usesIndices,
    headers: [
      ...new Set([
        ...(fn.claims ? claimHeaders : []),
        ...locals.headers(),
        ...intrinsicHeaders(fn),
        ...tables.headers(),
        ...operationHeaders(fn),
      ]),
    ],
  };
}

/** Control reaches the end of the functor without a bare `return`. */
function withoutLastReturn(statements: readonly string[]): readonly string[] {
  const last = statements.at(-1) ?? '';
  return last === '    return;' || last.startsWith('#line') ? withoutLastReturn(statements.slice(0, -1)) : statements;
}
