import { ts } from '../../1-parse/ts.js';
import { literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { Loop, Statement } from '../../ir/statement.js';
import { type Flow, joinFlows, narrow } from '../flow.js';
import type { LoopScope, RowContext } from '../row-context.js';
import { visitStatements } from './block.js';
import { lineOf } from './index.js';
import { visitTest } from './test.js';

/** What a loop consists of, besides its body. */
interface Parts {
  readonly test: ts.Expression | undefined;
  readonly bodyFirst?: boolean;
  readonly visitUpdate?: () => readonly Statement[];
  /** Whether the test, once visited, proves that the loop ends by itself. Asked before the body is visited. */
  readonly isBounded?: (test: Expression) => boolean;
}

/** `for`, `while` and `do … while`, from their first test on. */
export function visitLoop(node: ts.IterationStatement, parts: Parts, context: RowContext): Loop {
  const { test: condition, bodyFirst = false, visitUpdate, isBounded } = parts;
  const loop = context.untilStable(() => {
    let test: Expression = literal(true);
    let exit: Flow | undefined;
    const ask = () => {
      if (!context.flow) return;
      const visited = condition ? visitTest(condition, context) : literal(true);
      const { flow } = context;
      if (!visited) {
        // It was reported, and counts as unknown: what follows is still looked at.
        exit = flow;
        return;
      }
      test = visited;
      exit = isAlways(test, true) ? undefined : narrow(flow, test, false);
      context.flow = isAlways(test, false) && bodyFirst ? undefined : narrow(flow, test, true);
    };
    if (!bodyFirst) ask();
    const counted = !isBounded?.(test);
    const { body, scope } = visitBody(node.statement, context);
    const update = context.flow ? (visitUpdate?.() ?? []) : [];
    if (bodyFirst) ask();
    const result = { test, body, update, counted, after: joinFlows(exit, scope.afterBreak) };
    return { result, back: context.flow };
  });
  const { after, ...rest } = loop;
  context.flow = after;
  if (loop.counted) context.countedLoops.add(node);
  else context.countedLoops.delete(node);
  return { kind: 'loop', ...rest, bodyFirst, line: lineOf(node) };
}

/** A loop's body. Afterwards the flow is that of the end of a step, `continue` included. */
export function visitBody(
  node: ts.Statement,
  context: RowContext,
): { readonly body: readonly Statement[]; readonly scope: LoopScope } {
  const scope: LoopScope = { afterBreak: undefined, afterContinue: undefined };
  context.loops.push(scope);
  const body = visitStatements(ts.isBlock(node) ? node.statements : [node], context);
  context.loops.pop();
  context.flow = joinFlows(context.flow, scope.afterContinue);
  return { body, scope };
}

function isAlways(test: Expression, outcome: boolean): boolean {
  return test.kind === 'literal' && test.value === outcome;
}
