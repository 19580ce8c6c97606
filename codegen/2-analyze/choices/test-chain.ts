import type { ts } from '../../1-parse/syntax/ts.js';
import { literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { Statement } from '../../ir/statement.js';
import { type Flow, joinFlows, narrow } from '../context/flow.js';
import { labelled } from '../context/jumps.js';
import type { RowContext } from '../context/row-context.js';
import { sequence } from '../effects/effects.js';
import { visitTest } from './test.js';

/** A test, and the statements that run if it is the first that holds. */
export interface TestedBranch {
  /** Side effects of the test. */
  readonly before: readonly Statement[];
  readonly test: Expression;
  readonly whenTrue: readonly Statement[];
  readonly line: number;
}

/**
 * The longest chain that is nested. Longer chains stand side by side, so that no recursion is as deep as they are long.
 */
export const mostNested = 64;

/** Returns the statements of `if (a) { … } else if (b) { … } else { … }`. */
export function branchesOf(
  chain: readonly TestedBranch[],
  otherwise: readonly Statement[],
  line: number,
  context: RowContext,
): readonly Statement[] {
  if (chain.length <= mostNested)
    return chain.reduceRight<readonly Statement[]>(
      (whenFalse, { before, test, whenTrue, line: at }) =>
        sequence(before, [{ kind: 'if', test, whenTrue, whenFalse, line: at }]),
      otherwise,
    );
  const label = context.newLabel();
  const tests = chain.map(({ before, test, whenTrue, line: at }): readonly Statement[] => [
    ...before,
    { kind: 'if', test, whenTrue: sequence(whenTrue, [{ kind: 'leave', label, line: at }]), whenFalse: [], line: at },
  ]);
  return labelled(sequence(...tests, otherwise), label, line);
}

/** A test of the source, and the visit of its branch. */
export interface SourceBranch {
  /** The `if` statement or conditional expression that the test belongs to. */
  readonly node: ts.IfStatement | ts.ConditionalExpression;
  readonly line: number;
  readonly visit: () => readonly Statement[];
}

/**
 * Visits the branches of a chain of tests. Each branch knows that its own test holds and that all earlier ones failed.
 * The flow afterwards is what holds after any branch. A test that was reported counts as unknown, so that all
 * branches are visited.
 */
export function visitTests(
  chain: readonly SourceBranch[],
  otherwise: () => readonly Statement[],
  context: RowContext,
): readonly Statement[] {
  const { line, statement } = context.effects;
  const branches: TestedBranch[] = [];
  let after: Flow | undefined;
  for (const [place, { node, line: at, visit }] of chain.entries()) {
    const ask = () => visitTest('expression' in node ? node.expression : node.condition, context) ?? literal(true);
    if (place > 0 && !context.flow) break;
    if (place > 0) Object.assign(context, { line: at, statement: node });
    // The side effects of the first test precede the chain.
    const { result: test, before } = place === 0 ? { result: ask(), before: [] } : context.effects.collect(ask);
    const known: Flow = context.flow ?? new Map();
    context.flow = narrow(known, test, true);
    const whenTrue = visit();
    after = joinFlows(after, context.flow);
    context.flow = narrow(known, test, false);
    branches.push({ before, test, whenTrue, line: at });
  }
  const rest = context.flow ? otherwise() : [];
  context.flow = joinFlows(after, context.flow);
  Object.assign(context, { line, statement });
  return branchesOf(branches, rest, branches[0]?.line ?? line, context);
}
