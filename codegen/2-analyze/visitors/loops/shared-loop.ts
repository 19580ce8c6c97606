import { unwrap } from '../../../1-parse/syntax/const-initializer.js';
import { ts } from '../../../1-parse/syntax/ts.js';
import { literal } from '../../../ir/build.js';
import type { Statement } from '../../../ir/statement.js';
import { joinFlows } from '../../context/flow.js';
import { labelled } from '../../context/jumps.js';
import type { RowContext } from '../../context/row-context.js';
import { untilStable } from '../../context/until-stable.js';
import { sequence } from '../../effects/effects.js';
import { withEffects } from '../../effects/with-effects.js';
import { classesAt } from '../../heap/classes-at.js';
import { declarePlace, iteratorOf, moveOn, placeTaken, stepOf } from '../../heap/iterate.js';
import { classOfValue, isReference, requireObject } from '../../heap/perform.js';
import { assignPart } from '../../objects/assign-pattern.js';
import { bind } from '../../objects/bind-value.js';
import { lineOf } from '../../syntax/line-of.js';
import { type IteratorValue, isExpression, type Value } from '../../values/value.js';
import { visitBody } from './loop.js';

/**
 * Visits a loop over an array, `Map` or `Set` in the row's memory, or over an iterator of one. Its steps see what changes meanwhile, so they
 * are counted: a loop may append to its own array without end. Undefined for any other loop.
 */
export function visitSharedLoop(node: ts.ForOfStatement, context: RowContext): readonly Statement[] | undefined {
  const found = iterated(node.expression, context);
  if (!found) return undefined;
  const { iterator: given, before: made } = found;
  const line = lineOf(node);
  const { result: head, before } = context.effects.collect(() => {
    const iterator = { ...given, of: requireObject(given.of, context) };
    return { iterator, ...declarePlace(context, line) };
  });
  const { iterator, id, place } = head;
  const { start, after, label, body } = untilStable(context, () => {
    const start = context.flow;
    const { result: step, before: stop } = context.effects.collect(() => {
      const { stop, take } = stepOf(iterator, place, line, context);
      context.effects.push(...stop);
      return { take, at: placeTaken(stop) };
    });
    const { body, target } = visitBody(node, context, () =>
      withEffects(
        node.initializer,
        () => {
          const value = step.take();
          context.effects.push(moveOn(iterator, id, step.at, line));
          bindHead(node.initializer, value, context);
          return [];
        },
        context,
      ),
    );
    const counted: readonly Statement[] = [{ kind: 'step', line }];
    return {
      result: { body: sequence(stop, counted, body), start, after: target.afterBreak, label: target.breakLabel },
      back: context.flow,
    };
  });
  context.flow = joinFlows(start, after);
  context.reference.countedLoops.add(node);
  const loop: Statement = {
    kind: 'loop',
    test: literal(true),
    bodyFirst: false,
    body,
    update: [],
    counted: false,
    line,
  };
  return [...made, ...before, ...labelled([loop], label, line)];
}

function bindHead(initializer: ts.ForInitializer, value: Value, context: RowContext): void {
  if (ts.isVariableDeclarationList(initializer)) {
    const [declaration] = initializer.declarations;
    if (declaration) bind(declaration.name, value, context);
  } else assignPart(initializer, value, context);
}

/** Returns the iterator that an expression gives, if it is one of an object in the row's memory. */
function iterated(
  expression: ts.Expression,
  context: RowContext,
): { readonly iterator: IteratorValue; readonly before: readonly Statement[] } | undefined {
  if (!context.heap || !mayIterate(expression, context)) return undefined;
  const { result: value, before } = context.effects.collect(() => context.visit.value(expression));
  if (!value) return undefined;
  const to = classOfValue(value);
  const iterator =
    to && isExpression(value)
      ? iteratorOf(value, to)
      : !isExpression(value) && value.kind === 'iterator'
        ? value
        : undefined;
  return iterator && { iterator, before };
}

/** True if an expression may give an object in memory, or an iterator of one. */
function mayIterate(expression: ts.Expression, context: RowContext): boolean {
  if (mayBeShared(expression, context)) return true;
  const call = unwrap(expression);
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return false;
  const receiver = call.expression.expression;
  const { text: method } = call.expression.name;
  if (!iterators.has(method) || classesAt(receiver, context).length === 0) return false;
  // Entries of an array that is a value have a loop of their own.
  if (method !== 'entries') return true;
  return isReference(context.effects.collect(() => context.visit.value(receiver)).result);
}

/** The methods of arrays, maps and sets that give iterators. */
const iterators: ReadonlySet<string> = new Set(['keys', 'values', 'entries']);

/** True if the source's type of an expression includes one of objects in memory. */
function mayBeShared(expression: ts.Expression, context: RowContext): boolean {
  const type = context.program.checker.getTypeAtLocation(expression);
  const members = type.isUnion() ? type.types : [type];
  return members.some((member) => context.heap?.classOf(member) !== undefined);
}
