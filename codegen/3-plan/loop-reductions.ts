import { type BigIntRange, int64Range, int128Range, rangeWithin, uint64Range } from '../ir/bigint-range.js';
import { arithmetic, compare, conditional, convert, literal, not, read, toNumber } from '../ir/build.js';
import type { Expression, WindowRows } from '../ir/expression.js';
import { call } from '../ir/intrinsics/call.js';
import {
  allExpressions,
  forEachStatement,
  rewriteExpression,
  rewriteExpressions,
  rewriteStatements,
} from '../ir/rewrite.js';
import type { LoopFinding, ReductionOperation, ReorderedLoop, RowFunction, RowWindow } from '../ir/row-function.js';
import type { ForOf, Loop, LoopId, Statement } from '../ir/statement.js';
import {
  booleanType,
  doubleType,
  int64Type,
  int128Type,
  intType,
  mayBeAbsent,
  sameType,
  uint64Type,
} from '../ir/type.js';
import type { VariableId } from '../ir/variable.js';
import { bigintRange, exactBigInts, whyNotOfElement } from './element-values.js';
import { type Collected, type Course, courseOf, isLiteral, isNext, type Known, positionsOf } from './loop-course.js';
import { Irregular, stepOf, withoutConversions } from './loop-step.js';
import { ReductionList } from './reduction-list.js';
import { reads, type Shape, shapeOf } from './shape.js';
import { rangeOfColumn, rangeOfNumber, type ValueRanges, valueRanges } from './value-ranges.js';

/**
 * Loops over windows that are proved to compute what an associative operation gives become reductions. The result has the bits of the
 * loop: but for sums of doubles, which are added in another order where the description says so, and otherwise left alone.
 */
export function loopReductions(fn: RowFunction): RowFunction {
  const { window } = fn;
  if (!window) return fn;
  const loops = new LoopReductions(fn, window);
  const body = loops.body(fn.body);
  if (loops.findings.length === 0 && !loops.isFound) return fn;
  const found = { ...fn, loops: loops.findings };
  if (!loops.isFound) return found;
  const { list, variables } = loops.list;
  return { ...found, body: loops.withoutUnread(body), variables, reductions: list, reordered: loops.reordered };
}

/** Rows of a table are counted in 31 bits. */
const mostRows = 2 ** 31;

/** Stands for whether a loop was left, among what it carries. */
const left: VariableId = -1;

/** What becomes of a variable behind the loop, and how that is called. */
interface Reduced {
  readonly value: Expression;
  /** What the value reads besides. */
  readonly declaration?: Statement;
  readonly says: string;
  /** Its sum is added in another order than the loop's. */
  readonly isReordered?: boolean;
}

/** What stands in the place of a loop. */
interface ReducedLoop {
  readonly statements: readonly Statement[];
  readonly shapes: readonly string[];
  /** The variables whose sums are added in another order. */
  readonly sums: readonly string[];
}

class LoopReductions {
  readonly list: ReductionList;
  readonly findings: LoopFinding[] = [];
  readonly reordered: ReorderedLoop[] = [];
  isFound = false;
  readonly #fn: RowFunction;
  readonly #reorder: boolean;
  /** No window has more rows. */
  readonly #rows: number;
  readonly #ranges: ValueRanges;
  readonly #collected = new Map<VariableId, Collected>();
  /** What counts the steps of loops. */
  readonly #positions = new Set<VariableId>();
  /** How often each loop of the source stands in the function. */
  readonly #copies = new Map<LoopId, number>();

  constructor(fn: RowFunction, { rows, reorder }: RowWindow) {
    this.#fn = fn;
    this.#reorder = reorder;
    this.#rows = 'on' in rows ? mostRows : rows.preceding + 1 + rows.following;
    this.#ranges = valueRanges(fn);
    this.list = new ReductionList(fn);
    forEachStatement(fn.body, (statement) => {
      const origin = statement.kind === 'for-of' || statement.kind === 'loop' ? statement.origin : undefined;
      if (origin) this.#copies.set(origin.id, (this.#copies.get(origin.id) ?? 0) + 1);
    });
  }

