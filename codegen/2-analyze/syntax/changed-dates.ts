import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { isAssignment, ts } from '../../1-parse/syntax/ts.js';
import { isResult, referencesTo } from './array-variables.js';

/** True if a variable holds dates that no other variable can hold: each is made for it, and none is given away before the end. */
export function ownsItsDates(name: ts.Identifier, checker: ts.TypeChecker): boolean {
  const { parent } = name;
  if (!ts.isVariableDeclaration(parent) || !parent.initializer || !isNewDate(parent.initializer)) return false;
  return referencesTo(name, checker).every((reference) => reference === name || isOwnUse(reference, name));
}

function isOwnUse(reference: ts.Identifier, name: ts.Identifier): boolean {
  const { parent } = reference;
  if (ts.isBinaryExpression(parent) && isAssignment(parent.operatorToken.kind))
    return parent.left === reference && isNewDate(parent.right);
  return isAsked(reference) || isResult(reference, name);
}

/** True for `date.getTime()`, `date.setTime(0)`, `new Date(date)`, `date - other` and `+date`, which give the date no other name. */
function isAsked(reference: ts.Identifier): boolean {
  const { parent } = reference;
  if (ts.isPropertyAccessExpression(parent))
    return ts.isCallExpression(parent.parent) && parent.parent.expression === parent;
  if (ts.isNewExpression(parent)) return isNewDate(parent);
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

function isNewDate(expression: ts.Expression): boolean {
  const node = unwrap(expression);
  return ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'Date';
}
