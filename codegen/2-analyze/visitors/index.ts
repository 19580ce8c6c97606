/** The table of what the language has: one visitor a syntax kind, each in a file named after it. */
import { unwrap } from '../../1-parse/const-initializer.js';
import { ts } from '../../1-parse/ts.js';
import type { Expression } from '../../ir/expression.js';
import { assignedIn } from '../../ir/rewrite.js';
import type { Statement } from '../../ir/statement.js';
import { isNewDate, visitNewDate } from '../dates.js';
import { reads } from '../effects.js';
import { visitFunction } from '../functions.js';
import type { RowContext } from '../row-context.js';
import { unsupported, unsupportedEffect, unsupportedValue } from '../unsupported.js';
import { isExpression, leavesOf, type Value } from '../value.js';
import { visitArrayLiteralExpression } from './array-literal-expression.js';
import { visitBinaryExpression } from './binary-expression.js';
import { visitBlock } from './block.js';
import { visitBreakStatement } from './break-statement.js';
import { visitCallExpression } from './call-expression.js';
import { visitConditionalExpression } from './conditional-expression.js';
import { visitContinueStatement } from './continue-statement.js';
import { visitDoStatement } from './do-statement.js';
import { visitElementAccessExpression } from './element-access-expression.js';
import { visitExpressionStatement } from './expression-statement.js';
import { visitForOfStatement } from './for-of-statement.js';
import { visitForStatement } from './for-statement.js';
import { visitIdentifier } from './identifier.js';
import { visitIfStatement } from './if-statement.js';
import { visitLabeledStatement } from './labeled-statement.js';
import { visitLiteral, withinLimits } from './literal.js';
import { visitObjectLiteralExpression } from './object-literal-expression.js';
import { visitOptionalChain } from './optional-chain.js';
import { visitPostfixUnaryExpression } from './postfix-unary-expression.js';
import { visitPrefixUnaryExpression } from './prefix-unary-expression.js';
import { visitPropertyAccessExpression } from './property-access-expression.js';
import { visitReturnStatement } from './return-statement.js';
import { visitSwitchStatement } from './switch-statement.js';
import { visitTaggedTemplateExpression } from './tagged-template-expression.js';
import { visitTemplateExpression } from './template-expression.js';
import { visitThrowStatement } from './throw-statement.js';
import { visitTypeOfExpression } from './type-of-expression.js';
import { visitVariableStatement } from './variable-statement.js';
import { visitVoidExpression } from './void-expression.js';
import { visitWhileStatement } from './while-statement.js';

/** A value of the row. Returns undefined where the expression was reported. */
export function visitExpression(node: ts.Expression, context: RowContext): Expression | undefined {
  const value = visitValue(node, context);
  return value && (isExpression(value) ? value : unsupportedValue(value, node, context));
}

/** What an expression is, objects, arrays and functions included. Returns undefined where it was reported. */
export function visitValue(node: ts.Expression, context: RowContext): Value | undefined {
  context.size.enter(node, 1);
  const { result, before } = context.collect(() => visitNode(unwrap(node), context));
  context.size.leave(1);
  const assigned = assignedIn(before);
  if (context.siblings.some((sibling) => reads(sibling, assigned))) return unsupportedEffect(node, context);
  context.push(...before);
  if (result) for (const leaf of leavesOf(result)) context.siblings.push(leaf);
  return result;
}

function visitNode(node: ts.Expression, context: RowContext): Value | undefined {
  const chained = visitOptionalChain(node, context);
  if (chained) return chained.value;
  if (ts.isIdentifier(node)) return visitIdentifier(node, context);
  if (ts.isPropertyAccessExpression(node)) return visitPropertyAccessExpression(node, context);
  if (ts.isElementAccessExpression(node)) return visitElementAccessExpression(node, context);
  if (ts.isCallExpression(node)) return visitCallExpression(node, context);
  if (ts.isTemplateExpression(node)) return visitTemplateExpression(node, context);
  if (ts.isTaggedTemplateExpression(node)) return visitTaggedTemplateExpression(node, context);
  if (ts.isBinaryExpression(node)) return visitBinaryExpression(node, context);
  if (ts.isPrefixUnaryExpression(node)) return visitPrefixUnaryExpression(node, context);
  if (ts.isPostfixUnaryExpression(node)) return visitPostfixUnaryExpression(node, context);
  if (ts.isConditionalExpression(node)) return visitConditionalExpression(node, context);
  if (isNewDate(node, context)) return visitNewDate(node, context);
  if (ts.isObjectLiteralExpression(node)) return visitObjectLiteralExpression(node, context);
  if (ts.isArrayLiteralExpression(node)) return visitArrayLiteralExpression(node, context);
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return visitFunction(node, context);
  if (ts.isTypeOfExpression(node)) return visitTypeOfExpression(node, context);
  if (ts.isVoidExpression(node)) return visitVoidExpression(node, context);
  const literal = visitLiteral(node);
  return literal ? withinLimits(literal, node, context) : unsupported(node, context);
}

/** The statements that one becomes; none where it was reported. */
export function visitStatement(node: ts.Statement, context: RowContext): readonly Statement[] {
  context.size.enter(node, 2);
  const statements = visitKind(node, context);
  context.size.leave(2);
  return statements;
}

function visitKind(node: ts.Statement, context: RowContext): readonly Statement[] {
  if (ts.isBlock(node)) return visitBlock(node, context);
  if (ts.isIfStatement(node)) return visitIfStatement(node, context);
  if (ts.isReturnStatement(node)) return visitReturnStatement(node, context);
  if (ts.isVariableStatement(node)) return visitVariableStatement(node, context);
  if (ts.isExpressionStatement(node)) return visitExpressionStatement(node, context);
  if (ts.isForStatement(node)) return visitForStatement(node, context);
  if (ts.isForOfStatement(node)) return visitForOfStatement(node, context);
  if (ts.isWhileStatement(node)) return visitWhileStatement(node, context);
  if (ts.isDoStatement(node)) return visitDoStatement(node, context);
  if (ts.isBreakStatement(node)) return visitBreakStatement(node, context);
  if (ts.isSwitchStatement(node)) return visitSwitchStatement(node, context);
  if (ts.isLabeledStatement(node)) return visitLabeledStatement(node, context);
  if (ts.isContinueStatement(node)) return visitContinueStatement(node, context);
  if (ts.isThrowStatement(node)) return visitThrowStatement(node, context);
  if (ts.isFunctionDeclaration(node)) return [];
  // Types are gone when the function runs.
  if (ts.isEmptyStatement(node) || ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) return [];
  unsupported(node, context);
  return [];
}

/** The line on which a node starts, from 1. */
export function lineOf(node: ts.Node): number {
  const file = node.getSourceFile();
  return file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
}
