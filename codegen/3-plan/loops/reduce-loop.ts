import { conditional, convert, literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { allExpressions } from '../../ir/rewrite.js';
import type { Statement } from '../../ir/statement.js';
import { booleanType } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import { type Shape, shapeOf } from '../shape.js';
import type { Limits } from './loop-carried.js';
import { type Course, carriedBy, isLiteral, isNext, type Known, ownVariables } from './loop-course.js';
import { type Exit, exitOf, left } from './loop-exit.js';
import { resultOf } from './loop-results.js';
import type { LoopScope } from './loop-scope.js';
import { Irregular, type Values } from './loop-step.js';
import { valuesAfterStep } from './loop-values.js';

/** The replacement of a loop. */
export interface ReducedLoop {
  readonly statements: readonly Statement[];
  /** In words: what each variable becomes. */
  readonly shapes: readonly string[];
  /** The variables whose sums are added in another order. */
  readonly sums: readonly string[];
}

/** The facts that the reduction of a loop needs besides the loop. */
interface Setting {
  readonly begun: Known['begun'];
  readonly scope: LoopScope;
  readonly limits: Limits;
  /** Gets the variables that count steps and that nothing outside reads. */
  readonly positions: Set<VariableId>;
}

/** Computes the variables that a loop carries by reductions. Throws {@link Irregular} if these do not give the loop's result. */
export function reduceLoop(given: Course, { begun, scope, limits, positions }: Setting): ReducedLoop {
  const exit = exitOf(given.body);
  const course = exit ? { ...given, body: exit.body } : given;
  const next = valuesAfterStep(course, begun, scope);
  const { line } = course.statement;
  const statements: Statement[] = [];
  const shapes: string[] = [];
  const sums: string[] = [];
  for (const id of carriedBy(course)) {
    const value = next.get(id);
    if (!value || id === left) continue;
    const isRead = scope.isReadOutside(id, course.statement);
    if (!isRead && isNext(value, id) && isLiteral(begun.get(id), 0)) {
      positions.add(id);
      continue;
    }
    const shape = shapeAfterStep(value, id, course, scope);
    if (shape.operation === undefined) continue;
    if (exit) throw new Irregular(`is left before its end, and carries ${scope.name(id)}`);
    if (!isRead) continue;
    const result = resultOf({ id, shape, course, begun, scope, limits });
    if (result.declaration) statements.push({ ...result.declaration, line });
    statements.push({ kind: 'assign', variable: id, value: convert(result.value, scope.read(id).type), line });
    shapes.push(`${scope.name(id)} is ${result.says}`);
    if (result.reordered !== undefined) sums.push(result.reordered);
  }
  if (exit) {
    const test = exitTest(exit, course, next, scope);
    statements.push({ kind: 'if', test, whenTrue: exit.statements, whenFalse: [], line });
    shapes.push('it asks whether any element passes a test');
  }
  return { statements, shapes, sums };
}

/** Builds the test that any element ends the loop. */
function exitTest({ statements }: Exit, course: Course, next: Values, scope: LoopScope): Expression {
  if (course.withoutFirst) throw new Irregular('leaves out the first element');
  const inside = new Set([...carriedBy(course), ...ownVariables(course)]);
  if (allExpressions(statements).some((e) => e.kind === 'read' && inside.has(e.variable)))
    throw new Irregular('is left with a value of the element');
  const holds = shapeAfterStep(next.get(left) ?? literal(false), left, course, scope).value(literal(false));
  return scope.list.reduce('any', scope.ofElement(holds), booleanType);
}

/** The shape of a variable's value after a step; elements that the course leaves out keep the variable as it is. */
function shapeAfterStep(next: Expression, id: VariableId, { test }: Course, scope: LoopScope): Shape {
  const value = test ? conditional(test, next, scope.read(id)) : next;
  const shape = value && shapeOf(value, id, scope.list.variables);
  if (!shape && id === left) throw new Irregular('is left where more decides than the element');
  if (!shape)
    throw new Irregular(`makes ${scope.name(id)} of what it was before in a way that is no sum, extreme or test`);
  return shape;
}
