import { literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { forEachStatement, rewriteExpression, rewriteExpressions } from '../../ir/rewrite.js';
import type { ForOf, Statement } from '../../ir/statement.js';
import { intType } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import { type Collected, type Course, carriedBy, isNext, type Known } from './loop-course.js';
import type { LoopScope } from './loop-scope.js';
import { valuesAfterStep } from './loop-values.js';
import { pushedOf, pushedWhere } from './pushed-value.js';
import { windowRows } from './reduction-list.js';

/** The arrays that loops make of a window's elements. A loop over such an array goes over the window instead. */
export class CollectedArrays {
  /** True once the length of such an array was replaced by a count. */
  areCounted = false;
  readonly collected = new Map<VariableId, Collected>();
  readonly #body: readonly Statement[];
  readonly #scope: LoopScope;
  readonly #positions: Set<VariableId>;

  /** @param positions gets the variables that count the steps of such loops */
  constructor(body: readonly Statement[], scope: LoopScope, positions: Set<VariableId>) {
    this.#body = body;
    this.#scope = scope;
    this.#positions = positions;
  }

  /**
   * Notes the array that a loop makes, if it makes one and changes nothing else but counts of its steps.
   *
   * @param here the variables that the same list of statements has declared, if it runs once
   */
  collect(
    loop: ForOf,
    course: Course,
    { begun, here }: { readonly begun: Known['begun']; readonly here: ReadonlySet<VariableId> },
  ): boolean {
    if (course.withoutFirst) return false;
    const next = valuesAfterStep(course, begun, this.#scope);
    const carried = [...carriedBy(course)];
    const [id, ...arrays] = carried.filter((one) => this.#scope.read(one).type.core.kind === 'array');
    if (id === undefined || arrays.length > 0 || !here.has(id)) return false;
    const others = carried.filter((one) => one !== id);
    const areCounts = others.every(
      (one) => isNext(next.get(one) ?? literal(0), one) && !this.#scope.isReadOutside(one, loop),
    );
    const start = begun.get(id);
    const isFresh = start?.kind === 'new-array' && start.elements.length === 0;
    const pushed = pushedWhere(course.test, pushedOf(next.get(id), id));
    if (!areCounts || !isFresh || this.#assignmentsOf(id) !== 1 || !pushed) return false;
    const { value, test } = pushed;
    for (const part of [value, ...(test ? [test] : [])]) this.#scope.ofElement(part);
    this.collected.set(id, { column: course.column, element: loop.variable, value, test });
    for (const one of others) this.#positions.add(one);
    return true;
  }

  #assignmentsOf(id: VariableId): number {
    let count = 0;
    forEachStatement(this.#body, (one) => {
      if (one.kind === 'assign' && one.variable === id) count += 1;
    });
    return count;
  }

  /** A statement with counts for the lengths of these arrays. Statements inside it are left as they are: the walk comes to them later. */
  withCounts(statement: Statement): Statement {
    if (this.collected.size === 0) return statement;
    const change = (e: Expression) => this.#countOf(e) ?? e;
    switch (statement.kind) {
      case 'if':
      case 'loop':
        return { ...statement, test: rewriteExpression(statement.test, change) };
      case 'sort':
        return { ...statement, isBefore: rewriteExpression(statement.isBefore, change) };
      case 'block':
      case 'for-of':
        return statement;
      default:
        return rewriteExpressions([statement], change)[0] ?? statement;
    }
  }

  /** The number of elements, if an expression is the length of one of these arrays. */
  #countOf(e: Expression): Expression | undefined {
    if (e.kind !== 'array-call' || e.operation !== 'length' || e.receiver.kind !== 'read') return undefined;
    const array = this.collected.get(e.receiver.variable);
    if (!array) return undefined;
    this.areCounted = true;
    return array.test ? this.#scope.list.reduce('count', this.#scope.ofElement(array.test), intType) : windowRows;
  }
}
