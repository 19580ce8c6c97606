import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { literal } from '../../ir/build.js';
import { mayBeAbsent } from '../../ir/type.js';
import { choose } from '../choices/choose.js';
import { either, oneOf } from '../choices/either.js';
import { keepPresence } from '../choices/optional-values.js';
import { isRooted } from '../constants/references.js';
import { narrow } from '../context/flow.js';
import type { RowContext } from '../context/row-context.js';
import { isPure, keepExpression, visitBranch } from '../effects/effects.js';
import { asksRight } from '../values/logical-operator.js';
import { isMissing, isOptional } from '../values/optional-value.js';
import { isExpression, type Value } from '../values/value.js';

/**
 * Visits `a?.b.c(d)`: if `a` is null or undefined, so is the result undefined, and the rest is not evaluated. Returns undefined for any
 * other expression, and for a chain whose links have all been visited.
 */
export function visitOptionalChain(
  node: ts.Expression,
  context: RowContext,
): { readonly value: Value | undefined } | undefined {
  const known = context.links.get(node);
  if (known) return { value: known };
  const link = firstLink(node, context);
  // References to constants know which members are missing.
  if (link && isRooted(link, context)) return undefined;
  return link && { value: visitLink(link, node, context) };
}

/** Returns the object of the first `?.` of a chain that has not been visited yet. */
function firstLink(node: ts.Expression, context: RowContext): ts.Expression | undefined {
  if (!ts.isOptionalChain(node)) return undefined;
  const object = unwrap(node.expression);
  const isLink = !ts.isNonNullExpression(node) && node.questionDotToken !== undefined && !context.links.has(object);
  return firstLink(node.expression, context) ?? (isLink ? object : undefined);
}

function visitLink(link: ts.Expression, node: ts.Expression, context: RowContext): Value | undefined {
  const value = context.visit.value(link);
  if (!value) return undefined;
  const visitRest = (object: Value) => {
    context.links.set(link, object);
    const rest = context.visit.value(node);
    context.links.delete(link);
    return rest;
  };
  if (isOptional(value) && value.tagged && context.flow) {
    const object = keepPresence(value, context);
    const test = isMissing(object);
    const { flow } = context;
    const rest = visitBranch(narrow(flow, test, false), () => visitRest(object.value), context);
    const absent = { value: literal(undefined), before: [], flow: narrow(flow, test, true) };
    return rest.value && oneOf(test, absent, rest, node, context);
  }
  if (isOptional(value) && context.flow) {
    const rest = visitBranch(context.flow, () => visitRest(value.value), context);
    const absent = { value: literal(undefined), before: [], flow: context.flow };
    return rest.value && choose(value.present, rest, absent, node, context);
  }
  if (!isExpression(value) || !mayBeAbsent(value.type) || !context.flow) return visitRest(value);
  if (value.type.core.kind === 'nothing') return literal(undefined);
  const object = value.kind === 'read' ? value : keepExpression(value, 'object', context);
  const test = asksRight('??', object);
  const { flow } = context;
  const rest = visitBranch(
    narrow(flow, test, false),
    () => visitRest(object.kind === 'read' ? context.variables.read(object.variable) : object),
    context,
  );
  if (!rest.value) return undefined;
  const absent = { value: literal(undefined), before: [], flow: narrow(flow, test, true) };
  if (isPure(rest) && isExpression(rest.value)) return either(test, absent.value, rest.value, node, context);
  return choose(test, absent, rest, node, context);
}
