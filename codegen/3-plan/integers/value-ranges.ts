import type { Expression } from '../../ir/expression.js';
import { hullOf, type Interval } from '../../ir/interval.js';
import { allExpressions, assignedIn } from '../../ir/rewrite.js';
import type { RowFunction } from '../../ir/row-function.js';
import type { Label, Loop, Statement } from '../../ir/statement.js';
import { expressionsOf } from '../../ir/statement-parts.js';
import type { VariableId } from '../../ir/variable.js';
import type { BoundedInterval } from './bounded-interval.js';
import type { ValueRanges } from './number-range.js';
import { lengthOfVariable, rangeWithLengths } from './past-length.js';
import { forget, joinStates, loopHead, type State } from './range-state.js';
import { stateAfterTest } from './range-tests.js';

/**
 * Interval analysis (P. and R. Cousot, 1977) of the numbers of a row function: forwards along control flow, loops by widening and one
 * step of narrowing, tests by the integers that they exclude. Returns the ranges of all values that each variable is given.
 */
export function valueRanges(fn: RowFunction, observe?: ObserveRanges): ValueRanges {
  const analysis = new Analysis(fn, observe);
  analysis.body(fn.body, new Map(), true);
  return analysis.stored.ranges;
}

/** Sees an expression of a statement with the ranges where it is evaluated, once for each way in which the analysis comes there. */
export type ObserveRanges = (e: Expression, ranges: ValueRanges) => void;

/**
 * The most statements that are analyzed, over all rounds of all loops. Each loop takes four rounds or more, and so do the loops in it in
 * each of these: eight levels of loops took 5 s. Past the limit, the variables that a loop assigns have no range.
 */
const mostSteps = 50_000;

/** The range of the length of a code point. */
const codePointLength: Interval = { min: 1, max: 2 };

function isText({ type }: Expression): boolean {
  return type.core.kind === 'string';
}

/** The ranges of the values that are stored in each variable. */
class StoredRanges {
  readonly ranges = new Map<VariableId, Interval>();
  readonly #unknown = new Set<VariableId>();

  add(id: VariableId, range: Interval | undefined): void {
    if (!range) this.#unknown.add(id);
    if (!range || this.#unknown.has(id)) {
      this.ranges.delete(id);
      return;
    }
    const before = this.ranges.get(id) ?? range;
    // Bounds by lengths hold at one point of control flow alone.
    this.ranges.set(id, hullOf(before, range));
  }
}

/** The states in which the steps of a loop leave it, or end early. */
interface LoopExits {
  readonly broken: State[];
  readonly continued: State[];
}

/** One round of a loop: the state in which it returns to the loop's head, and the states in which it leaves the loop. */
interface Round {
  readonly back: State;
  readonly exits: readonly State[];
}

/** Follows control flow. `final` is false in rounds that only look for a loop's head: their states are too wide to be recorded. */
class Analysis {
  readonly stored = new StoredRanges();
  readonly #fn: RowFunction;
  /** The exits of the loops around, the innermost last. */
  readonly #loops: LoopExits[] = [];
  /** The states in which the blocks around are left. */
  readonly #left = new Map<Label, State>();
  /** The texts whose lengths bound numbers. */
  readonly #texts: ReadonlySet<VariableId>;
  readonly #observe: ObserveRanges | undefined;
  #steps = 0;

  constructor(fn: RowFunction, observe: ObserveRanges | undefined) {
    this.#fn = fn;
    this.#texts = new Set(allExpressions(fn.body).flatMap((e) => lengthOfVariable(e) ?? []));
    this.#observe = observe;
  }

