import type { ArrayCall, CompareOperator, Expression, Pick } from '../../ir/expression.js';
import { combine, combineBits, hullOf, type Interval, int32Interval, isWithin, restrict } from '../../ir/interval.js';
import { intrinsicOf } from '../../ir/intrinsics/index.js';
import { isInt } from '../../ir/intrinsics/number-function.js';
import { assignedIn } from '../../ir/rewrite.js';
import type { ColumnTypeName, RowFunction } from '../../ir/row-function.js';
import type { Label, Loop, Statement } from '../../ir/statement.js';
import { mayBeAbsent, presentType } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import { quotientRange, roundedQuotient } from './rounded-quotient.js';
import { dayMilliseconds } from './whole-days.js';

/** The integers that each variable holds at some time; a variable that is not there may hold anything else as well. */
export type ValueRanges = ReadonlyMap<VariableId, Interval>;

/** No engine has longer strings: V8's limit has been 2^30 - 25 units at most. */
const longestString = 2 ** 30;

/**
 * Interval analysis (P. and R. Cousot, 1977) of the numbers of a row function: forwards along control flow, loops by
 * widening and one step back, tests by what they exclude.
 */
export function valueRanges(fn: RowFunction): ValueRanges {
  const analysis = new Analysis(fn);
  analysis.body(fn.body, new Map(), true);
  return analysis.found;
}

/** The integers that a number can be; undefined where it may be something else. */
export function rangeOfNumber(e: Expression, ranges: ValueRanges, fn: RowFunction): Interval | undefined {
  const below = (operand: Expression) => rangeOfNumber(operand, ranges, fn);
  switch (e.kind) {
    case 'literal':
      return typeof e.value === 'number' && Number.isInteger(e.value) && !Object.is(e.value, -0)
        ? { min: e.value, max: e.value }
        : undefined;
    case 'read':
      return mayBeAbsent(e.type) ? undefined : (ranges.get(e.variable) ?? columnRange(e.variable, fn));
    case 'convert':
      return mayBeAbsent(e.type) ? undefined : below(e.operand);
    case 'array-call':
      return arrayRange(e);
    case 'string-call':
      return e.operation === 'length' ? { min: 0, max: longestString } : undefined;
    case 'arithmetic': {
      if (e.type.core.kind !== 'number') return undefined;
      const left = below(e.left);
      const right = below(e.right);
      if (e.operator === '/')
        return isInt(e) && left && right ? (quotientRange(left, right) ?? int32Interval) : undefined;
      if (e.operator === '*' && left && areSameRead(e.left, e.right)) return squareRange(left);
      return left && right && combine(e.operator, left, right);
    }
    case 'bitwise':
      return e.type.core.kind === 'number'
        ? combineBits(e.operator, below(e.left) ?? int32Interval, below(e.right) ?? int32Interval)
        : undefined;
    case 'call': {
      const quotient = roundedQuotient(e);
      const dividend = quotient && below(quotient.left);
      const divisor = quotient && below(quotient.right);
      if (dividend && divisor) return quotientRange(dividend, divisor);
      return intrinsicOf(e).range?.(e.arguments.map(below));
    }
    case 'find':
      return { min: -1, max: e.keys.length - 1 };
    case 'pick':
      return pickedRange(e);
    case 'coalesce': {
      const left = below({ ...e.left, type: presentType(e.left.type) });
      const right = below(e.right);
      return left && right && hullOf(left, right);
    }
    case 'conditional': {
      const whenTrue = below(e.whenTrue);
      const whenFalse = below(e.whenFalse);
      return whenTrue && whenFalse && hullOf(whenTrue, whenFalse);
    }
    default:
      return undefined;
  }
}

function areSameRead(a: Expression, b: Expression): boolean {
  return a.kind === 'read' && b.kind === 'read' && a.variable === b.variable;
}

/** A square is never -0. */
function squareRange({ min, max }: Interval): Interval | undefined {
  const most = Math.max(-min, max);
  return combine('*', { min: 0, max: most }, { min: 0, max: most });
}

/** Undefined where something else than an integer may come. */
function pickedRange({ values, type }: Pick): Interval | undefined {
  if (mayBeAbsent(type)) return undefined;
  let range: Interval | undefined;
  for (const value of values) {
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || Object.is(value, -0)) return undefined;
    range = range ? hullOf(range, { min: value, max: value }) : { min: value, max: value };
  }
  return range;
}

/** A string has at most as many pieces as units, and one; other arrays have fewer elements. */
function arrayRange({ operation }: ArrayCall): Interval | undefined {
  if (operation === 'length') return { min: 0, max: longestString + 1 };
  return operation === 'indexOf' || operation === 'lastIndexOf' ? { min: -1, max: longestString } : undefined;
}

