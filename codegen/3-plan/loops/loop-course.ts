import { elementType } from '../../ir/arrays.js';
import { convert } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { assignedIn, declaredIn, forEachStatement } from '../../ir/rewrite.js';
import type { LoopOrigin, Statement } from '../../ir/statement.js';
import type { VariableId } from '../../ir/variable.js';
import { withoutConversions } from './loop-step.js';
import type { ReductionList } from './reduction-list.js';

/** The elements of an array that a loop made of a window: values of some of the window's elements, in their order. */
export interface Collected {
  readonly column: number;
  /** The variable of the loop that makes the array. */
  readonly element: VariableId;
  readonly value: Expression;
  /** True for elements of the window that are in the array; undefined if all are. */
  readonly test: Expression | undefined;
}

/** A loop over all elements of a window, in any of its written forms. */
export interface Course {
  readonly body: readonly Statement[];
  /** The statements at the end of each step, also after `continue`. */
  readonly update: readonly Statement[];
  /** One of the columns that it goes over. All windows of a row have the same rows. */
  readonly column: number;
  /** The variable in its test. */
  readonly index: VariableId | undefined;
  readonly element: { readonly variable: VariableId; readonly value: Expression } | undefined;
  readonly test: Expression | undefined;
  /** True if the first element stands before the loop, as the start value of a `reduce` without one. */
  readonly withoutFirst: boolean;
  /** True if it goes over the window itself, not over an array that was made of it. */
  readonly isDirect: boolean;
  readonly origin: LoopOrigin | undefined;
  readonly statement: Statement;
}

/** The facts about variables at the beginning of a loop. */
export interface Known {
  /** The values that they hold. */
  readonly begun: ReadonlyMap<VariableId, Expression>;
  readonly collected: ReadonlyMap<VariableId, Collected>;
}

/** Returns the variables that a loop changes, except its own. */
export function carriedBy(course: Course): ReadonlySet<VariableId> {
  const own = ownVariables(course);
  return new Set([...assignedIn([...course.body, ...course.update])].filter((id) => !own.has(id)));
}

/** Returns the variables of a single step: those that the body declares, and the element's. */
export function ownVariables({ body, update, element }: Course): ReadonlySet<VariableId> {
  return new Set([...declaredIn([...body, ...update]), ...(element ? [element.variable] : [])]);
}

/** Returns the course of a loop. Undefined if it does not go over all elements of a window. */
export function courseOf(statement: Statement, list: ReductionList, { begun, collected }: Known): Course | undefined {
  if (statement.kind === 'loop') {
    const { test, bodyFirst, body, update, counted, origin } = statement;
    if (bodyFirst || counted || test.kind !== 'compare' || test.operator !== '<') return undefined;
    const [index, length] = [withoutConversions(test.left), resolved(test.right, begun)];
    const column =
      length.kind === 'array-call' && length.operation === 'length' ? list.windowOf(length.receiver) : undefined;
    const isIndex = index.kind === 'read' && positionsOf([...body, ...update], begun).has(index.variable);
    if (column === undefined || !isIndex) return undefined;
    return {
      body,
      update,
      column,
      index: index.variable,
      element: undefined,
      test: undefined,
      withoutFirst: false,
      isDirect: true,
      origin,
      statement,
    };
  }
  if (statement.kind !== 'for-of') return undefined;
  const { source, variable, body, origin } = statement;
  const rest = { body, update: [], index: undefined, origin, statement };
  const made = source.kind === 'read' ? collected.get(source.variable) : undefined;
  if (made) {
    const { column, value, test } = made;
    return { ...rest, column, element: { variable, value }, test, withoutFirst: false, isDirect: false };
  }
  const withoutFirst = isWithoutFirst(source);
  const column = list.windowOf(withoutFirst ? source.receiver : source);
  if (column === undefined) return undefined;
  const element = { variable, value: convert(list.elementOf(column), elementType(list.typeOf(column))) };
  return { ...rest, column, element, test: undefined, withoutFirst, isDirect: true };
}

function isWithoutFirst(e: Expression): e is Extract<Expression, { readonly kind: 'array-call' }> {
  if (e.kind !== 'array-call' || e.operation !== 'slice' || e.arguments.length !== 1) return false;
  return isLiteral(e.arguments[0], 1);
}

/** Returns the value of a variable, if it is known. */
function resolved(e: Expression, begun: ReadonlyMap<VariableId, Expression>): Expression {
  const plain = withoutConversions(e);
  const value = plain.kind === 'read' ? begun.get(plain.variable) : undefined;
  return value ? withoutConversions(value) : plain;
}

/** Returns the variables that count the steps from 0. The caller checks that every step reaches their assignment. */
export function positionsOf(
  body: readonly Statement[],
  begun: ReadonlyMap<VariableId, Expression>,
): ReadonlySet<VariableId> {
  const values = new Map<VariableId, Expression[]>();
  forEachStatement(body, (statement) => {
    if (statement.kind !== 'assign') return;
    values.set(statement.variable, [...(values.get(statement.variable) ?? []), statement.value]);
  });
  const counts = ([value, ...others]: readonly Expression[], id: VariableId) =>
    value !== undefined && others.length === 0 && isNext(value, id) && isLiteral(begun.get(id), 0);
  return new Set([...values].flatMap(([id, assigned]) => (counts(assigned, id) ? [id] : [])));
}

/** True if a value is that of a variable plus 1. */
export function isNext(e: Expression, variable: VariableId): boolean {
  const sum = withoutConversions(e);
  if (sum.kind !== 'arithmetic' || sum.operator !== '+') return false;
  const left = withoutConversions(sum.left);
  return left.kind === 'read' && left.variable === variable && isLiteral(sum.right, 1);
}

export function isLiteral(e: Expression | undefined, value: number): boolean {
  const plain = e && withoutConversions(e);
  return plain?.kind === 'literal' && Object.is(plain.value, value);
}
