import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { literal, onePiece, require } from '../../ir/build.js';
import { isPattern } from '../../ir/constant-value.js';
import type { Expression } from '../../ir/expression.js';
import { execute, matchPart, newSearch, setLastIndex } from '../../ir/patterns.js';
import { matchType } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import type { RowContext } from '../context/row-context.js';
import { keepExpression } from '../effects/effects.js';
import { withOwnText } from '../effects/stored-value.js';
import { type ConstantReference, knownValue } from '../values/constant-reference.js';

/** True for an expression that makes a new object at each evaluation: `/[a-z]/` and `new RegExp(text)`. */
export function makesPattern(expression: ts.Expression): boolean {
  const node = unwrap(expression);
  return ts.isRegularExpressionLiteral(node) || ts.isNewExpression(node);
}

/** Returns a reference to a regular expression with a variable for its searches, if the expression makes a new one. */
export function withSearch(
  reference: ConstantReference,
  expression: ts.Expression,
  context: RowContext,
): ConstantReference {
  const constant = knownValue(reference)?.value;
  if (!makesPattern(expression) || !isPattern(constant)) return reference;
  const search = context.variables.temporary('search', matchType(constant), true);
  const { line } = context.effects;
  context.effects.push({ kind: 'declare', variable: search, value: newSearch(constant), line });
  return { ...reference, search };
}

/** A search for the next match, and the text in which it was found. */
export interface Searched {
  /** The match, until the next search. */
  readonly match: Expression;
  readonly text: Expression;
}

/** Searches from `lastIndex` on: ECMA-262, 22.2.7.2. */
export function searchOn(search: VariableId, subject: Expression, context: RowContext): Searched {
  // A search knows its text again by its place in memory, so that place must hold no other text later.
  const text = keepExpression(withOwnText(onePiece(require(subject))), 'text', context);
  const match = context.variables.read(search);
  const { line } = context.effects;
  context.effects.push({ kind: 'assign', variable: search, value: execute(match, text), line });
  return { match, text };
}

/** Returns `lastIndex`. */
export function lastIndex(search: VariableId, context: RowContext): Expression {
  return matchPart(context.variables.read(search), 'lastIndex');
}

/** Assigns `lastIndex`. */
export function assignLastIndex(search: VariableId, value: Expression, context: RowContext): void {
  const { line } = context.effects;
  const moved = setLastIndex(context.variables.read(search), value);
  context.effects.push({ kind: 'assign', variable: search, value: moved, line });
}

/** Begins again at the start of the next text, as methods of strings do with the flag `g`. */
export function beginAgain(search: VariableId | undefined, context: RowContext): void {
  if (search !== undefined) assignLastIndex(search, literal(0), context);
}
