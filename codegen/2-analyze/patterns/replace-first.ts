import type { ts } from '../../1-parse/syntax/ts.js';
import { concat, literal, onePiece, require, stringCall } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { match, matchPart } from '../../ir/patterns.js';
import { oneOf } from '../choices/either.js';
import { narrow } from '../context/flow.js';
import type { RowContext } from '../context/row-context.js';
import { keepExpression, visitBranch } from '../effects/effects.js';
import type { Value } from '../values/value.js';
import type { Pattern } from './pattern.js';

/**
 * Compiles a replacement of the first match: the text before it, the replacement and the text behind it, which are written where they are.
 *
 * @param replacementOf Returns the replacement of the match in the text. It is called once, and its side effects happen only if there is one.
 */
export function replaceFirst(
  pattern: Pattern,
  subject: Expression,
  node: ts.Node,
  context: RowContext,
  replacementOf: (match: Expression, text: Expression) => Expression | undefined,
): Value | undefined {
  const text = keepExpression(onePiece(require(subject)), 'text', context);
  const found = keepExpression(match(pattern.constant, text, false), 'match', context);
  const isFound = matchPart(found, 'found');
  const replaced = (): Expression | undefined => {
    const value = replacementOf(found, text);
    if (!value || !context.flow) return undefined;
    const head = stringCall('slice', text, literal(0), matchPart(found, 'start'));
    return concat([head, value, stringCall('slice', text, matchPart(found, 'end'))]);
  };
  const flow = context.flow ?? new Map();
  const whenFound = visitBranch(narrow(flow, isFound, true), replaced, context);
  const otherwise = visitBranch(narrow(flow, isFound, false), () => text, context);
  return oneOf(isFound, whenFound, otherwise, node, context);
}
