import { ts } from '../../../1-parse/syntax/ts.js';
import { arithmetic, compare, equal, literal } from '../../../ir/build.js';
import type { Statement } from '../../../ir/statement.js';
import { doubleType } from '../../../ir/type.js';
import { choose } from '../../choices/choose.js';
import { either } from '../../choices/either.js';
import { reportCopy } from '../../choices/reported-shapes.js';
import { joinFlows } from '../../context/flow.js';
import type { RowContext } from '../../context/row-context.js';
import { untilStable } from '../../context/until-stable.js';
import { keep } from '../../effects/effects.js';
import { withEffects } from '../../effects/with-effects.js';
import { bind } from '../../objects/bind-value.js';
import { unsupported } from '../../refusals/unsupported.js';
import { lineOf } from '../../syntax/line-of.js';
import { isExpression, isHeld, type TupleValue, type Value } from '../../values/value.js';
import { visitBody } from './loop.js';

/** The most elements that are selected by comparing their places. More are put into an array. */
export const mostPlaces = 32;

/** Visits `for (const [name, size] of [[a, 1], [b, 2]])`: a counting loop whose counter selects the element. */
export function visitTupleLoop(node: ts.ForOfStatement, given: TupleValue, context: RowContext): readonly Statement[] {
  const { initializer } = node;
  const declaration = ts.isVariableDeclarationList(initializer) ? initializer.declarations[0] : undefined;
  if (!declaration || (initializer.flags & ts.NodeFlags.BlockScoped) === 0) {
    unsupported(initializer, context);
    return [];
  }
  if (isHeld(given, 'changed')) {
    reportCopy(node.expression, context);
    return [];
  }
  const { elements } = keep(given, context);
  const line = lineOf(node);
  const counter = context.variables.temporary('place', doubleType, true);
  const start = context.flow;
  const { body, label, after } = untilStable(context, () => {
    const head = context.flow;
    const takeElement = () =>
      withEffects(
        declaration,
        () => {
          bind(declaration.name, elementAtPlace(elements, counter, node.expression, context), context);
          return [];
        },
        context,
      );
    const { body, target } = visitBody(node, context, takeElement);
    const after = joinFlows(head, target.afterBreak);
    return { result: { body, label: target.breakLabel, after }, back: context.flow };
  });
  context.flow = joinFlows(start, after);
  const test = compare('<', context.variables.read(counter), literal(elements.length));
  const next = arithmetic('+', context.variables.read(counter), literal(1));
  const zero = { kind: 'convert', operand: literal(0), type: doubleType } as const;
  const update: Statement = { kind: 'assign', variable: counter, value: next, line };
  const loop: Statement = { kind: 'loop', test, bodyFirst: false, body, update: [update], counted: false, line };
  const declared: Statement = { kind: 'declare', variable: counter, value: zero, line };
  return [{ kind: 'block', ...(label === undefined ? {} : { label }), body: [declared, loop], line }];
}

/** Returns the element at the place that the counter holds, which always is that of an element. */
function elementAtPlace(
  elements: readonly Value[],
  counter: number,
  node: ts.Node,
  context: RowContext,
): Value | undefined {
  const last = elements.at(-1) ?? literal(undefined);
  return elements.slice(0, -1).reduceRight<Value | undefined>((rest, element, place) => {
    if (!rest) return undefined;
    const test = equal(context.variables.read(counter), literal(place));
    if (isExpression(rest) && isExpression(element)) return either(test, element, rest, node, context);
    const branch = (value: Value) => ({ value, before: [], flow: context.flow });
    return choose(test, branch(element), branch(rest), node, context);
  }, last);
}
