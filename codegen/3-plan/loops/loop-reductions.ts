import { allExpressions, assignedIn } from '../../ir/rewrite.js';
import type { LoopFinding, ReorderedLoop, RowFunction, RowWindow } from '../../ir/row-function.js';
import type { ForOf, Loop, Statement } from '../../ir/statement.js';
import type { VariableId } from '../../ir/variable.js';
import { CollectedArrays } from './collected-arrays.js';
import { type Limits, limitsOf } from './loop-carried.js';
import { courseOf, type Known } from './loop-course.js';
import { withoutLeftovers } from './loop-leftovers.js';
import { LoopScope } from './loop-scope.js';
import { Irregular } from './loop-step.js';
import { reduceLoop } from './reduce-loop.js';

/**
 * Turns loops over windows into reductions where they are proved to compute an associative operation. The result has the bits of the
 * loop. Sums of doubles are the exception: they are added in another order if the description says so, and otherwise stay loops.
 */
export function loopReductions(fn: RowFunction): RowFunction {
  if (!fn.window) return fn;
  const loops = new LoopReductions(fn, fn.window);
  const body = loops.body(fn.body);
  const { findings, reordered, scope, positions, arrays } = loops;
  const isChanged = findings.some(({ isReduced }) => isReduced) || arrays.areCounted;
  if (!isChanged) return findings.length > 0 ? { ...fn, loops: findings } : fn;
  const { list, variables } = scope.list;
  const rest = withoutLeftovers(body, { collected: arrays.collected, positions });
  return { ...fn, loops: findings, body: rest, variables, reductions: list, reordered };
}

/** The facts about the statements around a loop. */
interface Around {
  readonly begun: Known['begun'];
  /** The variables that the same list of statements has declared, if it runs once. */
  readonly here: ReadonlySet<VariableId>;
  /** True inside another loop. */
  readonly isRepeated: boolean;
}

/** Walks the statements with the values that variables are known to hold, and replaces the loops that can be reduced. */
class LoopReductions {
  readonly scope: LoopScope;
  readonly arrays: CollectedArrays;
  readonly findings: LoopFinding[] = [];
  readonly reordered: ReorderedLoop[] = [];
  /** The variables that count the steps of loops. */
  readonly positions = new Set<VariableId>();
  readonly #limits: Limits;

  constructor(fn: RowFunction, window: RowWindow) {
    this.scope = new LoopScope(fn);
    this.arrays = new CollectedArrays(fn.body, this.scope, this.positions);
    this.#limits = limitsOf(fn, window);
  }

  body(statements: readonly Statement[], before: Known['begun'] = new Map(), isRepeated = false): readonly Statement[] {
    const begun = new Map(before);
    const here = new Set<VariableId>();
    return statements.flatMap((given) => {
      const statement = this.arrays.withCounts(given);
      const made = this.#statement(statement, { begun, here, isRepeated });
      if (statement.kind === 'declare' && !isRepeated) here.add(statement.variable);
      for (const id of assignedIn([statement])) begun.delete(id);
      const isStore = statement.kind === 'declare' || statement.kind === 'assign';
      if (isStore && this.scope.isSettled(statement.value)) begun.set(statement.variable, statement.value);
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
      case 'loop':
        return this.#reduced(statement, around) ?? [this.#kept(statement, begun)];
      case 'sort':
        return [this.#kept(statement, begun)];
      default:
        return [statement];
    }
  }

  /** A statement whose body is repeated: what it assigns is not known at the beginning of a step. */
  #kept<Repeated extends Extract<Statement, { readonly kind: 'for-of' | 'loop' | 'sort' }>>(
    statement: Repeated,
    begun: Known['begun'],
  ): Repeated {
    const carried = new Map(begun);
    for (const id of assignedIn([statement])) carried.delete(id);
    return { ...statement, body: this.body(statement.body, carried, true) };
  }

  /** The statements that replace a loop; undefined if it stays. */
  #reduced(loop: ForOf | Loop, { begun, here }: Around): readonly Statement[] | undefined {
    const { line, origin } = loop;
    const { scope, positions } = this;
    const course = courseOf(loop, scope.list, { begun, collected: this.arrays.collected });
    const reduced = course
      ? this.#attempt(() => reduceLoop(course, { begun, scope, positions, limits: this.#limits }))
      : 'does not go over a window from its first row to its last';
    if (typeof reduced !== 'string') {
      const { statements, shapes, sums } = reduced;
      this.findings.push({ line, shapes, isReduced: true });
      if (sums.length > 0 && origin) this.reordered.push({ loop: origin.id, sums });
      return statements;
    }
    const isCollected =
      loop.kind === 'for-of' && course && this.#attempt(() => this.arrays.collect(loop, course, { begun, here }));
    if (isCollected !== true && this.#readsWindow(loop))
      this.findings.push({ line, span: loop.span, shapes: [reduced], isReduced: false });
    return undefined;
  }

  /** Returns what `find` gives, or why the loop is irregular. In the second case its reductions are taken off the list again. */
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

  /** True if a loop, or one in it, reads a window. */
  #readsWindow(loop: Statement): boolean {
    return allExpressions([loop]).some((e) => this.scope.list.windowOf(e) !== undefined);
  }
}
