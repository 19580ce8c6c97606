import type { ts } from '../1-parse/ts.js';
import { tooManyPieces, unsupportedOperation } from '../diagnostics/index.js';
import { arrayCall, elementType } from '../ir/arrays.js';
import { concat, literal } from '../ir/build.js';
import type { Expression } from '../ir/expression.js';
import { describeType, mayBeAbsent } from '../ir/type.js';
import { joinInLoop } from './array-join.js';
import type { RowContext } from './row-context.js';

/** A rope of more pieces would spill out of a GPU thread's registers, and a string doubled in a row grows without bound. */
export const maxPieces = 32;

/** The concatenation of any values, unless it has too many pieces. */
export function concatenate(parts: readonly Expression[], node: ts.Node, context: RowContext): Expression | undefined {
  const texts = parts.map((part) => (part.type.core.kind === 'array' ? joinedByCommas(part, node, context) : part));
  if (!texts.every((text) => text !== undefined)) return undefined;
  const result = concat(texts);
  const { core } = result.type;
  const count = core.kind === 'string' ? core.pieces : 1;
  return count <= maxPieces ? result : context.report(node, (span) => tooManyPieces(span, { count, limit: maxPieces }));
}

/** What ToString makes of an array. */
export function joinedByCommas(array: Expression, node: ts.Node, context: RowContext): Expression | undefined {
  if (!mayBeAbsent(array.type)) {
    return elementType(array.type).core.kind === 'string'
      ? arrayCall('join', array, literal(','))
      : joinInLoop(array, literal(','), node, context);
  }
  return context.report(node, (span) =>
    unsupportedOperation(span, {
      operation: 'Conversion to text',
      operands: `an array of ${describeType(elementType(array.type))}`,
      advice: "Say how its elements are written: `array.map((x) => String(x)).join(',')`.",
    }),
  );
}
