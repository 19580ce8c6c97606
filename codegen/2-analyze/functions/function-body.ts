import { ts } from '../../1-parse/syntax/ts.js';
import { arrayCall, elementType } from '../../ir/arrays.js';
import { literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { arrayOf } from '../arrays/values.js';
import { joinFlows } from '../context/flow.js';
import type { InlinedCall } from '../context/inlined-call.js';
import { labelled, withoutLastLeave } from '../context/jumps.js';
import { returns } from '../context/losses.js';
import type { RowContext } from '../context/row-context.js';
import { keep, keepFaults, sequence } from '../effects/effects.js';
import { bind } from '../objects/bind-value.js';
import { withDefault } from '../objects/parts.js';
import { unsupported } from '../refusals/unsupported.js';
import { lineOf } from '../syntax/line-of.js';
import { type FunctionNode, isExpression, type Value } from '../values/value.js';

/** The arguments of a call: those before a spread computed array, and an array of that one's elements and all later arguments. */
export interface Arguments {
  readonly values: readonly Value[];
  readonly tail?: Expression | undefined;
}

/** Visits the body of a function that is being called. Returns its value. */
export function visitBody(node: FunctionNode, active: InlinedCall, context: RowContext): Value | undefined {
  const { body } = node;
  if (!body) return undefined;
  context.effects.line = lineOf(body);
  if (!ts.isBlock(body)) return context.visit.value(body);
  const last = body.statements.at(-1);
  const isOnlyReturn = last && ts.isReturnStatement(last) && !body.statements.slice(0, -1).some(returns);
  if (isOnlyReturn || !body.statements.some(returns)) {
    context.effects.push(...context.visit.statements(isOnlyReturn ? body.statements.slice(0, -1) : body.statements));
    if (!isOnlyReturn || !last.expression || !context.flow) return literal(undefined);
    context.effects.line = lineOf(last);
    return context.visit.value(last.expression);
  }
  const { result, label } = active;
  const line = lineOf(node);
  const { result: statements, before } = context.effects.collect(() => context.visit.statements(body.statements));
  const end = context.flow ? result.assign(literal(undefined), line) : [];
  context.flow = joinFlows(context.flow, active.afterReturn);
  const all = withoutLastLeave(sequence(before, statements, end), label);
  context.effects.push(...result.declarations(line), ...labelled(all, label, line));
  if (context.reports.losses.hasReturn(active)) return undefined;
  return result.read() ?? (context.flow ? undefined : literal(undefined));
}

/** Binds the parameters of a function to the arguments of a call. */
export function bindParameters({ parameters }: FunctionNode, { values, tail }: Arguments, context: RowContext): void {
  const hasDefaults = parameters.some(({ initializer }) => initializer);
  const args = hasDefaults ? values.map((arg) => keep(arg, context)) : values;
  for (const further of args.slice(parameters.length)) keepFaults(further, context);
  for (const [index, parameter] of parameters.entries()) {
    const { name, initializer, dotDotDotToken } = parameter;
    if (ts.isIdentifier(name) && name.text === 'this') continue;
    context.effects.line = lineOf(parameter);
    if (dotDotDotToken) {
      bind(name, restOf(args.slice(index), tail, parameter, context), context);
      continue;
    }
    const arg = args[index] ?? literal(undefined);
    const value = initializer ? withDefault(arg, initializer, context) : arg;
    if (value && ts.isIdentifier(name) && isExpression(value) && isAlias(name, value, context))
      context.names.bind(name, { kind: 'slots', slots: aliasOf(value) });
    else bind(name, value, context);
  }
}

/** Returns the value of a rest parameter. */
function restOf(
  elements: readonly Value[],
  tail: Expression | undefined,
  parameter: ts.Node,
  context: RowContext,
): Value | undefined {
  if (!tail) return { kind: 'tuple', elements };
  const first = arrayOf(elements, elementType(tail.type), context);
  if (!first) return unsupported(parameter, context);
  return elements.length === 0 ? tail : arrayCall('concat', first, tail);
}

/** True if a parameter is only another name for a constant or variable, so that proofs about one hold for the other. */
function isAlias(name: ts.Identifier, value: Value, context: RowContext): boolean {
  if (context.names.isReassigned(name)) return false;
  return value.kind === 'literal' || (value.kind === 'read' && !context.variables.isReassigned(value.variable));
}

function aliasOf(value: Value) {
  return value.kind === 'read'
    ? ({ kind: 'variable', id: value.variable } as const)
    : ({ kind: 'fixed', value } as const);
}
