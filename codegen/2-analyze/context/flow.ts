import type { Expression } from '../../ir/expression.js';
import { joinTypes, presentType, sameType, type Type } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';

/** What control flow has proved about each variable at one point of the function. */
export type Flow = ReadonlyMap<VariableId, Type>;

/** What holds where two paths meet; a path that has ended (undefined) contributes nothing. */
export function joinFlows(a: Flow | undefined, b: Flow | undefined): Flow | undefined {
  if (!a || !b) return a ?? b;
  const joined = new Map<VariableId, Type>();
  for (const [id, type] of a) {
    const other = b.get(id);
    const both = other && joinTypes(type, other);
    if (both) joined.set(id, both);
  }
  return joined;
}

/** Whether the same is known, and of the same variables. */
export function sameFlow(a: Flow | undefined, b: Flow | undefined): boolean {
  if (!a || !b) return a === b;
  return a.size === b.size && [...a].every(([id, type]) => sameTypeOf(type, b.get(id)));
}

function sameTypeOf(a: Type, b: Type | undefined): boolean {
  return b !== undefined && sameType(a, b);
}

/** What the truth of a variable means: of a test whose parts had side effects, which is over when it is asked for. */
const meanings = new WeakMap<Expression, Expression>();

/** A boolean variable as a test of what it was computed from. */
export function prove(test: Expression, meaning: Expression): Expression {
  const own = { ...test };
  meanings.set(own, meaning);
  return own;
}

/** What holds where `test` turned out true (or false): tests for null, undefined and truth, joined by `&&`, `||`, `!`. */
export function narrow(flow: Flow, test: Expression, outcome: boolean): Flow {
  switch (test.kind) {
    case 'not':
      return narrow(flow, test.operand, !outcome);
    case 'logical':
      // `a && b` is true where both are; `a || b` is false where neither is. Nothing is known of the other outcome.
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
    case 'equal':
      return (
        narrowEqual(flow, test.left, test.right, outcome) ?? narrowEqual(flow, test.right, test.left, outcome) ?? flow
      );
    default:
      return flow;
  }
}

/** A string that is less or more than another one is there. */
function narrowOrdered(flow: Flow, operand: Expression): Flow {
  const { kind } = operand.type.core;
  return kind === 'string' || kind === 'bigint' ? withType(flow, operand, presentType) : flow;
}

/** What a value tells that is not undefined: of `x === null ? undefined : y`, as `x?.y` is compiled, that `x` is present. */
function narrowChosen(flow: Flow, value: Expression): Flow {
  const e = value.kind === 'convert' ? value.operand : value;
  return e.kind === 'conditional' && isUndefined(e.whenTrue) ? narrow(flow, e.test, false) : flow;
}

function isUndefined(e: Expression): boolean {
  return e.kind === 'convert' ? isUndefined(e.operand) : e.kind === 'literal' && e.value === undefined;
}

/** `left === right`, as far as it tells something about `left`. */
function narrowEqual(flow: Flow, left: Expression, right: Expression, outcome: boolean): Flow | undefined {
  if (left.kind === 'conditional' && outcome && !right.type.mayBeUndefined) return narrowChosen(flow, left);
  if (left.kind !== 'read') return undefined;
  const { type } = right;
  if (outcome) {
    return withType(flow, left, (before) => ({
      core: type.core.kind === 'nothing' ? type.core : before.core,
      mayBeNull: before.mayBeNull && type.mayBeNull,
      mayBeUndefined: before.mayBeUndefined && type.mayBeUndefined,
    }));
  }
  if (right.kind !== 'literal') return undefined;
  if (right.value === null) return withType(flow, left, (before) => ({ ...before, mayBeNull: false }));
  if (right.value === undefined) return withType(flow, left, (before) => ({ ...before, mayBeUndefined: false }));
  return undefined;
}

function withType(flow: Flow, read: Expression, change: (before: Type) => Type): Flow {
  if (read.kind !== 'read') return flow;
  return new Map(flow).set(read.variable, Object.freeze(change(flow.get(read.variable) ?? read.type)));
}