function columnRange(id: VariableId, { variables, input }: RowFunction): Interval | undefined {
  const place = variables[id]?.column;
  const column = place === undefined ? undefined : input[place];
  if (column?.scalar === 'index') return { min: 0, max: Number.MAX_SAFE_INTEGER };
  return column && rangeOfColumn(column.type);
}

/** The integers that a column's values are, as row functions see them; undefined for other values. */
export function rangeOfColumn(type: ColumnTypeName): Interval | undefined {
  switch (type) {
    case 'int8':
      return { min: -128, max: 127 };
    case 'uint8':
      return { min: 0, max: 255 };
    case 'int16':
      return { min: -(2 ** 15), max: 2 ** 15 - 1 };
    case 'uint16':
      return { min: 0, max: 2 ** 16 - 1 };
    case 'int32':
      return int32Interval;
    case 'uint32':
      return { min: 0, max: 2 ** 32 - 1 };
    case 'date32':
      // Milliseconds of whole days: exact doubles, also past 2^53.
      return { min: int32Interval.min * dayMilliseconds, max: int32Interval.max * dayMilliseconds };
    case 'timestamp[s]':
      return { min: -(2 ** 63) * 1000, max: 2 ** 63 * 1000 };
    case 'timestamp[ms]':
      return { min: -(2 ** 63), max: 2 ** 63 };
    default:
      return undefined;
  }
}

/** What is known at one point; a variable that is not there may be anything. Undefined where control never comes. */
type State = ReadonlyMap<VariableId, Interval> | undefined;

interface LoopExits {
  broken: State[];
  continued: State[];
}

/** Rounds of a loop after which its bounds are given up one by one. */
const patience = 2;
/**
 * Statements that are gone through in all rounds of all loops, at most. Each loop takes four rounds or more, and so do the loops in it in
 * each of these: eight levels of loops took 5 s. Past the limit nothing is known of what a loop assigns.
 */
const mostSteps = 50_000;

class Analysis {
  readonly #fn: RowFunction;
  readonly found = new Map<VariableId, Interval>();
  readonly #anything = new Set<VariableId>();
  readonly #loops: LoopExits[] = [];
  /** The states in which the blocks around are left. */
  readonly #left = new Map<Label, State>();
  #steps = 0;

  constructor(fn: RowFunction) {
    this.#fn = fn;
  }

