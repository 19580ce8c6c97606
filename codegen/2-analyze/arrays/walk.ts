import type { ts } from '../../1-parse/syntax/ts.js';
import { elementType } from '../../ir/arrays.js';
import { literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { assignedIn } from '../../ir/rewrite.js';
import type { Statement } from '../../ir/statement.js';
import { intType, stringType } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import { type Flow, joinFlows } from '../context/flow.js';
import { jumpTarget } from '../context/jumps.js';
import type { RowContext } from '../context/row-context.js';
import { untilStable } from '../context/until-stable.js';
import { reads, sequence } from '../effects/effects.js';

/** A loop over the elements of an array, or over the code points of a string. */
export interface Walk {
  readonly source: Expression;
  /** True if the index is read. It starts at `first` and changes by `step`. */
  readonly counts: boolean;
  readonly first?: Expression;
  readonly step?: 1 | -1;
}

/**
 * Returns the statements of a loop. `visit` adds the statements of a step, and returns the flow of a step that leaves
 * the loop, if one does.
 */
export function walk(
  { source, counts, first = literal(0), step = 1 }: Walk,
  visit: (element: Expression, index: Expression) => Flow | undefined,
  node: ts.Node,
  context: RowContext,
): readonly Statement[] {
  const { line } = context.effects;
  const index = counts ? context.variables.temporary('index', intType, true) : undefined;
  const { start, after, ...loop } = untilStable(context, () => {
    const start = context.flow;
    const isArray = source.type.core.kind === 'array';
    const variable = context.variables.temporary('element', isArray ? elementType(source.type) : stringType(), false);
    context.jumps.push(jumpTarget('loop', node));
    const { result: after, before } = context.effects.collect(() =>
      visit(context.variables.read(variable), index === undefined ? literal(0) : context.variables.read(index)),
    );
    context.jumps.pop();
    const update = index !== undefined && context.flow ? [advance(index, step, line)] : [];
    return { result: { variable, body: sequence(before, update), start, after }, back: context.flow };
  });
  context.flow = joinFlows(start, after);
  refuseChangedSource(source, loop.body, node, context);
  const before: readonly Statement[] =
    index === undefined ? [] : [{ kind: 'declare', variable: index, value: first, line }];
  return [...before, { kind: 'for-of', ...loop, source, ...context.reference.loops.originOf(node), line }];
}

/** Reports a loop whose steps change its array. The compiled loop iterates over the original array, while JavaScript sees each change. */
export function refuseChangedSource(
  source: Expression,
  body: readonly Statement[],
  node: ts.Node,
  context: RowContext,
): void {
  if (source.type.core.kind !== 'array' || !reads(source, assignedIn(body))) return;
  context.refuse(node, {
    construct: 'A loop that changes the array that it goes over',
    reason: 'The elements of such a loop would change from step to step.',
    advice: 'Go over a copy: `for (const word of words.slice())`.',
  });
}

/** Moves an index by one step. It cannot overflow, because no array has more elements than an int32 counts. */
export function advance(index: VariableId, step: 1 | -1, line: number): Statement {
  const value: Expression = {
    kind: 'arithmetic',
    operator: step > 0 ? '+' : '-',
    left: { kind: 'read', variable: index, type: intType },
    right: literal(1),
    type: intType,
  };
  return { kind: 'assign', variable: index, value, line };
}
