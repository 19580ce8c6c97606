import type { ts } from '../1-parse/ts.js';
import { tooManyPieces } from '../diagnostics/index.js';
import { concat } from '../ir/build.js';
import type { Expression } from '../ir/expression.js';
import type { RowContext } from './row-context.js';

/** A rope of more pieces would spill out of a GPU thread's registers, and a string doubled in a row grows without bound. */
export const maxPieces = 32;

/** The concatenation of any values, unless it has too many pieces. */
export function concatenate(parts: readonly Expression[], node: ts.Node, context: RowContext): Expression | undefined {
  const result = concat(parts);
  const { core } = result.type;
  const count = core.kind === 'string' ? core.pieces : 1;
  return count <= maxPieces ? result : context.report(node, (span) => tooManyPieces(span, { count, limit: maxPieces }));
}
