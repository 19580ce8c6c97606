import { ts } from '../../1-parse/syntax/ts.js';
import type { Statement } from '../../ir/statement.js';
import { visitLiteral } from '../constants/literal.js';
import type { RowContext } from '../context/row-context.js';
import { visitFunction } from '../functions/functions.js';
import { literalKinds } from '../syntax/literal.js';
import type { Value } from '../values/value.js';
import { visitArrayLiteralExpression } from './array-literal-expression.js';
import { visitStepEffect } from './assignment-expression.js';
import { visitBinaryEffect, visitBinaryExpression } from './binary-expression.js';
import { visitBlock } from './block.js';
import { visitBreakStatement } from './break-statement.js';
import { visitCallExpression } from './call-expression.js';
import { visitConditionalEffect, visitConditionalExpression } from './conditional-expression.js';
import { visitContinueStatement } from './continue-statement.js';
import { visitDeleteExpression } from './delete-expression.js';
import { visitDoStatement } from './do-statement.js';
import { visitElementAccessExpression } from './element-access-expression.js';
import { visitExpressionStatement } from './expression-statement.js';
import { visitForInStatement } from './for-in-statement.js';
import { visitForOfStatement } from './for-of-statement.js';
import { visitForStatement } from './for-statement.js';
import { visitIdentifier } from './identifier.js';
import { visitIfStatement } from './if-statement.js';
import { visitLabeledStatement } from './labeled-statement.js';
import { visitNewExpression } from './new-expression.js';
import { visitObjectLiteralExpression } from './object-literal-expression.js';
import { visitPostfixUnaryExpression } from './postfix-unary-expression.js';
import { visitPrefixUnaryExpression } from './prefix-unary-expression.js';
import { visitPropertyAccessExpression } from './property-access-expression.js';
import { visitRegularExpressionLiteral } from './regular-expression-literal.js';
import { visitReturnStatement } from './return-statement.js';
import { visitSwitchStatement } from './switch-statement.js';
import { visitTaggedTemplateExpression } from './tagged-template-expression.js';
import { visitTemplateExpression } from './template-expression.js';
import { visitThrowStatement } from './throw-statement.js';
import { visitTypeOfExpression } from './type-of-expression.js';
import { visitVariableStatement } from './variable-statement.js';
import { visitVoidExpression } from './void-expression.js';
import { visitWhileStatement } from './while-statement.js';
import { visitYieldExpression } from './yield-expression.js';

type Visitor<Node, Result> = (node: Node, context: RowContext) => Result;

/** An entry of a table: a kind of syntax, and the visitor of nodes of that kind. */
function visits<Node extends ts.Node, Result>(
  kind: Node['kind'],
  visitor: Visitor<Node, Result>,
): readonly [ts.SyntaxKind, Visitor<ts.Node, Result>] {
  // The table is looked up by the kind of a node, which is that of the visitor's parameter.
  return [kind, visitor as Visitor<ts.Node, Result>];
}

const { SyntaxKind } = ts;

/** The visitors of expressions. Each gets the node without parentheses and type assertions. */
export const expressionVisitors: ReadonlyMap<ts.SyntaxKind, Visitor<ts.Node, Value | undefined>> = new Map([
  ...literalKinds.map((kind) => visits(kind, visitLiteral)),
  visits(SyntaxKind.ArrayLiteralExpression, visitArrayLiteralExpression),
  visits(SyntaxKind.ArrowFunction, visitFunction),
  visits(SyntaxKind.BinaryExpression, visitBinaryExpression),
  visits(SyntaxKind.CallExpression, visitCallExpression),
  visits(SyntaxKind.ConditionalExpression, visitConditionalExpression),
  visits(SyntaxKind.DeleteExpression, visitDeleteExpression),
  visits(SyntaxKind.ElementAccessExpression, visitElementAccessExpression),
  visits(SyntaxKind.FunctionExpression, visitFunction),
  visits(SyntaxKind.Identifier, visitIdentifier),
  visits(SyntaxKind.NewExpression, visitNewExpression),
  visits(SyntaxKind.ObjectLiteralExpression, visitObjectLiteralExpression),
  visits(SyntaxKind.PostfixUnaryExpression, visitPostfixUnaryExpression),
  visits(SyntaxKind.PrefixUnaryExpression, visitPrefixUnaryExpression),
  visits(SyntaxKind.PropertyAccessExpression, visitPropertyAccessExpression),
  visits(SyntaxKind.RegularExpressionLiteral, visitRegularExpressionLiteral),
  visits(SyntaxKind.TaggedTemplateExpression, visitTaggedTemplateExpression),
  visits(SyntaxKind.TemplateExpression, visitTemplateExpression),
  visits(SyntaxKind.TypeOfExpression, visitTypeOfExpression),
  visits(SyntaxKind.VoidExpression, visitVoidExpression),
]);

/** The visitors of expressions whose value is not used. They return undefined for expressions that are visited as values. */
export const effectVisitors: ReadonlyMap<ts.SyntaxKind, Visitor<ts.Node, readonly Statement[] | undefined>> = new Map([
  visits(SyntaxKind.BinaryExpression, visitBinaryEffect),
  visits(SyntaxKind.ConditionalExpression, visitConditionalEffect),
  visits(SyntaxKind.PostfixUnaryExpression, visitStepEffect),
  visits(SyntaxKind.PrefixUnaryExpression, visitStepEffect),
  visits(SyntaxKind.YieldExpression, visitYieldExpression),
]);

const nothing: Visitor<ts.Node, readonly Statement[]> = () => [];

/** The visitors of statements. */
export const statementVisitors: ReadonlyMap<ts.SyntaxKind, Visitor<ts.Node, readonly Statement[]>> = new Map([
  visits(SyntaxKind.Block, visitBlock),
  visits(SyntaxKind.BreakStatement, visitBreakStatement),
  visits(SyntaxKind.ContinueStatement, visitContinueStatement),
  visits(SyntaxKind.DoStatement, visitDoStatement),
  visits(SyntaxKind.ExpressionStatement, visitExpressionStatement),
  visits(SyntaxKind.ForInStatement, visitForInStatement),
  visits(SyntaxKind.ForOfStatement, visitForOfStatement),
  visits(SyntaxKind.ForStatement, visitForStatement),
  visits(SyntaxKind.IfStatement, visitIfStatement),
  visits(SyntaxKind.LabeledStatement, visitLabeledStatement),
  visits(SyntaxKind.ReturnStatement, visitReturnStatement),
  visits(SyntaxKind.SwitchStatement, visitSwitchStatement),
  visits(SyntaxKind.ThrowStatement, visitThrowStatement),
  visits(SyntaxKind.VariableStatement, visitVariableStatement),
  visits(SyntaxKind.WhileStatement, visitWhileStatement),
  visits(SyntaxKind.EmptyStatement, nothing),
  // The block around binds functions before its first statement.
  visits(SyntaxKind.FunctionDeclaration, nothing),
  // Types do not exist when the function runs.
  visits(SyntaxKind.InterfaceDeclaration, nothing),
  visits(SyntaxKind.TypeAliasDeclaration, nothing),
]);
