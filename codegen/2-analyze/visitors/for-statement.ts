import { ts } from '../../1-parse/syntax/ts.js';
import type { Expression } from '../../ir/expression.js';
import { operandsOf } from '../../ir/operands.js';
import type { Declare, Statement } from '../../ir/statement.js';
import type { VariableId } from '../../ir/variable.js';
import type { RowContext } from '../context/row-context.js';
import { sequence } from '../effects/effects.js';
import { withEffects } from '../effects/with-effects.js';
import { isSmallNumber } from '../numbers/small-numbers.js';
import { lineOf } from '../syntax/line-of.js';
import { loopStatements, visitLoop } from './loops/loop.js';
import { visitDeclarations } from './variable-statement.js';

export function visitForStatement(node: ts.ForStatement, context: RowContext): readonly Statement[] {
  const { initializer, condition, incrementor } = node;
  const before = initializer
    ? ts.isVariableDeclarationList(initializer)
      ? visitDeclarations(initializer, context)
      : withEffects(initializer, () => context.visit.effect(initializer), context)
    : [];
  const visited = visitLoop(
    node,
    {
      test: condition,
      visitUpdate: () =>
        incrementor ? withEffects(incrementor, () => context.visit.effect(incrementor), context) : [],
      isBounded: (test) => {
        const counter = before.find((start) => start.kind === 'declare' && counts(start, test, node, context));
        // In the body the counter is a small number itself: inner loops may count up to it.
        if (counter?.kind === 'declare') context.variables.smallNumbers.add(counter.variable);
        return counter !== undefined;
      },
    },
    context,
  );
  const { loop, breakLabel } = visited;
  if (before.length === 0) return loopStatements(visited);
  const body = sequence(before, [loop]);
  return [{ kind: 'block', ...(breakLabel === undefined ? {} : { label: breakLabel }), body, line: lineOf(node) }];
}

/**
 * True if a loop counts a variable from one small number to another: `for (let i = small; i < small; i++)`, also with `<=`, a greater
 * step, or downwards. Nothing else in the loop assigns the variable or anything that the test compares it with.
 */
function counts({ variable, value }: Declare, test: Expression, node: ts.ForStatement, context: RowContext): boolean {
  if (test.kind !== 'compare' || !node.incrementor || context.variables.isAssignedIn(variable, node.statement))
    return false;
  const direction = stepDirection(node.incrementor, variable, context);
  const expected = test.operator === '<' || test.operator === '<=' ? 1 : -1;
  return (
    direction === expected &&
    isReadOf(test.left, variable) &&
    isSmallNumber(value, context) &&
    isSmallNumber(test.right, context) &&
    readsOf(test.right).every((id) => !context.variables.isAssignedIn(id, node))
  );
}

/** Returns 1 for `i++` and `i += 2`, -1 for `i--` and `i -= 2`, and undefined for anything else. */
function stepDirection(node: ts.Expression, variable: VariableId, context: RowContext): 1 | -1 | undefined {
  const isVariable = (name: ts.Expression) => {
    const binding = ts.isIdentifier(name) ? context.names.bindingOf(name) : undefined;
    return binding?.kind === 'variable' && binding.id === variable;
  };
  if (ts.isPostfixUnaryExpression(node) || ts.isPrefixUnaryExpression(node)) {
    if (!isVariable(node.operand)) return undefined;
    if (node.operator === ts.SyntaxKind.PlusPlusToken) return 1;
    return node.operator === ts.SyntaxKind.MinusMinusToken ? -1 : undefined;
  }
  if (!ts.isBinaryExpression(node) || !isVariable(node.left) || !isWholeStep(node.right)) return undefined;
  if (node.operatorToken.kind === ts.SyntaxKind.PlusEqualsToken) return 1;
  return node.operatorToken.kind === ts.SyntaxKind.MinusEqualsToken ? -1 : undefined;
}

/** True for a literal of at least 1. */
function isWholeStep(node: ts.Expression): boolean {
  return ts.isNumericLiteral(node) && Number(node.text) >= 1;
}

function isReadOf(e: Expression, variable: VariableId): boolean {
  return e.kind === 'convert' ? isReadOf(e.operand, variable) : e.kind === 'read' && e.variable === variable;
}

function readsOf(e: Expression): readonly VariableId[] {
  return e.kind === 'read' ? [e.variable] : operandsOf(e).flatMap(readsOf);
}
