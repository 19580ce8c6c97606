import { elementType } from '../../ir/arrays.js';
import { convert } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { assignedIn, declaredIn, forEachStatement } from '../../ir/rewrite.js';
import type { LoopOrigin, Statement } from '../../ir/statement.js';
import type { VariableId } from '../../ir/variable.js';
import { withoutConversions } from './loop-step.js';
import type { ReductionList } from './reduction-list.js';

/** What an array has that was made of a window's elements: a value of some of them, in their order. */
export interface Collected {
  readonly column: number;
  /** The variable of the loop that makes it. */
  readonly element: VariableId;
  readonly value: Expression;
  /** Whether an element is there. */
  readonly test: Expression | undefined;
}

/** A loop over all elements of a window, whatever it is written as. */
export interface Course {
  readonly body: readonly Statement[];
  /** What ends each step, `continue` included. */
  readonly update: readonly Statement[];
  /** One of the columns that it goes over: the windows of a row have the same rows. */
  readonly column: number;
  /** The variable that its test asks. */
  readonly index: VariableId | undefined;
  readonly element: { readonly variable: VariableId; readonly value: Expression } | undefined;
  readonly test: Expression | undefined;
  /** The first element stands before the loop, as what `reduce` without a start begins with. */
  readonly withoutFirst: boolean;
  /** It goes over the window itself, not over an array that was made of it. */
  readonly isDirect: boolean;
  readonly origin: LoopOrigin | undefined;
  readonly statement: Statement;
}

/** What is known of variables where a loop begins. */
export interface Known {
  /** Their values. */
  readonly begun: ReadonlyMap<VariableId, Expression>;
  readonly collected: ReadonlyMap<VariableId, Collected>;
}

/** The variables that a loop changes, its own aside. */
export function carriedBy(course: Course): ReadonlySet<VariableId> {
  const own = ownVariables(course);
  return new Set([...assignedIn([...course.body, ...course.update])].filter((id) => !own.has(id)));
}

/** The variables of each step: those that the body declares, and the element's. */
export function ownVariables({ body, update, element }: Course): ReadonlySet<VariableId> {
  return new Set([...declaredIn([...body, ...update]), ...(element ? [element.variable] : [])]);
}

/** The course of a loop; undefined where it is none over all elements of a window. */
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

/** A variable's value where it is known. */
function resolved(e: Expression, begun: ReadonlyMap<VariableId, Expression>): Expression {
  const plain = withoutConversions(e);
  const value = plain.kind === 'read' ? begun.get(plain.variable) : undefined;
  return value ? withoutConversions(value) : plain;
}

/** The variables that count the steps, from 0 on. That every step gets to where they are counted the steps themselves show. */
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

/** Whether a value is that of a variable, and one more. */
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
