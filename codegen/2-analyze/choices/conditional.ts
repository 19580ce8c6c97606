import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import type { Expression } from '../../ir/expression.js';
import type { Statement } from '../../ir/statement.js';
import { chosenArray } from '../arrays/chosen-array.js';
import { expanded } from '../constants/values.js';
import { type Flow, joinFlows, narrow } from '../context/flow.js';
import type { RowContext } from '../context/row-context.js';
import { type Branch, isConstant, sequence, visitBranch } from '../effects/effects.js';
import type { Value } from '../values/value.js';
import { oneOf } from './either.js';
import { Joined } from './joined.js';
import { visitTest } from './test.js';
import { branchesOf, mostNested, type TestedBranch } from './test-chain.js';

/** Returns the conditional expressions of the chain `a ? b : c ? d : e`, and its last value. */
export function conditionalsOf(node: ts.ConditionalExpression): {
  readonly chain: readonly ts.ConditionalExpression[];
  readonly last: ts.Expression;
} {
  const chain: ts.ConditionalExpression[] = [];
  let last: ts.Expression = node;
  for (let next = unwrap(last); ts.isConditionalExpression(next); next = unwrap(last)) {
    chain.push(next);
    last = next.whenFalse;
  }
  return { chain, last };
}

/** A link of a chain of conditional expressions. */
interface Link {
  readonly node: ts.ConditionalExpression;
  /** Undefined if it was reported. */
  readonly test: Expression | undefined;
  /** Side effects of the test. */
  readonly before: readonly Statement[];
  readonly whenTrue: Branch;
  /** The flow after the test has been evaluated. */
  readonly flow: Flow | undefined;
}

const visitPlainly = (branch: ts.Expression, context: RowContext) => context.visit.value(branch);

/** Visits `a ? b : c ? d : e`. `visit` visits the values. `isLink` says if a conditional expression after a `:` belongs to the chain. */
export function visitConditional(
  node: ts.ConditionalExpression,
  context: RowContext,
  visit: (branch: ts.Expression, context: RowContext) => Value | undefined = visitPlainly,
  isLink: (node: ts.ConditionalExpression) => boolean = () => true,
): Value | undefined {
  const links: Link[] = [];
  let last: ts.Expression = node;
  let { flow } = context;
  for (
    let next = unwrap(last);
    ts.isConditionalExpression(next) && (next === node || isLink(next));
    next = unwrap(last)
  ) {
    const { condition, whenTrue, whenFalse } = next;
    const ask = () => visitTest(condition, context);
    // The side effects of the first test precede the whole expression.
    const isFirst = links.length === 0;
    const asked = isFirst ? { value: ask(), before: [], flow: context.flow } : visitBranch(flow, ask, context);
    const { value: test, before } = asked;
    const branch = (outcome: boolean) => (test && asked.flow ? narrow(asked.flow, test, outcome) : asked.flow);
    const value = visitBranch(branch(true), () => visit(whenTrue, context), context);
    links.push({ node: next, test, before, whenTrue: value, flow: asked.flow });
    flow = branch(false);
    last = whenFalse;
  }
  const otherwise = visitBranch(flow, () => visit(last, context), context);
  return links.length > mostNested ? oneOfMany(links, otherwise, node, context) : oneInside(links, otherwise, context);
}

/** Returns the value of a short chain: each link is nested in the `:` branch of the one before it. */
function oneInside([first, ...others]: readonly Link[], otherwise: Branch, context: RowContext): Value | undefined {
  const choose = ({ test, whenTrue, node }: Link, whenFalse: Branch) =>
    test && whenTrue.value && whenFalse.value ? oneOf(test, whenTrue, whenFalse, node, context) : undefined;
  const whenFalse = others.reduceRight((rest, link) => {
    const visit = () => {
      context.effects.push(...link.before);
      return choose(link, rest);
    };
    return visitBranch(link.flow, visit, context);
  }, otherwise);
  return first && choose(first, whenFalse);
}

/**
 * Returns the value of a long chain, whose links stand side by side. The first test that holds assigns its value and
 * leaves the chain.
 */
function oneOfMany(links: readonly Link[], otherwise: Branch, node: ts.Node, context: RowContext): Value | undefined {
  const { line } = context.effects;
  const values = [...links.map(({ whenTrue }) => whenTrue.value), otherwise.value];
  const chosen = new Joined('chosen', node, context, chosenArray(values, node, context));
  const isMixed = values.some(isConstant) && !values.every(isConstant);
  const end = ({ value, before, flow }: Branch) => {
    // A branch that never completes gives no value.
    const assign = () => (flow ? chosen.assign(value && isMixed ? expanded(value) : value, line) : []);
    return context.knowledge.withFlow(flow, () => sequence(before, assign()));
  };
  let after: Flow | undefined;
  const branches = links.flatMap(({ test, before, whenTrue }): readonly TestedBranch[] => {
    const { result, flow } = end(whenTrue);
    after = joinFlows(after, flow);
    return test ? [{ before, test, whenTrue: result, line }] : [];
  });
  const last = end(otherwise);
  if (branches.length < links.length) return undefined;
  context.effects.push(...chosen.declarations(line), ...branchesOf(branches, last.result, line, context));
  context.flow = joinFlows(after, last.flow);
  return chosen.read();
}
