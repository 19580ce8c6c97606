import { conditional, convert, literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import {
  allExpressions,
  assignedIn,
  declaredIn,
  forEachStatement,
  rewriteExpression,
  rewriteExpressions,
} from '../../ir/rewrite.js';
import type { LoopFinding, ReorderedLoop, RowFunction, RowWindow } from '../../ir/row-function.js';
import type { ForOf, Loop, LoopId, Statement } from '../../ir/statement.js';
import { booleanType, intType } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import { type Shape, shapeOf } from '../shape.js';
import { pushedOf, pushedWhere } from './collected-array.js';
import type { Limits } from './loop-carried.js';
import { type Collected, type Course, courseOf, isLiteral, isNext, type Known, positionsOf } from './loop-course.js';
import { exitOf, left } from './loop-exit.js';
import { withoutLeftovers } from './loop-leftovers.js';
import { resultOf } from './loop-results.js';
import { LoopScope } from './loop-scope.js';
import { Irregular, stepOf, type Values, withoutConversions } from './loop-step.js';
import { windowRows } from './reduction-list.js';

/**
 * Loops over windows that are proved to compute what an associative operation gives become reductions. The result has the bits of the
 * loop: but for sums of doubles, which are added in another order where the description says so, and otherwise left alone.
 */
export function loopReductions(fn: RowFunction): RowFunction {
  if (!fn.window) return fn;
  const loops = new LoopReductions(fn, fn.window);
  const body = loops.body(fn.body);
  if (loops.findings.length === 0 && !loops.isFound) return fn;
  const found = { ...fn, loops: loops.findings };
  if (!loops.isFound) return found;
  const { list, variables } = loops.scope.list;
  return { ...found, body: withoutLeftovers(body, loops), variables, reductions: list, reordered: loops.reordered };
}

/** Rows of a table are counted in 31 bits. */
const mostRows = 2 ** 31;

/** What stands in the place of a loop. */
interface Reduced {
  readonly statements: readonly Statement[];
  readonly shapes: readonly string[];
  /** The variables whose sums are added in another order. */
  readonly sums: readonly string[];
}

/** The statements around a loop, as far as it asks for them. */
interface Around {
  readonly begun: Known['begun'];
  /** What has been declared in the same list of statements, which runs once. */
  readonly here: ReadonlySet<VariableId>;
  /** In another loop. */
  readonly isRepeated: boolean;
}

class LoopReductions {
  readonly scope: LoopScope;
  readonly findings: LoopFinding[] = [];
  readonly reordered: ReorderedLoop[] = [];
  /** Arrays that loops make of elements. */
  readonly collected = new Map<VariableId, Collected>();
  /** What counts the steps of loops. */
  readonly positions = new Set<VariableId>();
  isFound = false;
  readonly #fn: RowFunction;
  readonly #limits: Limits;

  constructor(fn: RowFunction, { rows, reorder }: RowWindow) {
    this.#fn = fn;
    this.scope = new LoopScope(fn);
    const copies = new Map<LoopId, number>();
    forEachStatement(fn.body, (statement) => {
      const origin = statement.kind === 'for-of' || statement.kind === 'loop' ? statement.origin : undefined;
      if (origin) copies.set(origin.id, (copies.get(origin.id) ?? 0) + 1);
    });
    this.#limits = { reorder, copies, rows: 'on' in rows ? mostRows : rows.preceding + 1 + rows.following };
  }

  body(statements: readonly Statement[], before: Known['begun'] = new Map(), isRepeated = false): readonly Statement[] {
    const begun = new Map(before);
    const here = new Set<VariableId>();
    return statements.flatMap((given) => {
      const statement = this.#withLengths(given);
      const made = this.#statement(statement, { begun, here, isRepeated });
      if (statement.kind === 'declare' && !isRepeated) here.add(statement.variable);
      for (const id of assignedIn([statement])) begun.delete(id);
      const isKnown = statement.kind === 'declare' || statement.kind === 'assign';
      if (isKnown && this.scope.isSettled(statement.value)) begun.set(statement.variable, statement.value);
      return made;
    });
  }

  #statement(statement: Statement, around: Around): readonly Statement[] {
    const { begun, isRepeated } = around;
    const inner = (body: readonly Statement[]) => this.body(body, begun, isRepeated);
    switch (statement.kind) {
      case 'if':
        return [{ ...statement, whenTrue: inner(statement.whenTrue), whenFalse: inner(statement.whenFalse) }];
      case 'block':
        return [{ ...statement, body: inner(statement.body) }];
      case 'for-of':
      case 'loop': {
        const reduced = this.#loop(statement, around);
        if (reduced) return reduced;
        const carried = new Map(begun);
        for (const id of assignedIn([statement])) carried.delete(id);
        return [{ ...statement, body: this.body(statement.body, carried, true) }];
      }
      case 'sort': {
        const carried = new Map(begun);
        for (const id of assignedIn([statement])) carried.delete(id);
        return [{ ...statement, body: this.body(statement.body, carried, true) }];
      }
      default:
        return [statement];
    }
  }

  /** What stands in the place of a loop; undefined where it stays. */
  #loop(loop: ForOf | Loop, around: Around): readonly Statement[] | undefined {
    const { line } = loop;
    const course = courseOf(loop, this.scope.list, { begun: around.begun, collected: this.collected });
    const reduced = course
      ? this.#attempt(() => this.#reduced(course, around.begun))
      : 'does not go over a window from its first row to its last';
    if (typeof reduced !== 'string') {
      const { statements, shapes, sums } = reduced;
      this.findings.push({ line, shapes, isReduced: true });
      if (sums.length > 0 && loop.origin) this.reordered.push({ loop: loop.origin.id, sums });
      this.isFound = true;
      return statements;
    }
    const isCollected = course && this.#attempt(() => this.#collect(loop, course, around));
    if (isCollected !== true && this.#readsWindow(loop))
      this.findings.push({ line, shapes: [reduced], isReduced: false });
    return undefined;
  }

  /** What is found, or why there is nothing: then what was listed on the way there is not. */
  #attempt<T>(find: () => T): T | string {
    const { list } = this.scope;
    const listed = list.mark();
    try {
      return find();
    } catch (error) {
      if (!(error instanceof Irregular)) throw error;
      list.goBack(listed);
      return error.message;
    }
  }

  #reduced(given: Course, begun: Known['begun']): Reduced {
    const { scope } = this;
    const exit = exitOf(given.body);
    const course = exit ? { ...given, body: exit.body } : given;
    const next = this.#next(course, begun);
    const { line } = course.statement;
    const statements: Statement[] = [];
    const shapes: string[] = [];
    const sums: string[] = [];
    const carried = carriedBy(course);
    for (const id of carried) {
      const value = next.get(id);
      const isRead = scope.isReadOutside(id, course.statement);
      if (!value || id === left) continue;
      if (!isRead && isNext(value, id) && isLiteral(begun.get(id), 0)) {
        this.positions.add(id);
        continue;
      }
      const shape = this.#shape(value, id, course);
      if (shape.operation === undefined) continue;
      if (exit) throw new Irregular(`is left before its end, and carries ${scope.name(id)}`);
      if (!isRead) continue;
      const result = resultOf({ id, shape, course, begun, scope, limits: this.#limits });
      if (result.declaration) statements.push({ ...result.declaration, line });
      statements.push({ kind: 'assign', variable: id, value: convert(result.value, scope.read(id).type), line });
      shapes.push(`${scope.name(id)} is ${result.says}`);
      if (result.reordered !== undefined) sums.push(result.reordered);
    }
    if (exit) {
      if (course.withoutFirst) throw new Irregular('leaves out the first element');
      const inside = new Set([...carried, ...insideOf(course)]);
      if (allExpressions(exit.statements).some((e) => e.kind === 'read' && inside.has(e.variable)))
        throw new Irregular('is left with a value of the element');
      const holds = this.#shape(next.get(left) ?? literal(false), left, course).value(literal(false));
      const test = scope.list.reduce('any', scope.ofElement(holds), booleanType);
      statements.push({ kind: 'if', test, whenTrue: exit.statements, whenFalse: [], line });
      shapes.push('it asks whether any element passes a test');
    }
    return { statements, shapes, sums };
  }

  /** What a step makes of what it carries. */
  #next(course: Course, begun: Known['begun']): Values {
    const { element, body, update, test, index } = course;
    const { scope } = this;
    const isWhole = !test && !course.withoutFirst;
    const positions = isWhole ? positionsOf([...body, ...update], begun) : new Set<VariableId>();
    const asked = new Set(index === undefined ? [] : [index]);
    const elementAt = (e: Expression): Expression | undefined => {
      if (e.kind !== 'array-call' || !['element', 'item', 'at'].includes(e.operation)) return undefined;
      const column = scope.list.windowOf(e.receiver);
      const place = e.arguments[0] && withoutConversions(e.arguments[0]);
      if (column === undefined || place?.kind !== 'read' || !positions.has(place.variable)) return undefined;
      asked.add(place.variable);
      return convert(scope.list.elementOf(column), e.type);
    };
    const assigned = assignedIn([...body, ...update]);
    // What is known of other variables stands for them.
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

  #shape(next: Expression, id: VariableId, { test }: Course): Shape {
    const { scope } = this;
    const value = test ? conditional(test, next, scope.read(id)) : next;
    const shape = value && shapeOf(value, id, scope.list.variables);
    if (!shape && id === left) throw new Irregular('is left where more decides than the element');
    if (!shape)
      throw new Irregular(`makes ${scope.name(id)} of what it was before in a way that is no sum, extreme or test`);
    return shape;
  }

  /** An array that the loop makes of elements: what goes over it goes over the window. */
  #collect(loop: ForOf | Loop, course: Course, { begun, here }: Around): boolean {
    if (loop.kind === 'loop' || course.withoutFirst) return false;
    const next = this.#next(course, begun);
    const carried = [...carriedBy(course)];
    const [id, ...arrays] = carried.filter((one) => this.scope.read(one).type.core.kind === 'array');
    if (id === undefined || arrays.length > 0 || !here.has(id)) return false;
    const others = carried.filter((one) => one !== id);
    const areCounts = others.every(
      (one) => isNext(next.get(one) ?? literal(0), one) && !this.scope.isReadOutside(one, loop),
    );
    const start = begun.get(id);
    const isFresh = start?.kind === 'new-array' && start.elements.length === 0;
    let assignments = 0;
    forEachStatement(this.#fn.body, (one) => {
      if (one.kind === 'assign' && one.variable === id) assignments += 1;
    });
    const pushed = pushedWhere(course.test, pushedOf(next.get(id), id));
    if (!areCounts || !isFresh || assignments !== 1 || !pushed) return false;
    const { value, test } = pushed;
    for (const part of [value, ...(test ? [test] : [])]) this.scope.ofElement(part);
    this.collected.set(id, { column: course.column, element: loop.variable, value, test });
    for (const one of others) this.positions.add(one);
    return true;
  }

  /** How many elements such arrays have is a count. */
  #withLengths(statement: Statement): Statement {
    if (this.collected.size === 0) return statement;
    const change = (e: Expression): Expression => {
      if (e.kind !== 'array-call' || e.operation !== 'length' || e.receiver.kind !== 'read') return e;
      const made = this.collected.get(e.receiver.variable);
      if (!made) return e;
      this.isFound = true;
      return made.test ? this.scope.list.reduce('count', this.scope.ofElement(made.test), intType) : windowRows;
    };
    // Those of statements inside come when these do.
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

  /** Whether a loop, or one in it, reads a window. */
  #readsWindow(loop: Statement): boolean {
    return allExpressions([loop]).some((e) => this.scope.list.windowOf(e) !== undefined);
  }
}

/** What a loop changes besides variables of its own. */
function carriedBy(course: Course): ReadonlySet<VariableId> {
  const inside = insideOf(course);
  return new Set([...assignedIn([...course.body, ...course.update])].filter((id) => !inside.has(id)));
}

function insideOf({ body, update, element }: Course): ReadonlySet<VariableId> {
  return new Set([...declaredIn([...body, ...update]), ...(element ? [element.variable] : [])]);
}
