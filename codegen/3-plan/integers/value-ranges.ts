import type { Expression } from '../../ir/expression.js';
import type { Interval } from '../../ir/interval.js';
import { allExpressions, assignedIn } from '../../ir/rewrite.js';
import type { RowFunction } from '../../ir/row-function.js';
import type { Label, Loop, Sort, Statement } from '../../ir/statement.js';
import { expressionsOf } from '../../ir/statement-parts.js';
import type { VariableId } from '../../ir/variable.js';
import { type BoundedInterval, everywhere } from './bounded-interval.js';
import { ExpressionAnalysis, type ExpressionRanges, JoinedRanges, type ObserveRanges } from './expression-ranges.js';
import { LoopHeads } from './loop-heads.js';
import { addToTotals, LoopTotals, type StepLimits } from './loop-totals.js';
import { MachineRanges } from './machine-ranges.js';
import { mostElements, rangeOfElements, type ValueRanges } from './number-range.js';
import { lengthOfVariable, rangeWithLengths } from './past-length.js';
import { forget, joinStates, loopHead, meetStates, type State, storeIn } from './range-state.js';
import { stateAfterTest } from './range-tests.js';

/** The steps that native code and the reference allow a row. */
const stepLimits = (fn: RowFunction): StepLimits => ({
  counted: 2 ** 24,
  elements: (source) => mostElements(source, fn),
});

/** Returns the ranges of all values that each variable is given. */
export function valueRanges(fn: RowFunction, observe?: ObserveRanges): ValueRanges {
  return numberRanges(fn, stepLimits(fn), observe).stored;
}

/**
 * Interval analysis (P. and R. Cousot, 1977) of the numbers of a row function: forwards along control flow, loops by widening and one
 * step of narrowing, tests by the integers that they exclude. Returns the ranges of all values that each variable is given, and those of
 * the expressions where they stand, which tests before them narrow.
 */
export function numberRanges(
  fn: RowFunction,
  limits = stepLimits(fn),
  observe?: ObserveRanges,
): { readonly stored: ValueRanges; readonly expressions: ExpressionRanges } {
  const analysis = new Analysis(fn, limits, observe);
  analysis.body(fn.body, new Map(), true);
  return { stored: analysis.stored.ranges, expressions: analysis.expressions.ranges };
}

/**
 * The most statements that are analyzed, over all rounds of all loops. Each loop takes four rounds or more, and so do the loops in it in
 * each of these: eight levels of loops took 5 s. Past the limit, the variables that a loop assigns have no range.
 */
const mostSteps = 50_000;

/** The range of the length of a code point. */
const codePointLength: Interval = { min: 1, max: 2 };

/** The state in which variables hold code points. */
function withCodePoints(state: ValueRanges, variables: readonly VariableId[]): ValueRanges {
  return new Map([...state, ...variables.map((id) => [id, codePointLength] as const)]);
}