  body(statements: readonly Statement[], before: Known['begun'] = new Map(), isRepeated = false): readonly Statement[] {
    const begun = new Map(before);
    const here = new Set<VariableId>();
    return statements.flatMap((given) => {
      const statement = this.#withLengths(given);
      const made = this.#statement(statement, begun, isRepeated ? new Set() : here, isRepeated);
      if (statement.kind === 'declare') here.add(statement.variable);
      for (const id of assignedIn([statement])) begun.delete(id);
      const isKnown = statement.kind === 'declare' || statement.kind === 'assign';
      if (isKnown && this.#isSettled(statement.value)) begun.set(statement.variable, statement.value);
      return made;
    });
  }

  #statement(
    statement: Statement,
    begun: Known['begun'],
    here: ReadonlySet<VariableId>,
    isRepeated: boolean,
  ): readonly Statement[] {
    const inner = (body: readonly Statement[]) => this.body(body, begun, isRepeated);
    switch (statement.kind) {
      case 'if':
        return [{ ...statement, whenTrue: inner(statement.whenTrue), whenFalse: inner(statement.whenFalse) }];
      case 'block':
        return [{ ...statement, body: inner(statement.body) }];
      case 'for-of':
      case 'loop': {
        const course = courseOf(statement, this.list, { begun, collected: this.#collected });
        if (course) return this.#loop(statement, course, begun, here) ?? [statement];
        if (readsWindow(statement, this.list)) {
          const shapes = ['does not go over a window from its first row to its last'];
          this.findings.push({ line: statement.line, shapes, isReduced: false });
        }
        const carried = new Map(begun);
        for (const id of assignedIn([statement])) carried.delete(id);
        return [{ ...statement, body: this.body(statement.body, carried, true) }];
      }
      default:
        return [statement];
    }
  }

  /** What stands in the place of a loop; undefined where it stays. `here`: what has been declared beside it. */
  #loop(
    loop: ForOf | Loop,
    course: Course,
    begun: Known['begun'],
    here: ReadonlySet<VariableId>,
  ): readonly Statement[] | undefined {
    const { line } = course.statement;
    const reduced = this.#attempt(() => this.#reduced(course, begun));
    if (typeof reduced !== 'string') {
      const { statements, shapes, sums } = reduced;
      this.findings.push({ line, shapes, isReduced: true });
      if (sums.length > 0 && course.origin) this.reordered.push({ loop: course.origin.id, sums });
      this.isFound = true;
      return statements;
    }
    const isCollected = this.#attempt(() => this.#collect(loop, course, begun, here));
    if (isCollected !== true) this.findings.push({ line, shapes: [reduced], isReduced: false });
    return undefined;
  }

  /** What is found, or why there is nothing: then what was listed on the way there is not. */
  #attempt<T>(find: () => T): T | string {
    const listed = this.list.mark();
    try {
      return find();
    } catch (error) {
      if (!(error instanceof Irregular)) throw error;
      this.list.goBack(listed);
      return error.message;
    }
  }

