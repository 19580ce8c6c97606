import { unwrap } from '../1-parse/syntax/const-initializer.js';
import { ts } from '../1-parse/syntax/ts.js';
import { assignedIn } from '../ir/rewrite.js';
import type { Statement } from '../ir/statement.js';
import { locatedStatements, locatedValue } from './context/locate.js';
import type { RowContext } from './context/row-context.js';
import type { Walk } from './context/visit.js';
import { reads } from './effects/effects.js';
import { narrowedBySource } from './effects/variants.js';
import { withEffects } from './effects/with-effects.js';
import { visitFunction } from './functions/functions.js';
import { asReference } from './heap/allocate.js';
import { bind } from './objects/bind-value.js';
import { unsupported, unsupportedEffect, unsupportedValue } from './refusals/unsupported.js';
import { lineOf } from './syntax/line-of.js';
import { isExpression, leavesOf, type Value } from './values/value.js';
import { visitOptionalChain } from './visitors/optional-chain.js';

/** Visitors by the kind of syntax that they visit. */
type Visitors<Node, Result> = ReadonlyMap<ts.SyntaxKind, (node: Node, context: RowContext) => Result>;

/** Makes the walk over the source of a row function from tables of visitors. */
export function walkBy(
  expressions: Visitors<ts.Expression, Value | undefined>,
  effects: Visitors<ts.Expression, readonly Statement[] | undefined>,
  statements: Visitors<ts.Statement, readonly Statement[]>,
): Walk<RowContext> {
  const value = (node: ts.Expression, context: RowContext) => visitValue(node, expressions, context);
  return {
    value,
    expression(node, context) {
      const visited = value(node, context);
      return visited && (isExpression(visited) ? visited : unsupportedValue(visited, node, context));
    },
    effect: (node, context) => visitEffect(node, effects, context),
    statement: (node, context) => visitStatement(node, statements, context),
    statements: visitStatements,
    reference: asReference,
  };
}

/** Visits an expression. Its side effects go before the statement at hand; one that would change an earlier operand is reported. */
function visitValue(
  node: ts.Expression,
  visitors: Visitors<ts.Expression, Value | undefined>,
  context: RowContext,
): Value | undefined {
  context.size.enter(node, 1);
  const { result, before } = context.effects.collect(() => visitKind(unwrap(node), visitors, context));
  context.size.leave(1);
  const assigned = assignedIn(before);
  if (context.effects.siblings.some((sibling) => reads(sibling, assigned))) return unsupportedEffect(node, context);
  context.effects.push(...locatedStatements(before, node, context));
  const located = result && locatedValue(narrowedBySource(result, node, context), node, context);
  if (located) for (const leaf of leavesOf(located)) context.effects.siblings.push(leaf);
  return located;
}

function visitKind(
  node: ts.Expression,
  visitors: Visitors<ts.Expression, Value | undefined>,
  context: RowContext,
): Value | undefined {
  const chained = visitOptionalChain(node, context);
  if (chained) return chained.value;
  const visitor = visitors.get(node.kind);
  return visitor ? visitor(node, context) : unsupported(node, context);
}

/** Visits an expression whose value is not used: it is evaluated only if it has side effects or may fail the row. */
function visitEffect(
  node: ts.Expression,
  visitors: Visitors<ts.Expression, readonly Statement[] | undefined>,
  context: RowContext,
): readonly Statement[] {
  const expression = unwrap(node);
  const statements = visitors.get(expression.kind)?.(expression, context);
  if (statements) return statements;
  const value = context.visit.value(expression);
  return value && isExpression(value) && value.kind !== 'literal' && value.kind !== 'read'
    ? [{ kind: 'evaluate', value, line: lineOf(node) }]
    : [];
}

function visitStatement(
  node: ts.Statement,
  visitors: Visitors<ts.Statement, readonly Statement[]>,
  context: RowContext,
): readonly Statement[] {
  context.size.enter(node, 2);
  const visitor = visitors.get(node.kind);
  const statements = visitor ? visitor(node, context) : (unsupported(node, context) ?? []);
  context.size.leave(2);
  return locatedStatements(statements, node, context);
}

/** Visits statements in order, up to the first that control never passes: statements behind it cannot run. */
function visitStatements(nodes: readonly ts.Statement[], context: RowContext): readonly Statement[] {
  const statements: Statement[] = [];
  // Functions can be called before their declaration.
  for (const node of nodes)
    if (ts.isFunctionDeclaration(node) && node.name && node.body)
      bind(node.name, visitFunction(node, context), context);
  for (const node of nodes) {
    if (!context.flow) break;
    statements.push(...context.watch(node, () => withEffects(node, () => context.visit.statement(node), context)));
  }
  return statements;
}