function isText({ type }: Expression): boolean {
  return type.core.kind === 'string';
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

type TakeRound = (head: ValueRanges, final: boolean) => Round;

/** The state before the test that ends a loop. If the first test is known to hold, a step comes before the last: `i < 10` from 0. */
function beforeLastTest({ test }: Loop, entry: ValueRanges, head: ValueRanges, updated: State, fn: RowFunction): State {
  return stateAfterTest(test, false, entry, fn) ? head : updated && meetStates(updated, head);
}

/** Follows control flow. `final` is false in rounds that only look for a loop's head: their states are too wide to be recorded. */
class Analysis {
  readonly stored = new JoinedRanges<VariableId>();
  readonly expressions: ExpressionAnalysis;
  readonly #fn: RowFunction;
  readonly #limits: StepLimits;
  /** The totals of the loops around. */
  readonly #totals: LoopTotals[] = [];
  readonly #heads = new LoopHeads();
  /** The exits of the loops around, the innermost last. */
  readonly #loops: LoopExits[] = [];
  /** The states in which the blocks around are left. */
  readonly #left = new Map<Label, State>();
  /** The texts whose lengths bound numbers. */
  readonly #texts: ReadonlySet<VariableId>;
  #steps = 0;
  readonly #machines = new MachineRanges();

  constructor(fn: RowFunction, limits: StepLimits, observe: ObserveRanges | undefined) {
    this.#fn = fn;
    this.#texts = new Set(allExpressions(fn.body).flatMap((e) => lengthOfVariable(e) ?? []));
    this.#limits = limits;
    this.expressions = new ExpressionAnalysis(fn, observe);
  }

  /** Returns the state after the statements. */
  body(statements: readonly Statement[], state: State, final: boolean): State {
    return statements.reduce((before, statement) => before && this.#statement(statement, before, final), state);
  }

  #statement(statement: Statement, state: ValueRanges, final: boolean): State {
    this.#steps += 1;
    // The tests of loops and sorts are evaluated in other states.
    const isHere = statement.kind !== 'loop' && statement.kind !== 'sort';
    const [known] = isHere ? expressionsOf(statement).map((e) => this.expressions.value(e, state, final)) : [];
    switch (statement.kind) {
      case 'declare':
      case 'assign': {
        if (statement.kind === 'assign')
          addToTotals(this.#totals, statement, (e) => this.expressions.value(e, state, final));
        const range = rangeWithLengths(statement.value, this.#texts, state, this.#fn, known);
        return this.#store(statement.variable, range, state, final);
      }
      case 'evaluate':
      case 'emit':
      case 'step':
        return state;
      case 'return':
      case 'throw':
      case 'finish':
        return undefined;
      case 'machine':
      case 'routine':
      case 'recur':
        return this.#machines.after(statement, state, final, this.body.bind(this), this.#store.bind(this));
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
          this.body(statement.whenTrue, stateAfterTest(statement.test, true, state, this.#fn), final),
          this.body(statement.whenFalse, stateAfterTest(statement.test, false, state, this.#fn), final),
        );
      case 'break':
        this.#loops.at(-1)?.broken.push(state);
        return undefined;
      case 'continue':
        this.#loops.at(-1)?.continued.push(state);
        return undefined;
      case 'for-of':
        return this.#loop(statement, state, final, (head, isFinal) =>
          this.#roundOver([statement.variable], statement.body, head, isFinal, statement.source),
        );
      case 'sort':
        return this.#loop(statement, state, final, (head, isFinal) => this.#comparison(statement, head, isFinal));
      case 'loop':
        return this.#loop(statement, state, final, (head, isFinal) => this.#round(statement, state, head, isFinal));
    }
  }

  #loop(loop: Statement, entry: ValueRanges, final: boolean, round: TakeRound): State {
    const totals = new LoopTotals(loop, entry, this.#limits, this.#fn);
    const once = (state: ValueRanges, isFinal: boolean) => {
      for (const each of this.#totals) each.restart(loop);
      return round(state, isFinal);
    };
    const head = this.#heads.of(loop, entry, () => {
      if (this.#steps > mostSteps) return forget(entry, assignedIn([loop]));
      this.#totals.push(totals);
      const found = loopHead(entry, (state) => once(state, false).back, totals);
      this.#totals.pop();
      return found;
    });
    return once(head, final).exits.reduce(joinStates, undefined);
  }

  #round(loop: Loop, entry: ValueRanges, head: ValueRanges, final: boolean): Round {
    const { test, bodyFirst, body, update } = loop;
    if (!bodyFirst) this.expressions.value(test, head, final);
    const { end, broken } = this.#step(body, bodyFirst ? head : stateAfterTest(test, true, head, this.#fn), final);
    const updated = this.body(update, end, final);
    if (bodyFirst && updated) this.expressions.value(test, updated, final);
    const back = bodyFirst ? updated && stateAfterTest(test, true, updated, this.#fn) : updated;
    const last = bodyFirst ? updated : beforeLastTest(loop, entry, head, updated, this.#fn);
    return { back, exits: [last && stateAfterTest(test, false, last, this.#fn), ...broken] };
  }

  /** A round over elements of an array, or over code points of a string. */
  #roundOver(
    elements: readonly VariableId[],
    body: readonly Statement[],
    head: ValueRanges,
    final: boolean,
    source?: Expression,
  ): Round {
    const any = elements.reduce((state, id) => this.#store(id, rangeOfElements(source), state, final), head);
    const start = source && isText(source) ? withCodePoints(any, elements) : any;
    const { end, broken } = this.#step(body, start, final);
    return { back: end, exits: [head, ...broken] };
  }

  /** A call of a comparator, which ends with its verdict. */
  #comparison({ left, right, body, isBefore }: Sort, head: ValueRanges, final: boolean): Round {
    const round = this.#roundOver([left, right], body, head, final);
    if (round.back) this.expressions.value(isBefore, round.back, final);
    return round;
  }

  #step(body: readonly Statement[], start: State, final: boolean): { end: State; broken: readonly State[] } {
    const exits: LoopExits = { broken: [], continued: [] };
    this.#loops.push(exits);
    const end = this.body(body, start, final);
    this.#loops.pop();
    return { end: exits.continued.reduce(joinStates, end), broken: exits.broken };
  }

  #store(id: VariableId, range: BoundedInterval | undefined, state: ValueRanges, final: boolean): ValueRanges {
    if (final) this.stored.add(id, range && everywhere(range));
    return storeIn(state, id, range);
  }
}
