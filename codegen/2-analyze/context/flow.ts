import type { Expression, KindTest } from '../../ir/expression.js';
import { alternativeKind, alternativesOf, coreOf, joinKinds, presentType, sameType, type Type } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';

/** The types that control flow has proved for variables at one point of the function. */
export type Flow = ReadonlyMap<VariableId, Type>;

/** Returns the facts that hold where two paths meet. A path that has ended (undefined) contributes nothing. */
export function joinFlows(a: Flow | undefined, b: Flow | undefined): Flow | undefined {
  if (!a || !b) return a ?? b;
  const joined = new Map<VariableId, Type>();
  for (const [id, type] of a) {
    const other = b.get(id);
    const both = other && joinKinds(type, other);
    if (both) joined.set(id, both);
  }
  return joined;
}

/** True if two flows know the same types of the same variables. */
export function sameFlow(a: Flow | undefined, b: Flow | undefined): boolean {
  if (!a || !b) return a === b;
  return a.size === b.size && [...a].every(([id, type]) => sameTypeOf(type, b.get(id)));
}

function sameTypeOf(a: Type, b: Type | undefined): boolean {
  return b !== undefined && sameType(a, b);
}

/** The test behind a boolean variable: its parts had side effects, so it was evaluated before the variable is read. */
const meanings = new WeakMap<Expression, Expression>();

/** Returns a read of a boolean variable that narrows like the test it was computed from. */
export function prove(test: Expression, meaning: Expression): Expression {
  const own = { ...test };
  meanings.set(own, meaning);
  return own;
}

/**
 * Returns the facts that hold if `test` is true (or false). It understands tests for null, undefined and truth, joined
 * by `&&`, `||` and `!`.
 */
export function narrow(flow: Flow, test: Expression, outcome: boolean): Flow {
  switch (test.kind) {
    case 'not':
      return narrow(flow, test.operand, !outcome);
    case 'logical':
      // `a && b` is true only if both are; `a || b` is false only if neither is true. The other outcome proves nothing.
      return (test.operator === '&&') === outcome
        ? narrow(narrow(flow, test.left, outcome), test.right, outcome)
        : flow;
    case 'truthy':
      return outcome ? withType(narrowChosen(flow, test.operand), test.operand, presentType) : flow;
    case 'read': {
      const meaning = meanings.get(test);
      return meaning ? narrow(flow, meaning, outcome) : flow;
    }
    case 'conditional':
      return outcome ? narrowChosen(flow, test) : flow;
    case 'compare':
      return outcome ? narrowOrdered(narrowOrdered(flow, test.left), test.right) : flow;
    case 'kind-test':
      return narrowKind(flow, test, outcome);
    case 'equal':
      return (
        narrowEqual(flow, test.left, test.right, outcome) ?? narrowEqual(flow, test.right, test.left, outcome) ?? flow
      );
    default:
      return flow;
  }
}

/** Narrows a variant by the outcome of a test of its kinds. */
function narrowKind(flow: Flow, { operand, is }: KindTest, outcome: boolean): Flow {
  return withType(flow, operand, (before) => {
    const rest = alternativesOf(before.core).filter((one) => is.includes(alternativeKind(one)) === outcome);
    const core = coreOf(rest) ?? before.core;
    return outcome ? { core, mayBeNull: false, mayBeUndefined: false } : { ...before, core };
  });
}

/** An operand of an order that holds is present. */
function narrowOrdered(flow: Flow, operand: Expression): Flow {
  const { kind } = operand.type.core;
  return kind === 'string' || kind === 'bigint' ? withType(flow, operand, presentType) : flow;
}

/**
 * Narrows by a value that is not undefined. `x?.y` is compiled to `x === null ? undefined : y`, so such a value proves
 * that `x` is present.
 */
function narrowChosen(flow: Flow, value: Expression): Flow {
  const e = value.kind === 'convert' ? value.operand : value;
  return e.kind === 'conditional' && isUndefined(e.whenTrue) ? narrow(flow, e.test, false) : flow;
}

function isUndefined(e: Expression): boolean {
  return e.kind === 'convert' ? isUndefined(e.operand) : e.kind === 'literal' && e.value === undefined;
}

/** Narrows `left` by the outcome of `left === right`; returns undefined if that proves nothing. */
function narrowEqual(flow: Flow, left: Expression, right: Expression, outcome: boolean): Flow | undefined {
  if (left.kind === 'conditional' && outcome && !right.type.mayBeUndefined) return narrowChosen(flow, left);
  if (left.kind !== 'read') return undefined;
  const { type } = right;
  if (outcome) {
    return withType(flow, left, (before) => ({
      core: type.core.kind === 'nothing' ? type.core : equalCore(before, type),
      mayBeNull: before.mayBeNull && type.mayBeNull,
      mayBeUndefined: before.mayBeUndefined && type.mayBeUndefined,
    }));
  }
  if (right.kind !== 'literal') return undefined;
  if (right.value === null) return withType(flow, left, (before) => ({ ...before, mayBeNull: false }));
  if (right.value === undefined) return withType(flow, left, (before) => ({ ...before, mayBeUndefined: false }));
  return undefined;
}

/** Returns the core of a value that equals another one: a variant is of the kind of that one. */
function equalCore(before: Type, other: Type): Type['core'] {
  if (before.core.kind !== 'variant' || other.core.kind === 'variant') return before.core;
  const [equal] = alternativesOf(other.core);
  return before.core.of.find((one) => equal && alternativeKind(one) === alternativeKind(equal)) ?? before.core;
}

function withType(flow: Flow, read: Expression, change: (before: Type) => Type): Flow {
  if (read.kind !== 'read') return flow;
  return new Map(flow).set(read.variable, Object.freeze(change(flow.get(read.variable) ?? read.type)));
}
