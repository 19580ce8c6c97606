import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { isAssignment, ts } from '../../1-parse/syntax/ts.js';
import { isNewDate } from '../constants/new-date.js';
import type { RowContext } from '../context/row-context.js';
import { isResult, referencesTo } from '../syntax/array-variables.js';

/** True if a variable holds dates that no other variable can hold: each is made for it, and none is given away before the end. */
export function ownsItsDates(name: ts.Identifier, context: RowContext): boolean {
  const { parent } = name;
  if (!ts.isVariableDeclaration(parent) || !parent.initializer || !isNewDate(unwrap(parent.initializer), context))
    return false;
  return referencesTo(name, context.program.checker).every(
    (reference) => reference === name || isOwnUse(reference, name, context),
  );
}

function isOwnUse(reference: ts.Identifier, name: ts.Identifier, context: RowContext): boolean {
  const { parent } = reference;
  // The value of an assignment, `const other = (date = new Date(0))`, would be another name.
  if (ts.isBinaryExpression(parent) && isAssignment(parent.operatorToken.kind))
    return (
      parent.left === reference && isNewDate(unwrap(parent.right), context) && ts.isExpressionStatement(parent.parent)
    );
  return isAsked(reference, context) || isResult(reference, name);
}

/** True for `date.getTime()`, `date.setTime(0)`, `new Date(date)`, `date - other` and `+date`, which give the date no other name. */
function isAsked(reference: ts.Identifier, context: RowContext): boolean {
  const { parent } = reference;
  if (ts.isPropertyAccessExpression(parent))
    return ts.isCallExpression(parent.parent) && parent.parent.expression === parent;
  if (ts.isNewExpression(parent)) return isNewDate(parent, context);
  if (ts.isPrefixUnaryExpression(parent)) return true;
  return ts.isBinaryExpression(parent) && readingOperators.has(parent.operatorToken.kind);
}

const { SyntaxKind } = ts;
const readingOperators: ReadonlySet<ts.SyntaxKind> = new Set<ts.SyntaxKind>([
  SyntaxKind.LessThanToken,
  SyntaxKind.LessThanEqualsToken,
  SyntaxKind.GreaterThanToken,
  SyntaxKind.GreaterThanEqualsToken,
  SyntaxKind.MinusToken,
  SyntaxKind.AsteriskToken,
  SyntaxKind.SlashToken,
  SyntaxKind.PercentToken,
]);
