import { unwrap } from '../../../1-parse/syntax/const-initializer.js';
import { ts } from '../../../1-parse/syntax/ts.js';
import type { Statement } from '../../../ir/statement.js';
import { joinFlows } from '../../context/flow.js';
import { labelled } from '../../context/jumps.js';
import type { RowContext } from '../../context/row-context.js';
import { untilStable } from '../../context/until-stable.js';
import { withEffects } from '../../effects/with-effects.js';
import { bind } from '../../objects/bind-value.js';
import { MatchLoop } from '../../patterns/match-loop.js';
import { patternOfCall } from '../../patterns/string-calls.js';
import { lineOf } from '../../syntax/line-of.js';
import { visitBody } from './loop.js';
import { visitUnknownLoop } from './unknown-loop.js';

/** The parts of `for (const match of text.matchAll(pattern))`. */
export interface MatchesLoop {
  readonly declaration: ts.VariableDeclaration;
  readonly text: ts.Expression;
  readonly call: ts.CallExpression;
}

/** Returns the parts of a loop over all matches of a string. Undefined for any other loop. */
export function matchesOf(
  { initializer, expression }: ts.ForOfStatement,
  context: RowContext,
): MatchesLoop | undefined {
  const call = unwrap(expression);
  const declaration =
    ts.isVariableDeclarationList(initializer) && (initializer.flags & ts.NodeFlags.BlockScoped) !== 0
      ? initializer.declarations[0]
      : undefined;
  if (!declaration || !ts.isCallExpression(call)) return undefined;
  const callee = call.expression;
  if (!ts.isPropertyAccessExpression(callee) || callee.questionDotToken || callee.name.text !== 'matchAll')
    return undefined;
  const { checker } = context.program;
  const isText = (checker.getTypeAtLocation(callee.expression).flags & ts.TypeFlags.StringLike) !== 0;
  return isText && call.arguments.length > 0 ? { declaration, text: callee.expression, call } : undefined;
}

/** Visits a loop that takes one match after the other, without an array of them. */
export function visitMatchesLoop(
  { declaration, text, call }: MatchesLoop,
  node: ts.ForOfStatement,
  context: RowContext,
): readonly Statement[] {
  const { result: loop, before } = context.effects.collect(() => {
    const subject = context.visit.expression(text);
    const pattern = patternOfCall(call, 'matchAll', context);
    return subject && pattern && new MatchLoop(pattern, subject, context);
  });
  if (!loop) return visitUnknownLoop(node, context);
  const { body, start, after, label } = untilStable(context, () => {
    const start = context.flow;
    const take = () => {
      bind(declaration.name, loop.value, context);
      return [];
    };
    const { body, target } = visitBody(node, context, () => withEffects(declaration, take, context));
    return { result: { body, start, after: target.afterBreak, label: target.breakLabel }, back: context.flow };
  });
  context.flow = joinFlows(start, after);
  const line = lineOf(node);
  return [...before, ...labelled(loop.statements(body, line), label, line)];
}
