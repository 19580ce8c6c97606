import type { Expression } from '../../ir/expression.js';
import { hullOf, type Interval, largestExact, withMinusZero } from '../../ir/interval.js';
import { forEachStatement, readsIn } from '../../ir/rewrite.js';
import type { RowFunction } from '../../ir/row-function.js';
import type { Assign, Loop, Statement } from '../../ir/statement.js';
import { statementsIn } from '../../ir/statement-parts.js';
import type { Type } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import { countingLoop } from '../loops/uniform-loops.js';
import { rangeOfNumber, type ValueRanges } from './number-range.js';

/** The most steps that loops take; a row that takes more fails. */
export interface StepLimits {
  /** The steps of all counted loops of a row together: `rf::Steps::most`. */
  readonly counted: number;
  /** Returns the most elements of an array, or code points of a text. */
  readonly elements: (source: Type) => number;
}

/** A step of a sum: `total = total + term`. */
export interface Term {
  readonly value: Expression;
  /** 1 if the term is added, -1 if it is subtracted. */
  readonly sign: 1 | -1;
}

/** Returns the term that an assignment adds to its variable. */
export function termOf({ variable, value }: Assign): Term | undefined {
  const sum = value.kind === 'convert' ? value.operand : value;
  if (sum.kind !== 'arithmetic' || (sum.operator !== '+' && sum.operator !== '-')) return undefined;
  const reads = (e: Expression) => e.kind === 'read' && e.variable === variable;
  const dependsOn = (e: Expression) => readsIn([e]).includes(variable);
  if (reads(sum.left) && !dependsOn(sum.right)) return { value: sum.right, sign: sum.operator === '+' ? 1 : -1 };
  return sum.operator === '+' && reads(sum.right) && !dependsOn(sum.left) ? { value: sum.left, sign: 1 } : undefined;
}

/**
 * The variables that a loop changes only by adding terms, and the sums that they can reach. Intervals alone give such a variable no bound,
 * because each step moves it. But each of its assignments runs at most as often as a row may take counted steps, or a text has characters.
 */
export class LoopTotals {
  readonly #entry: ValueRanges;
  /** The assignments of each total, once per place where they stand. */
  readonly #sites: ReadonlyMap<VariableId, readonly Site[]>;
  readonly #terms = new Map<Statement, Interval | undefined>();

  /** @param entry the state before the loop */
  constructor(loop: Statement, entry: ValueRanges, limits: StepLimits, fn: RowFunction) {
    this.#entry = entry;
    this.#sites = totalsOf(loop, limits, stepsToBound(loop, entry, fn));
  }

  /** Forgets the terms of the statements of a loop, which is analyzed again. */
  restart(loop: Statement): void {
    if (this.#terms.size === 0) return;
    forEachStatement([loop], (statement) => this.#terms.delete(statement));
  }

  /** Notes the range of a term that an assignment adds. */
  add(assign: Assign, term: Interval | undefined): void {
    if (!this.#sites.has(assign.variable)) return;
    const before = this.#terms.get(assign);
    const isFirst = !this.#terms.has(assign);
    this.#terms.set(assign, isFirst ? term : term && before && hullOf(before, term));
  }

  /** Returns the ranges of the totals. */
  ranges(): ValueRanges {
    const found = new Map<VariableId, Interval>();
    for (const [id, sites] of this.#sites) {
      const entry = this.#entry.get(id);
      if (!entry) continue;
      let { min, max } = entry;
      for (const { assign, most } of sites) {
        if (!this.#terms.has(assign)) continue;
        const term = this.#terms.get(assign);
        min += most * Math.min(term?.min ?? -Infinity, 0);
        max += most * Math.max(term?.max ?? Infinity, 0);
      }
      if (-min <= largestExact && max <= largestExact)
        found.set(id, withMinusZero({ min, max }, entry.minusZero === true));
    }
    return found;
  }
}

/** An assignment, and the most times that it runs while the loop runs once. */
interface Site {
  readonly assign: Assign;
  readonly most: number;
}

/**
 * Returns the variables that all assignments of a loop add to, with these assignments.
 *
 * @param steps the most steps of the loop between its bounds
 */
function totalsOf(loop: Statement, limits: StepLimits, steps: number): ReadonlyMap<VariableId, readonly Site[]> {
  const sites = new Map<VariableId, Site[]>();
  const others = new Set<VariableId>();
  const visit = (statement: Statement, most: number): void => {
    if (statement.kind === 'declare') others.add(statement.variable);
    if (statement.kind === 'assign') {
      const { variable } = statement;
      if (most === Infinity || !termOf(statement)) others.add(variable);
      else sites.set(variable, [...(sites.get(variable) ?? []), { assign: statement, most }]);
    }
    const isLoop = statement.kind === 'loop' || statement.kind === 'for-of' || statement.kind === 'sort';
    const own = isLoop ? mostRuns(statement, statement === loop, limits) : most;
    const within = statement === loop ? Math.min(own, steps) : own;
    for (const inner of statementsIn(statement)) visit(inner, within);
  };
  visit(loop, Infinity);
  return new Map([...sites].filter(([id]) => !others.has(id)));
}

/** Returns the most steps of a loop that counts to a bound, when it is entered once. */
function stepsToBound(loop: Statement, entry: ValueRanges, fn: RowFunction): number {
  const course = loop.kind === 'loop' ? countingLoop(loop) : undefined;
  const begun = course && entry.get(course.variable);
  const bound = course && rangeOfNumber(course.bound, entry, fn);
  if (!course || !begun || !bound) return Infinity;
  const distance = course.step > 0 ? bound.max - begun.min : begun.max - bound.min;
  return Math.max(0, Math.floor(distance / Math.abs(course.step)) + 1);
}

/** Returns how often statements directly in a loop can run. A counted loop is limited however often it is entered. */
function mostRuns(loop: Statement, isEnteredOnce: boolean, limits: StepLimits): number {
  // The test of a loop may have side effects, which happen once more.
  if (loop.kind === 'loop' && isCounted(loop)) return limits.counted + 1;
  return loop.kind === 'for-of' && isEnteredOnce ? limits.elements(loop.source.type) : Infinity;
}

/** True if each step of the loop counts towards the row's limit. */
function isCounted({ counted, body }: Loop): boolean {
  return counted || body.some(({ kind }) => kind === 'step');
}

/** Adds the term of an assignment to the sums of all loops around it. */
export function addToTotals(
  loops: readonly LoopTotals[],
  assign: Assign,
  rangeOf: (e: Expression) => Interval | undefined,
): void {
  const term = loops.length > 0 ? termOf(assign) : undefined;
  if (!term) return;
  const range = rangeOf(term.value);
  const signed = range && term.sign < 0 ? { min: -range.max, max: -range.min } : range;
  for (const totals of loops) totals.add(assign, signed);
}