  /** Returns the state after the statements. */
  body(statements: readonly Statement[], state: State, final: boolean): State {
    return statements.reduce((before, statement) => before && this.#statement(statement, before, final), state);
  }

  #statement(statement: Statement, state: ValueRanges, final: boolean): State {
    this.#steps += 1;
    // The tests of loops and sorts are evaluated in other states.
    const isHere = final && statement.kind !== 'loop' && statement.kind !== 'sort';
    if (isHere) for (const e of expressionsOf(statement)) this.#observe?.(e, state);
    switch (statement.kind) {
      case 'declare':
      case 'assign': {
        const range = rangeWithLengths(statement.value, this.#texts, state, this.#fn);
        return this.#store(statement.variable, range, state, final);
      }
      case 'evaluate':
      case 'step':
      case 'emit':
        return state;
      case 'return':
      case 'throw':
        return undefined;
      case 'block': {
        const { label } = statement;
        if (label === undefined) return this.body(statement.body, state, final);
        this.#left.set(label, undefined);
        const end = this.body(statement.body, state, final);
        return joinStates(end, this.#left.get(label));
      }
      case 'leave':
        this.#left.set(statement.label, joinStates(this.#left.get(statement.label), state));
        return undefined;
      case 'if':
        return joinStates(
          this.body(statement.whenTrue, this.#after(statement.test, true, state), final),
          this.body(statement.whenFalse, this.#after(statement.test, false, state), final),
        );
      case 'break':
        this.#loops.at(-1)?.broken.push(state);
        return undefined;
      case 'continue':
        this.#loops.at(-1)?.continued.push(state);
        return undefined;
      case 'for-of':
        return this.#loop(statement, state, final, (head, isFinal) =>
          this.#roundOver([statement.variable], statement.body, head, isFinal, isText(statement.source)),
        );
      case 'sort':
        return this.#loop(statement, state, final, (head, isFinal) =>
          this.#roundOver([statement.left, statement.right], statement.body, head, isFinal),
        );
      case 'loop':
        return this.#loop(statement, state, final, (head, isFinal) => this.#round(statement, head, isFinal));
    }
  }

  #loop(
    loop: Statement,
    entry: ValueRanges,
    final: boolean,
    round: (head: ValueRanges, final: boolean) => Round,
  ): State {
    const head =
      this.#steps > mostSteps
        ? forget(entry, assignedIn([loop]))
        : loopHead(entry, (state) => round(state, false).back);
    return round(head, final).exits.reduce(joinStates, undefined);
  }

  #round({ test, bodyFirst, body, update }: Loop, head: ValueRanges, final: boolean): Round {
    const start = bodyFirst ? head : this.#after(test, true, head);
    const { end, broken } = this.#step(body, start, final);
    const updated = this.body(update, end, final);
    const tested = bodyFirst ? updated : head;
    if (final && tested) this.#observe?.(test, tested);
    const back = bodyFirst ? updated && this.#after(test, true, updated) : updated;
    const left = bodyFirst ? updated && this.#after(test, false, updated) : this.#after(test, false, head);
    return { back, exits: [left, ...broken] };
  }

  /** A round over elements of an array, which have no range, or over code points of a string. */
  #roundOver(
    elements: readonly VariableId[],
    body: readonly Statement[],
    head: ValueRanges,
    final: boolean,
    areCodePoints = false,
  ): Round {
    const any = elements.reduce((state, id) => this.#store(id, undefined, state, final), head);
    const start = areCodePoints ? new Map([...any, ...elements.map((id) => [id, codePointLength] as const)]) : any;
    const { end, broken } = this.#step(body, start, final);
    return { back: end, exits: [head, ...broken] };
  }

  #step(body: readonly Statement[], start: State, final: boolean): { end: State; broken: readonly State[] } {
    const exits: LoopExits = { broken: [], continued: [] };
    this.#loops.push(exits);
    const end = this.body(body, start, final);
    this.#loops.pop();
    return { end: exits.continued.reduce(joinStates, end), broken: exits.broken };
  }

  #store(id: VariableId, range: BoundedInterval | undefined, state: ValueRanges, final: boolean): ValueRanges {
    if (final) this.stored.add(id, range);
    const after = new Map(this.#texts.has(id) ? forget(state, new Set([id])) : state);
    if (range) after.set(id, range);
    else after.delete(id);
    return after;
  }

  #after(test: Expression, outcome: boolean, state: ValueRanges): State {
    return stateAfterTest(test, outcome, state, this.#fn);
  }
}