  #reduced(course: Course, begun: Known['begun']): ReducedLoop {
    const { element, test } = course;
    const { line } = course.statement;
    const [body, exit] = withoutExit(course.body);
    const steps = [...body, ...course.update];
    const next = this.#next({ ...course, body }, begun);
    const inside = new Set([...declaredIn(steps), ...(element ? [element.variable] : [])]);
    const carried = [...new Set(assignedIn(steps))].filter((id) => !inside.has(id) && id !== left);
    const statements: Statement[] = [];
    const shapes: string[] = [];
    const sums: string[] = [];
    for (const id of carried) {
      const value = next.get(id);
      if (!value) continue;
      const isPosition = isNext(value, id) && isLiteral(begun.get(id), 0);
      const isRead = this.#isReadOutside(id, course);
      if (isPosition && !isRead) {
        this.#positions.add(id);
        continue;
      }
      const shape = this.#shape(value, id, test);
      if (shape.operation === undefined) continue;
      if (exit) throw new Irregular(`is left before its end, and carries ${this.#name(id)}`);
      if (!isRead) continue;
      const reduced = this.#reduce(shape, id, course, begun);
      if (reduced.declaration) statements.push({ ...reduced.declaration, line });
      statements.push({ kind: 'assign', variable: id, value: reduced.value, line });
      shapes.push(`${this.#name(id)} is ${reduced.says}`);
      if (reduced.isReordered) sums.push(this.#fn.variables[id]?.name ?? '');
    }
    if (exit) {
      const holds = this.#shape(next.get(left) ?? literal(false), left, test).value(literal(false));
      const any = this.list.reduce('any', this.#ofElement(holds), booleanType);
      if (!this.#isOutside(exit, [...inside, ...carried])) throw new Irregular('is left with a value of the element');
      statements.push({
        kind: 'if',
        test: any,
        whenTrue: exit.filter(({ kind }) => kind !== 'break'),
        whenFalse: [],
        line,
      });
      shapes.push('it asks whether any element passes a test');
    }
    return { statements, shapes, sums };
  }

  /** What a step makes of what it carries. */
  #next(course: Course, begun: Known['begun']): ReadonlyMap<VariableId, Expression> {
    const { element, body, update, test } = course;
    const { list } = this;
    const positions = test || course.withoutFirst ? new Set<VariableId>() : positionsOf([...body, ...update], begun);
    const assigned = assignedIn([...body, ...update]);
    const elementAt = (e: Expression): Expression | undefined => {
      if (e.kind !== 'array-call' || !['element', 'item', 'at'].includes(e.operation)) return undefined;
      const [column, place] = [list.windowOf(e.receiver), e.arguments[0] && withoutConversions(e.arguments[0])];
      const isOwn = place?.kind === 'read' && positions.has(place.variable);
      return column !== undefined && isOwn ? convert(list.elementOf(column), e.type) : undefined;
    };
    // What is known of other variables stands for them.
    const known = [...begun].filter(
      ([id, value]) => !assigned.includes(id) && whyNotOfElement(value, this.#scope()) === undefined,
    );
    const start = new Map<VariableId, Expression>([
      ...known,
      ...assigned.map((id) => [id, id === left ? read(left, booleanType) : this.#read(id)] as const),
      ...(element ? [[element.variable, element.value] as const] : []),
    ]);
    const stepped = stepOf(body, start, elementAt);
    return stepOf(update, stepped, elementAt);
  }

  #shape(next: Expression, id: VariableId, test: Expression | undefined): Shape {
    const type = this.#fn.variables[id]?.stored ?? booleanType;
    const value = test ? conditional(test, next, read(id, type)) : next;
    const shape = value && shapeOf(value, id, this.list.variables);
    if (!shape)
      throw new Irregular(`makes ${this.#name(id)} of what it was before in a way that is no sum, extreme or test`);
    return shape;
  }

  #reduce(shape: Shape, id: VariableId, course: Course, begun: Known['begun']): Reduced {
    const stored = this.#fn.variables[id]?.stored ?? doubleType;
    const before = read(id, stored);
    const combined = (operation: ReductionOperation, identity: boolean): Reduced => {
      const value = this.list.reduce(operation, this.#ofElement(shape.value(literal(identity))), booleanType);
      const [whenTrue, whenFalse] = identity ? [value, literal(false)] : [literal(true), value];
      return {
        value: chosen(before, whenTrue, whenFalse),
        says: identity ? 'whether all elements pass a test' : 'whether any element passes a test',
      };
    };
    if (shape.operation === 'any') return combined('any', false);
    if (shape.operation === 'all') return combined('all', true);
    if (mayBeAbsent(stored)) return this.#extremeOrNull(shape, id, begun);
    if (course.withoutFirst) this.#checkFirst(shape, id, course, begun);
    if (shape.operation === 'sum')
      return stored.core.kind === 'bigint'
        ? this.#exactSum(shape, id, course, begun)
        : this.#sum(shape, id, course, begun);
    return stored.core.kind === 'bigint' ? this.#bigintExtreme(shape, id, begun) : this.#extreme(shape, id, begun);
  }

  /** Without a start, the first element is it: then the whole window is what an element as such becomes. */
  #checkFirst(shape: Shape, id: VariableId, { column }: Course, begun: Known['begun']): void {
    const start = begun.get(id);
    const first = start && withoutConversions(start.kind === 'require' ? start.operand : start);
    const isFirst =
      first?.kind === 'array-call' && this.list.windowOf(first.receiver) === column && isLiteral(first.arguments[0], 0);
    const value = withoutConversions(shape.value(literal(0)));
    const isElement = value.kind === 'read' && this.list.variables[value.variable]?.element === column;
    if (!isFirst || !isElement) throw new Irregular('begins with an element, and adds something else of the others');
  }

  #exactSum(shape: Shape, id: VariableId, course: Course, begun: Known['begun']): Reduced {
    const value = this.#ofElement(shape.value(literal(0n)));
    const [range, start] = [bigintRange(value), bigintRange(begun.get(id) ?? value)];
    const rows = BigInt(this.#rows);
    const isWithin = (most: bigint, least: bigint) => rangeWithin({ min: least, max: most }, int128Range);
    if (!range || !start || !isWithin(start.max + rows * big(range.max), start.min - rows * big(-range.min)))
      throw new Irregular(`adds bigints to ${this.#name(id)} whose sum may leave 128 bits on the way`);
    const total = this.list.reduce('exact sum', value, int128Type);
    const before = this.#read(id);
    const sum = course.withoutFirst ? total : arithmetic('+', before, total);
    return { value: this.#stored(id, sum), says: 'a sum of bigints' };
  }

  #sum(shape: Shape, id: VariableId, course: Course, begun: Known['begun']): Reduced {
    const value = this.#ofElement(shape.value(literal(0)));
    const [range, start] = [this.#range(value), begun.get(id)];
    const from = start && this.#range(start);
    const size = range && Math.max(Math.abs(range.min), Math.abs(range.max)) * this.#rows;
    const isExact =
      size !== undefined &&
      (course.withoutFirst || (from && Math.max(Math.abs(from.min), Math.abs(from.max)) + size <= 2 ** 53));
    if (isExact && size <= 2 ** 53) return this.#integerSum(value, id, course);
    return this.#doubleSum(shape, id, course);
  }

  /** In any order it is the same. */
  #integerSum(value: Expression, id: VariableId, { withoutFirst }: Course): Reduced {
    const counted = countOf(value);
    const total =
      counted === 'all'
        ? windowRows
        : counted
          ? this.list.reduce('count', counted, intType)
          : toNumber(this.list.reduce('sum of integers', value, int64Type));
    const before = this.#read(id);
    const says = counted ? 'a count' : 'a sum of integers';
    if (withoutFirst) return { value: this.#stored(id, total), says };
    if (!sameType(before.type, intType)) return { value: this.#stored(id, arithmetic('+', before, total)), says };
    if (!counted) throw new Irregular(`counts ${this.#name(id)} in steps that differ`);
    return { value: { kind: 'arithmetic', operator: '+', left: before, right: total, type: intType }, says };
  }

  #doubleSum(shape: Shape, id: VariableId, { withoutFirst, origin, isDirect }: Course): Reduced {
    const name = this.#name(id);
    const rounds = `adds numbers to ${name}, which may round`;
    if (!this.#reorder)
      throw new Irregular(
        `${rounds}: with \`reorder: true\` in the description the sum takes steps that do not depend on the window's size`,
      );
    if (!isDirect) throw new Irregular(`${rounds}, of an array that was made of the window: go over the window itself`);
    const isNamed = origin?.assigned.includes(this.#fn.variables[id]?.name ?? '');
    if (!origin || !isNamed)
      throw new Irregular(`${rounds}, and is no \`for\` with a variable of its own, nor a \`reduce\` to a number`);
    if (this.#copies.get(origin.id) !== 1)
      throw new Irregular(`${rounds}, in a function that is called more than once`);
    const value = this.#ofElement(shape.value(literal(-0)));
    const total = this.list.reduce('sum', convert(value, doubleType), doubleType);
    const sum = withoutFirst ? total : arithmetic('+', this.#read(id), total);
    return { value: this.#stored(id, sum), says: 'a sum in the order of `sum()`', isReordered: true };
  }

  #extreme({ operation, value }: Shape, id: VariableId, begun: Known['begun']): Reduced {
    const before = this.#read(id);
    const isLeast = operation === 'min' || operation === 'least' || operation === 'lesser';
    const mapped = this.#ofElement(value(literal(isLeast ? Infinity : -Infinity)));
    if (mapped.type.core.kind !== 'number')
      throw new Irregular(`compares ${this.#name(id)} with other values than numbers`);
    const element = convert(mapped, doubleType);
    const says = extremeName(isLeast);
    if (operation === 'min' || operation === 'max') {
      const extreme = this.list.reduce(operation, element, doubleType);
      return { value: this.#stored(id, call(`Math.${operation}`, before, extreme)), says };
    }
    if (operation === 'lesser' || operation === 'larger') {
      const start = begun.get(id);
      const isInteger = start && this.#range(start) && this.#range(value(start));
      if (!isInteger)
        throw new Irregular(
          `keeps ${this.#name(id)} by a comparison that NaN or the sign of zero may pass: write \`if (value ${isLeast ? '<' : '>'} ${this.#fn.variables[id]?.name}) ${this.#fn.variables[id]?.name} = value\``,
        );
    }
    const extreme = this.list.reduce(isLeast ? 'least' : 'greatest', element, doubleType);
    return this.#beyond(id, extreme, isLeast);
  }

  /** Before the first element there is none. */
  #extremeOrNull(shape: Shape, id: VariableId, begun: Known['begun']): Reduced {
    const before = this.#read(id);
    const { operation, orNull, taken, value } = shape;
    const isKnown = before.type.mayBeNull && !before.type.mayBeUndefined && orNull;
    if (!isKnown || operation === 'sum') throw new Irregular(`begins ${this.#name(id)} with null`);
    const isLeast = operation === 'least' || operation === 'lesser';
    const start = withoutConversions(begun.get(id) ?? before);
    if (start.kind !== 'literal' || start.value !== null) throw new Irregular(`may begin ${this.#name(id)} with null`);
    const extreme =
      before.type.core.kind === 'bigint'
        ? this.#extremeOfBigints(value, isLeast, bigintRange(value(literal(0n))) ?? int128Range)
        : this.#extremeOfIntegers(value, isLeast);
    if (!extreme)
      throw new Irregular(
        `begins ${this.#name(id)} with null, whose place a NaN would take for good: begin with ${isLeast ? '' : '-'}Infinity`,
      );
    const found = convert(extreme, before.type);
    if (taken.kind === 'literal' && taken.value === true) return { value: found, says: extremeName(isLeast) };
    const any = this.list.reduce('any', this.#ofElement(taken), booleanType);
    return { value: chosen(any, found, before), says: extremeName(isLeast) };
  }

  #extremeOfIntegers(value: Shape['value'], isLeast: boolean): Expression | undefined {
    const mapped = this.#ofElement(value(literal(isLeast ? Infinity : -Infinity)));
    if (!this.#range(value(literal(0)))) return undefined;
    return this.list.reduce(isLeast ? 'least' : 'greatest', convert(mapped, doubleType), doubleType);
  }

  #bigintExtreme({ operation, value }: Shape, id: VariableId, begun: Known['begun']): Reduced {
    const isLeast = operation === 'least' || operation === 'lesser';
    const start = bigintRange(begun.get(id) ?? literal(null));
    const extreme = start && this.#extremeOfBigints(value, isLeast, start);
    if (!extreme) throw new Irregular(`compares ${this.#name(id)} with bigints of more than 64 bits`);
    return this.#beyond(id, extreme, isLeast);
  }

  /** An extreme, where it is beyond what the variable holds before the loop. */
  #beyond(id: VariableId, extreme: Expression, isLeast: boolean): Reduced {
    const before = this.#read(id);
    const { kept, declaration } = this.list.keep(isLeast ? 'least' : 'greatest', extreme);
    const isBeyond = compare(isLeast ? '<' : '>', kept, before);
    return {
      declaration,
      value: chosen(isBeyond, convert(kept, before.type), before),
      says: extremeName(isLeast),
    };
  }

  /** Undefined where 64 bits do not hold all of them, and the start. */
  #extremeOfBigints(value: Shape['value'], isLeast: boolean, start: BigIntRange): Expression | undefined {
    const plain = bigintRange(value(literal(start.min)));
    const form = [int64Range, uint64Range].find((one) => plain && rangeWithin(start, one) && rangeWithin(plain, one));
    if (!form) return undefined;
    const type = form === int64Range ? int64Type : uint64Type;
    const mapped = this.#ofElement(value(convert(literal(isLeast ? form.max : form.min), type)));
    return this.list.reduce(isLeast ? 'min of integers' : 'max of integers', convert(mapped, type), type);
  }

  /** An array that the loop makes of elements: what goes over it goes over the window. */
  #collect(loop: ForOf | Loop, course: Course, begun: Known['begun'], here: ReadonlySet<VariableId>): boolean {
    if (loop.kind === 'loop' || course.withoutFirst) return false;
    const steps = [...course.body, ...course.update];
    const next = this.#next(course, begun);
    const inside = new Set([...declaredIn(steps), loop.variable]);
    const carried = [...new Set(assignedIn(steps))].filter((id) => !inside.has(id));
    const [id, ...arrays] = carried.filter((one) => this.#fn.variables[one]?.stored.core.kind === 'array');
    const others = carried.filter((one) => one !== id);
    const areCounts = others.every(
      (one) => isNext(next.get(one) ?? literal(0), one) && !this.#isReadOutside(one, course),
    );
    if (id === undefined || arrays.length > 0 || !areCounts) return false;
    const start = begun.get(id);
    const isFresh = start?.kind === 'new-array' && start.elements.length === 0 && here.has(id);
    const isOnce = assignedIn(this.#fn.body).filter((one) => one === id).length === 1;
    const pushed = pushedOf(next.get(id), id);
    if (!isFresh || !isOnce || !pushed) return false;
    const { value } = pushed;
    const test = bothOf(course.test, pushed.test);
    for (const part of [value, ...(test ? [test] : [])]) this.#ofElement(part);
    this.#collected.set(id, { column: course.column, element: loop.variable, value, test });
    for (const one of others) this.#positions.add(one);
    return true;
  }

  /** Leaves out arrays that were made for what goes over windows now, and then what counted the steps of loops. */
  withoutUnread(body: readonly Statement[]): readonly Statement[] {
    const arrays = unreadOf(this.#collected.keys(), body);
    const loops = new Set([...arrays].flatMap((id) => this.#collected.get(id)?.element ?? []));
    const rest = without(body, (statement) => statement.kind === 'for-of' && loops.has(statement.variable));
    const unread = new Set([...arrays, ...unreadOf(this.#positions, rest)]);
    return without(rest, (statement) => {
      if (statement.kind === 'declare' || statement.kind === 'assign') return unread.has(statement.variable);
      return statement.kind === 'block' && statement.body.length === 0;
    });
  }

  /** How many elements such arrays have is a count. */
  #withLengths(statement: Statement): Statement {
    if (this.#collected.size === 0) return statement;
    const change = (e: Expression): Expression => {
      if (e.kind !== 'array-call' || e.operation !== 'length' || e.receiver.kind !== 'read') return e;
      const made = this.#collected.get(e.receiver.variable);
      if (!made) return e;
      this.isFound = true;
      return made.test ? this.list.reduce('count', made.test, intType) : windowRows;
    };
    // Those of statements inside come when these do.
    switch (statement.kind) {
      case 'if':
      case 'loop':
        return { ...statement, test: rewriteExpression(statement.test, change) };
      case 'block':
      case 'for-of':
        return statement;
      default:
        return rewriteExpressions([statement], change)[0] ?? statement;
    }
  }

  #ofElement(given: Expression): Expression {
    const value = exactBigInts(given);
    const why = whyNotOfElement(value, this.#scope());
    if (why !== undefined) throw new Irregular(why);
    return value;
  }

  #scope() {
    return { variables: this.list.variables, input: this.#fn.input };
  }

  /** The integers that a number of an element, or before a loop, can be. */
  #range(e: Expression) {
    const { variables } = this.list;
    const elements = variables.flatMap(({ id, element }) => {
      const column = element === undefined ? undefined : this.#fn.input[element]?.element;
      const range = column && rangeOfColumn(column.type);
      return range ? [[id, range] as const] : [];
    });
    return rangeOfNumber(e, new Map([...this.#ranges, ...elements]), { ...this.#fn, variables });
  }

  #read(id: VariableId): Expression {
    return read(id, this.#fn.variables[id]?.stored ?? doubleType);
  }

  #stored(id: VariableId, value: Expression): Expression {
    return convert(value, this.#fn.variables[id]?.stored ?? value.type);
  }

  #name(id: VariableId): string {
    return JSON.stringify(this.#fn.variables[id]?.name ?? '?');
  }

  /** A value that will be the same as long as the row is evaluated. */
  #isSettled(e: Expression): boolean {
    return allReads(e).every((id) => this.#fn.variables[id]?.reassigned === false);
  }

  #isReadOutside(id: VariableId, { statement }: Course): boolean {
    const count = (statements: readonly Statement[]) =>
      allExpressions(statements).filter((e) => e.kind === 'read' && e.variable === id).length;
    return count(this.#fn.body) > count([statement]);
  }

  /** Whether statements read and change nothing of a loop's. */
  #isOutside(statements: readonly Statement[], inside: readonly VariableId[]): boolean {
    const own = new Set(inside);
    return allExpressions(statements).every((e) => e.kind !== 'read' || !own.has(e.variable));
  }
}

/** Whether a loop, or one in it, reads a window. */
function readsWindow(loop: Statement, list: ReductionList): boolean {
  return allExpressions([loop]).some((e) => list.windowOf(e) !== undefined);
}

function extremeName(isLeast: boolean): string {
  return isLeast ? 'the least value' : 'the greatest value';
}

const windowRows: WindowRows = Object.freeze({ kind: 'window-rows', complete: false, type: intType });

function chosen(test: Expression, whenTrue: Expression, whenFalse: Expression): Expression {
  const value = conditional(test, whenTrue, whenFalse);
  if (!value) throw new RangeError('What a loop carries has one type');
  return value;
}

function big(value: bigint): bigint {
  return value > 0n ? value : 0n;
}

/** What is counted, where 1 is added of some elements and 0 of others: all of them, or those that pass a test. */
function countOf(value: Expression): Expression | 'all' | undefined {
  if (isLiteral(value, 1)) return 'all';
  if (value.kind !== 'conditional') return undefined;
  const { test, whenTrue, whenFalse } = value;
  if (isLiteral(whenFalse, 0)) {
    const inner = countOf(whenTrue);
    return inner === 'all' ? test : inner && conditional(test, inner, literal(false));
  }
  if (!isLiteral(whenTrue, 0)) return undefined;
  const inner = countOf(whenFalse);
  return inner === 'all' ? not(test) : inner && conditional(test, literal(false), inner);
}

/** That both hold, where there are two. */
function bothOf(first: Expression | undefined, second: Expression | undefined): Expression | undefined {
  return first && second ? conditional(first, second, literal(false)) : (first ?? second);
}

/** What a step adds to an array, and when. */
function pushedOf(
  next: Expression | undefined,
  id: VariableId,
): { value: Expression; test: Expression | undefined } | undefined {
  if (!next) return undefined;
  if (next.kind === 'array-call' && next.operation === 'push') {
    const [value] = next.arguments;
    const isOwn = next.receiver.kind === 'read' && next.receiver.variable === id;
    return isOwn && value && !reads(value, id) ? { value, test: undefined } : undefined;
  }
  if (next.kind !== 'conditional' || reads(next.test, id)) return undefined;
  const { test, whenTrue, whenFalse } = next;
  const isOwn = (e: Expression) => e.kind === 'read' && e.variable === id;
  const [branch, holds] = isOwn(whenFalse) ? [whenTrue, test] : isOwn(whenTrue) ? [whenFalse, not(test)] : [];
  const inner = branch && pushedOf(branch, id);
  if (!inner || !holds) return undefined;
  return { value: inner.value, test: inner.test ? conditional(holds, inner.test, literal(false)) : holds };
}

/**
 * The steps of a loop that is left in one place, with an assignment that says so there, and what is done where it is left. Undefined
 * for a loop that is not left, or in several places.
 */
function withoutExit(body: readonly Statement[]): readonly [readonly Statement[], readonly Statement[] | undefined] {
  const labels = new Set<number>();
  forEachStatement(body, (statement) => {
    if (statement.kind === 'block' && statement.label !== undefined) labels.add(statement.label);
  });
  const leaves = ({ kind, ...rest }: Statement) =>
    kind === 'break' ||
    kind === 'return' ||
    kind === 'throw' ||
    (kind === 'leave' && 'label' in rest && !labels.has(Number(rest.label)));
  const exits: (readonly Statement[])[] = [];
  const replaced = (statements: readonly Statement[]): readonly Statement[] => {
    const last = statements.at(-1);
    if (last && leaves(last)) {
      exits.push(statements);
      const { line } = last;
      return [
        { kind: 'assign', variable: left, value: literal(true), line },
        { kind: 'continue', line },
      ];
    }
    return statements.map((statement) => {
      if (statement.kind === 'if')
        return { ...statement, whenTrue: replaced(statement.whenTrue), whenFalse: replaced(statement.whenFalse) };
      return statement.kind === 'block' ? { ...statement, body: replaced(statement.body) } : statement;
    });
  };
  const steps = replaced(body);
  const [exit, ...others] = exits;
  return exit && others.length === 0 ? [steps, exit] : [body, undefined];
}

/** The variables that are read for nothing but their own next value. */
function unreadOf(ids: Iterable<VariableId>, body: readonly Statement[]): ReadonlySet<VariableId> {
  const read = new Set<VariableId>();
  forEachStatement(body, (statement) => {
    const own = statement.kind === 'assign' ? statement.variable : undefined;
    for (const id of readsOf(statement)) if (id !== own) read.add(id);
  });
  return new Set([...ids].filter((id) => !read.has(id)));
}

function without(body: readonly Statement[], isUnread: (statement: Statement) => boolean): readonly Statement[] {
  return rewriteStatements(body, (statement) => (isUnread(statement) ? [] : [statement]));
}

function allReads(e: Expression): readonly VariableId[] {
  const found: VariableId[] = [];
  rewriteExpression(e, (node) => {
    if (node.kind === 'read') found.push(node.variable);
    return node;
  });
  return found;
}

/** What a statement reads, those inside aside. */
function readsOf(statement: Statement): readonly VariableId[] {
  switch (statement.kind) {
    case 'declare':
    case 'assign':
    case 'evaluate':
      return allReads(statement.value);
    case 'if':
    case 'loop':
      return allReads(statement.test);
    case 'for-of':
      return allReads(statement.source);
    case 'emit':
    case 'return':
      return statement.values.flatMap(allReads);
    default:
      return [];
  }
}

function assignedIn(body: readonly Statement[]): readonly VariableId[] {
  const found: VariableId[] = [];
  forEachStatement(body, (statement) => {
    if (statement.kind === 'assign') found.push(statement.variable);
  });
  return found;
}

function declaredIn(body: readonly Statement[]): readonly VariableId[] {
  const found: VariableId[] = [];
  forEachStatement(body, (statement) => {
    if (statement.kind === 'declare' || statement.kind === 'for-of') found.push(statement.variable);
  });
  return found;
}
