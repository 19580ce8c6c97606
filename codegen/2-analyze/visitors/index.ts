import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { assignedIn } from '../../ir/rewrite.js';
import type { Statement } from '../../ir/statement.js';
import { withinLimits } from '../constants/literal.js';
import type { RowContext } from '../context/row-context.js';
import type { Walk } from '../context/visit.js';
import { reads } from '../effects/effects.js';
import { visitFunction } from '../functions/functions.js';
import { unsupported, unsupportedEffect, unsupportedValue } from '../refusals/unsupported.js';
import { visitLiteral } from '../syntax/literal.js';
import { isExpression, leavesOf, type Value } from '../values/value.js';
import { visitArrayLiteralExpression } from './array-literal-expression.js';
import { visitBinaryExpression } from './binary-expression.js';
import { visitBlock, visitStatements } from './block.js';
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
import { visitNewExpression } from './new-expression.js';
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

const expressionVisitors = new Map<ts.SyntaxKind, Visitor<ts.Node, Value | undefined>>([
  visits(SyntaxKind.ArrayLiteralExpression, visitArrayLiteralExpression),
  visits(SyntaxKind.ArrowFunction, visitFunction),
  visits(SyntaxKind.BinaryExpression, visitBinaryExpression),
  visits(SyntaxKind.CallExpression, visitCallExpression),
  visits(SyntaxKind.ConditionalExpression, visitConditionalExpression),
  visits(SyntaxKind.ElementAccessExpression, visitElementAccessExpression),
  visits(SyntaxKind.FunctionExpression, visitFunction),
  visits(SyntaxKind.Identifier, visitIdentifier),
  visits(SyntaxKind.NewExpression, visitNewExpression),
  visits(SyntaxKind.ObjectLiteralExpression, visitObjectLiteralExpression),
  visits(SyntaxKind.PostfixUnaryExpression, visitPostfixUnaryExpression),
  visits(SyntaxKind.PrefixUnaryExpression, visitPrefixUnaryExpression),
  visits(SyntaxKind.PropertyAccessExpression, visitPropertyAccessExpression),
  visits(SyntaxKind.TaggedTemplateExpression, visitTaggedTemplateExpression),
  visits(SyntaxKind.TemplateExpression, visitTemplateExpression),
  visits(SyntaxKind.TypeOfExpression, visitTypeOfExpression),
  visits(SyntaxKind.VoidExpression, visitVoidExpression),
]);

const nothing: Visitor<ts.Node, readonly Statement[]> = () => [];

const statementVisitors = new Map<ts.SyntaxKind, Visitor<ts.Node, readonly Statement[]>>([
  visits(SyntaxKind.Block, visitBlock),
  visits(SyntaxKind.BreakStatement, visitBreakStatement),
  visits(SyntaxKind.ContinueStatement, visitContinueStatement),
  visits(SyntaxKind.DoStatement, visitDoStatement),
  visits(SyntaxKind.ExpressionStatement, visitExpressionStatement),
  visits(SyntaxKind.ForOfStatement, visitForOfStatement),
  visits(SyntaxKind.ForStatement, visitForStatement),
  visits(SyntaxKind.IfStatement, visitIfStatement),
  visits(SyntaxKind.LabeledStatement, visitLabeledStatement),
  visits(SyntaxKind.ReturnStatement, visitReturnStatement),
  visits(SyntaxKind.SwitchStatement, visitSwitchStatement),
  visits(SyntaxKind.ThrowStatement, visitThrowStatement),
  visits(SyntaxKind.VariableStatement, visitVariableStatement),
  visits(SyntaxKind.WhileStatement, visitWhileStatement),
  [SyntaxKind.EmptyStatement, nothing],
  // Bound by the block around, before its first statement.
  [SyntaxKind.FunctionDeclaration, nothing],
  // Types are gone when the function runs.
  [SyntaxKind.InterfaceDeclaration, nothing],
  [SyntaxKind.TypeAliasDeclaration, nothing],
]);

/** What a context visits its source with. */
export const walk: Walk<RowContext> = {
  value: visitValue,
  expression(node, context) {
    const value = visitValue(node, context);
    return value && (isExpression(value) ? value : unsupportedValue(value, node, context));
  },
  statement(node, context) {
    context.size.enter(node, 2);
    const statements = visitKind(node, context);
    context.size.leave(2);
    return statements;
  },
  statements: visitStatements,
};

function visitValue(node: ts.Expression, context: RowContext): Value | undefined {
  context.size.enter(node, 1);
  const { result, before } = context.effects.collect(() => visitNode(unwrap(node), context));
  context.size.leave(1);
  const assigned = assignedIn(before);
  if (context.effects.siblings.some((sibling) => reads(sibling, assigned))) return unsupportedEffect(node, context);
  context.effects.push(...before);
  if (result) for (const leaf of leavesOf(result)) context.effects.siblings.push(leaf);
  return result;
}

function visitNode(node: ts.Expression, context: RowContext): Value | undefined {
  const chained = visitOptionalChain(node, context);
  if (chained) return chained.value;
  const visitor = expressionVisitors.get(node.kind);
  if (visitor) return visitor(node, context);
  const literal = visitLiteral(node);
  return literal ? withinLimits(literal, node, context) : unsupported(node, context);
}

function visitKind(node: ts.Statement, context: RowContext): readonly Statement[] {
  const visitor = statementVisitors.get(node.kind);
  if (visitor) return visitor(node, context);
  unsupported(node, context);
  return [];
}