  /** The state after the statements. What is stored counts only when `final`: on the way there, too much is possible. */
  body(statements: readonly Statement[], state: State, final: boolean): State {
    return statements.reduce((before, statement) => before && this.#statement(statement, before, final), state);
  }

  #statement(statement: Statement, state: NonNullable<State>, final: boolean): State {
    this.#steps += 1;
    switch (statement.kind) {
      case 'declare':
      case 'assign':
        return this.#store(statement.variable, rangeOfNumber(statement.value, state, this.#fn), state, final);
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
          this.body(statement.whenTrue, this.#where(statement.test, true, state), final),
          this.body(statement.whenFalse, this.#where(statement.test, false, state), final),
        );
      case 'break':
        this.#loops.at(-1)?.broken.push(state);
        return undefined;
      case 'continue':
        this.#loops.at(-1)?.continued.push(state);
        return undefined;
      case 'for-of':
        return this.#loop(statement, state, final, (head, isFinal) => {
          const start = this.#store(statement.variable, undefined, head, isFinal);
          const { after, broken } = this.#step(statement.body, start, isFinal);
          return { back: after, exits: [head, ...broken] };
        });
      case 'sort':
        return this.#loop(statement, state, final, (head, isFinal) => {
          const left = this.#store(statement.left, undefined, head, isFinal);
          const start = left && this.#store(statement.right, undefined, left, isFinal);
          const { after, broken } = this.#step(statement.body, start, isFinal);
          return { back: after, exits: [head, ...broken] };
        });
      case 'loop':
        return this.#loop(statement, state, final, (head, isFinal) => this.#round(statement, head, isFinal));
    }
  }

  /** One round of a loop: from its head back to it, and out of it. */
  #round({ test, bodyFirst, body, update }: Loop, head: NonNullable<State>, final: boolean) {
    const start = bodyFirst ? head : this.#where(test, true, head);
    const { after, broken } = this.#step(body, start, final);
    const updated = this.body(update, after, final);
    const back = bodyFirst ? updated && this.#where(test, true, updated) : updated;
    const left = bodyFirst ? updated && this.#where(test, false, updated) : this.#where(test, false, head);
    return { back, exits: [left, ...broken] };
  }

  #step(body: readonly Statement[], state: State, final: boolean): { after: State; broken: readonly State[] } {
    const exits: LoopExits = { broken: [], continued: [] };
    this.#loops.push(exits);
    const end = this.body(body, state, final);
    this.#loops.pop();
    return { after: exits.continued.reduce(joinStates, end), broken: exits.broken };
  }

  #loop(
    loop: Statement,
    entry: NonNullable<State>,
    final: boolean,
    round: (head: NonNullable<State>, final: boolean) => { readonly back: State; readonly exits: readonly State[] },
  ): State {
    if (this.#steps > mostSteps)
      return round(without(entry, assignedIn([loop])), final).exits.reduce(joinStates, undefined);
    let head = entry;
    for (let rounds = 0; ; rounds += 1) {
      const next = joinStates(entry, round(head, false).back) ?? entry;
      if (isPart(next, head)) break;
      head = rounds < patience ? (joinStates(head, next) ?? next) : widen(head, next);
    }
    // What a widened bound took too much, a test inside may take back.
    const narrower = joinStates(entry, round(head, false).back) ?? entry;
    if (isPart(joinStates(entry, round(narrower, false).back) ?? entry, narrower)) head = narrower;
    return round(head, final).exits.reduce(joinStates, undefined);
  }

  #store(id: VariableId, range: Interval | undefined, state: NonNullable<State>, final: boolean): State {
    const after = new Map(state);
    if (range) after.set(id, range);
    else after.delete(id);
    if (final) {
      const before = this.found.get(id);
      if (!range || this.#anything.has(id)) {
        this.#anything.add(id);
        this.found.delete(id);
      } else this.found.set(id, before ? hullOf(before, range) : range);
    }
    return after;
  }

  /** The state where a test turned out so. */
  #where(test: Expression, outcome: boolean, state: NonNullable<State>): State {
    switch (test.kind) {
      case 'literal':
        return Boolean(test.value) === outcome ? state : undefined;
      case 'not':
        return this.#where(test.operand, !outcome, state);
      case 'logical': {
        if ((test.operator === '&&') !== outcome) return state;
        const left = this.#where(test.left, outcome, state);
        return left && this.#where(test.right, outcome, left);
      }
      case 'compare': {
        const operator = outcome ? test.operator : opposite[test.operator];
        const left = this.#compared(test.left, operator, test.right, state);
        return left && this.#compared(test.right, mirrored[operator], test.left, left);
      }
      default:
        return state;
    }
  }

  /** What `a operator b` says of `a`, where that is a variable. Both are integers, so that a test that fails says the opposite. */
  #compared(a: Expression, operator: CompareOperator, b: Expression, state: NonNullable<State>): State {
    const read = a.kind === 'convert' ? a.operand : a;
    const before = rangeOfNumber(read, state, this.#fn);
    const other = rangeOfNumber(b, state, this.#fn);
    if (read.kind !== 'read' || !before || !other) return state;
    const part = restrict(before, operator, other);
    return part && new Map(state).set(read.variable, part);
  }
}

const opposite: Readonly<Record<CompareOperator, CompareOperator>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' };
const mirrored: Readonly<Record<CompareOperator, CompareOperator>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

function joinStates(a: State, b: State): State {
  if (!a || !b) return a ?? b;
  const joined = new Map<VariableId, Interval>();
  for (const [id, range] of a) {
    const other = b.get(id);
    if (other) joined.set(id, hullOf(range, other));
  }
  return joined;
}

/** What is still known when any of some variables has got another value. */
function without(state: NonNullable<State>, variables: ReadonlySet<VariableId>): NonNullable<State> {
  return new Map([...state].filter(([id]) => !variables.has(id)));
}

/** Whether every value of one state is possible in the other. */
function isPart(part: NonNullable<State>, whole: NonNullable<State>): boolean {
  return [...whole].every(([id, range]) => {
    const own = part.get(id);
    return own !== undefined && isWithin(own, range);
  });
}

/** Bounds that still move go as far as an int32, then are given up. */
function widen(before: NonNullable<State>, after: NonNullable<State>): NonNullable<State> {
  const widened = new Map<VariableId, Interval>();
  for (const [id, { min, max }] of before) {
    const next = after.get(id);
    if (!next) continue;
    const low = next.min >= min ? min : next.min >= int32Interval.min ? int32Interval.min : -Infinity;
    const high = next.max <= max ? max : next.max <= int32Interval.max ? int32Interval.max : Infinity;
    if (Number.isFinite(low) && Number.isFinite(high)) widened.set(id, { min: low, max: high });
  }
  return widened;
}
