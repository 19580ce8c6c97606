import { convert, literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { assignedIn } from '../../ir/rewrite.js';
import type { VariableId } from '../../ir/variable.js';
import { type Course, isNext, type Known, positionsOf } from './loop-course.js';
import type { LoopScope } from './loop-scope.js';
import { Irregular, stepOf, type Values, withoutConversions } from './loop-step.js';

/**
 * Returns the values of variables after one step of a course, as expressions of their values before it and of the element. A read of a
 * window at a variable that counts the steps is the element. Throws {@link Irregular} if such a variable does not grow by 1 per step.
 */
export function valuesAfterStep(course: Course, begun: Known['begun'], scope: LoopScope): Values {
  const { element, body, update, index } = course;
  const { list } = scope;
  const positions = goesOverAll(course) ? positionsOf([...body, ...update], begun) : new Set<VariableId>();
  const asked = new Set(index === undefined ? [] : [index]);
  const elementAt = (e: Expression): Expression | undefined => {
    if (e.kind !== 'array-call' || !['element', 'item', 'at'].includes(e.operation)) return undefined;
    const column = list.windowOf(e.receiver);
    const place = e.arguments[0] && withoutConversions(e.arguments[0]);
    if (column === undefined || place?.kind !== 'read' || !positions.has(place.variable)) return undefined;
    asked.add(place.variable);
    return convert(list.elementOf(column), e.type);
  };
  const assigned = assignedIn([...body, ...update]);
  // A variable that the loop does not assign is replaced by its value if reductions can compute that.
  const known = [...begun].filter(([id, value]) => !assigned.has(id) && scope.whyNotOfElement(value) === undefined);
  const start = new Map<VariableId, Expression>([
    ...known,
    ...[...assigned].map((id) => [id, scope.read(id)] as const),
    ...(element ? [[element.variable, element.value] as const] : []),
  ]);
  const next = stepOf(update, stepOf(body, start, elementAt), elementAt);
  for (const id of asked)
    if (!isNext(next.get(id) ?? literal(0), id)) throw new Irregular('does not go from each row to the next');
  return next;
}

/** True if each row of the window has a step, so that a count of steps is a place in the window. */
function goesOverAll({ test, withoutFirst }: Course): boolean {
  return !test && !withoutFirst;
}
