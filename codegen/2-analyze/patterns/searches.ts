import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { nodesIn } from '../../1-parse/syntax/nodes-in.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { literal, onePiece, require } from '../../ir/build.js';
import { type ConstantPattern, type ConstantValue, isComposite, isPattern } from '../../ir/constant-value.js';
import type { Expression } from '../../ir/expression.js';
import { execute, matchPart, newSearch, setLastIndex } from '../../ir/patterns.js';
import { matchType } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import { evaluateName } from '../constants/evaluate-constant.js';
import type { RowContext } from '../context/row-context.js';
import { keepExpression } from '../effects/effects.js';
import { withOwnText } from '../effects/stored-value.js';
import { type ConstantReference, knownValue } from '../values/constant-reference.js';

/** True for an expression of a regular expression that makes a new one at each evaluation: `/[a-z]/` and `new RegExp(text)`. */
export function makesPattern(expression: ts.Expression): boolean {
  const node = unwrap(expression);
  return ts.isRegularExpressionLiteral(node) || ts.isNewExpression(node);
}

/**
 * Declares a variable for the searches of each regular expression that an expression makes: of a literal, or of the literals with `g` or
 * `y` in an array or object of constants.
 */
export function declareSearches(reference: ConstantReference, expression: ts.Expression, context: RowContext): void {
  const found = knownValue(reference);
  if (!found) return;
  const isOne = isPattern(found.value) && makesPattern(expression);
  const others = new Set(isOne ? [] : namedIn(expression, context).flatMap(patternsIn));
  for (const pattern of isOne || isWritten(expression) ? patternsIn(found.value) : []) {
    if (isOne || (isStateful(pattern) && !others.has(pattern))) declareSearch(pattern, context);
  }
}

function declareSearch(pattern: ConstantPattern, context: RowContext): void {
  const search = context.variables.temporary('search', matchType(pattern), true);
  context.searches.set(pattern, search);
  const { line } = context.effects;
  context.effects.push({ kind: 'declare', variable: search, value: newSearch(pattern), line });
}

/** True for an array, object, `Map` or `Set` that is written out. */
function isWritten(expression: ts.Expression): boolean {
  const node = unwrap(expression);
  return ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node) || ts.isNewExpression(node);
}

/** Returns the constants that an expression names. They are made elsewhere. */
function namedIn(expression: ts.Expression, { program }: RowContext): readonly ConstantValue[] {
  return [...nodesIn(expression)].flatMap((node) => {
    const named = ts.isIdentifier(node) ? evaluateName(node, program) : undefined;
    return named ? [named.value] : [];
  });
}

/** Returns the regular expressions in a constant. */
function patternsIn(value: ConstantValue): readonly ConstantPattern[] {
  if (!isComposite(value)) return [];
  if (value.kind === 'pattern') return [value];
  if ('elements' in value) return value.elements.flatMap(patternsIn);
  return value.entries.flatMap(([, part]) => patternsIn(part));
}

/** True if searches with a regular expression go on from its `lastIndex`. */
export function isStateful({ flags }: ConstantPattern): boolean {
  return flags.includes('g') || flags.includes('y');
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
