import { ts } from '../../../1-parse/syntax/ts.js';
import { literal, not } from '../../../ir/build.js';
import type { Expression } from '../../../ir/expression.js';
import type { Label, Loop, Statement } from '../../../ir/statement.js';
import { visitTest } from '../../choices/test.js';
import { type Flow, joinFlows, narrow } from '../../context/flow.js';
import { type JumpTarget, jumpTarget, labelled, leaveInstead } from '../../context/jumps.js';
import type { RowContext } from '../../context/row-context.js';
import { untilStable } from '../../context/until-stable.js';
import { sequence } from '../../effects/effects.js';
import { lineOf } from '../../syntax/line-of.js';

/** The parts of a loop besides its body. */
interface Parts {
  readonly test: ts.Expression | undefined;
  readonly bodyFirst?: boolean;
  readonly visitUpdate?: () => readonly Statement[];
  /** True if the visited test proves that the loop ends by itself. It is called before the body is visited. */
  readonly isBounded?: (test: Expression) => boolean;
}

/** A loop, and the label of the block around it that inner loops leave. */
export interface VisitedLoop {
  readonly loop: Loop;
  readonly breakLabel: Label | undefined;
}

/** Visits `for`, `while` and `do … while`, from their first test on. */
export function visitLoop(node: ts.IterationStatement, parts: Parts, context: RowContext): VisitedLoop {
  const { test: condition, bodyFirst = false, visitUpdate, isBounded } = parts;
  const line = lineOf(node);
  const visited = untilStable(context, () => {
    let test: Expression = literal(true);
    let before: readonly Statement[] = [];
    let exit: Flow | undefined;
    const ask = () => {
      if (!context.flow) return;
      const asked = context.effects.collect(() => (condition ? visitTest(condition, context) : literal(true)));
      before = asked.before;
      const { flow } = context;
      if (!flow) return;
      if (!asked.result) {
        // The test was reported and counts as unknown. The code behind the loop is still visited.
        exit = flow;
        return;
      }
      test = asked.result;
      exit = isAlways(test, true) ? undefined : narrow(flow, test, false);
      context.flow = isAlways(test, false) && bodyFirst ? undefined : narrow(flow, test, true);
    };
    if (!bodyFirst) ask();
    const counted = context.reference.alwaysCounted.has(node) || before.length > 0 || !isBounded?.(test);
    const { body, target } = visitBody(node, context);
    const update = context.flow ? (visitUpdate?.() ?? []) : [];
    if (bodyFirst) ask();
    const after = joinFlows(exit, target.afterBreak);
    return {
      result: { parts: { test, before, body, update, bodyFirst, counted, line }, target, after },
      back: context.flow,
    };
  });
  const { target, after } = visited;
  context.flow = after;
  if (context.calls.length === 0) context.reference.countedLoops.delete(node);
  const { countedLoops, boundedLoops } = context.reference;
  (visited.parts.counted ? countedLoops : boundedLoops).add(node);
  const loop = asLoop({ ...visited.parts, ...context.reference.loops.originOf(node) }, context);
  return { loop, breakLabel: target.breakLabel };
}

/** Returns a loop inside the block that inner loops leave. */
export function loopStatements({ loop, breakLabel }: VisitedLoop): readonly Statement[] {
  return labelled([loop], breakLabel, loop.line);
}

interface LoopParts extends Omit<Loop, 'kind'> {
  /** Side effects of the test. */
  readonly before: readonly Statement[];
}

/** Makes the loop. If its test or update needs statements, both go into the body. */
function asLoop({ before, ...loop }: LoopParts, context: RowContext): Loop {
  const { test, body, update, bodyFirst, counted, line } = loop;
  const isPlainUpdate = update.every(({ kind }) => kind === 'assign' || kind === 'evaluate');
  if (before.length === 0 && isPlainUpdate) return { kind: 'loop', ...loop };
  const label = context.newLabel();
  const step = labelled(leaveInstead('continue', body, label), label, line);
  const stop: readonly Statement[] = isAlways(test, true)
    ? []
    : [{ kind: 'if', test: not(test), whenTrue: [{ kind: 'break', line }], whenFalse: [], line }];
  const counts: readonly Statement[] = counted ? [{ kind: 'step', line }] : [];
  const inner = bodyFirst
    ? sequence(counts, step, before, stop)
    : sequence(before, stop, counts, sequence(step, update));
  return { kind: 'loop', test: literal(true), bodyFirst: false, body: inner, update: [], counted: false, line };
}

/** Visits a loop's body. Afterwards the flow is that of the end of a step, including `continue`. */
export function visitBody(
  node: ts.IterationStatement,
  context: RowContext,
  start: () => readonly Statement[] = () => [],
): { readonly body: readonly Statement[]; readonly target: JumpTarget } {
  const { statement } = node;
  const target = jumpTarget('loop', node);
  context.jumps.push(target);
  const first = start();
  const rest = context.visit.statements(ts.isBlock(statement) ? statement.statements : [statement]);
  context.jumps.pop();
  context.flow = joinFlows(context.flow, target.afterContinue);
  return { body: labelled(sequence(first, rest), target.continueLabel, lineOf(statement)), target };
}

function isAlways(test: Expression, outcome: boolean): boolean {
  return test.kind === 'literal' && test.value === outcome;
}
