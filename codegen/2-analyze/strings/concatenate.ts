import type { ts } from '../../1-parse/syntax/ts.js';
import { unsupportedOperation } from '../../diagnostics/index.js';
import { arrayCall, elementType } from '../../ir/arrays.js';
import { concat, literal, onePiece } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { describeType, isVariant, mayBeAbsent } from '../../ir/type.js';
import { joinInLoop } from '../arrays/join.js';
import type { RowContext } from '../context/row-context.js';
import { byKind } from '../effects/variants.js';
import { asOperand } from '../heap/as-operand.js';

/**
 * A rope of more pieces would spill out of a GPU thread's registers, and a string doubled in a row grows without bound.
 */
export const maxPieces = 32;
/** The fewest new pieces that are copied without the parts that were copied before. */
const fewPieces = 8;

/** Returns the concatenation of any values, or undefined if something was reported. */
export function concatenate(parts: readonly Expression[], node: ts.Node, context: RowContext): Expression | undefined {
  const texts = parts.map((given) => {
    const part = asOperand(given, node, context);
    if (part && isVariant(part.type)) return byKind(part, (one) => concatenate([one], node, context), context);
    return part?.type.core.kind === 'array' ? joinedByCommas(part, node, context) : part;
  });
  if (!texts.every((text) => text !== undefined)) return undefined;
  let text = concat(texts);
  while (text.kind === 'concat' && piecesOf([text]) > maxPieces) text = concat(withCopies(text.parts));
  return text;
}

/**
 * Joins runs of parts in scratch memory, for a string with too many pieces. Parts that are no copies yet come first. In
 * a long chain of `+` each byte is then copied a logarithmic number of times, instead of once per 32 operands.
 */
function withCopies(parts: readonly Expression[]): readonly Expression[] {
  const copied = parts.findLastIndex(({ kind }) => kind === 'flatten') + 1;
  const isEnough = piecesOf(parts.slice(copied)) >= fewPieces;
  const from = isEnough ? copied : 0;
  return [...parts.slice(0, from), ...runsOf(parts.slice(from)).map((run) => onePiece(concat(run)))];
}

/** Groups the parts into runs that a rope can hold. */
function runsOf(parts: readonly Expression[]): readonly (readonly Expression[])[] {
  const runs: Expression[][] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (last && piecesOf([...last, part]) <= maxPieces) last.push(part);
    else runs.push([part]);
  }
  return runs;
}

function piecesOf(parts: readonly Expression[]): number {
  return parts.reduce((sum, { type: { core } }) => sum + (core.kind === 'string' ? core.pieces : 1), 0);
}

/** Returns the ToString of an array. */
function joinedByCommas(array: Expression, node: ts.Node, context: RowContext): Expression | undefined {
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
