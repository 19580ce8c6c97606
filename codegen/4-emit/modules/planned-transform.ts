import type { ParsedDescription, ParsedReduction, ReductionFunction } from '../../1-parse/parsed-transform.js';
import type { Analysis } from '../../2-analyze/analyze.js';
import type { Plan } from '../../3-plan/plan.js';

/** One transform with the results of the phases before. */
export interface PlannedTransform {
  readonly parsed: ParsedDescription;
  readonly analysis: Analysis;
  readonly plan: Plan;
  /** The user-defined aggregates of an aggregate. */
  readonly reductions?: readonly PlannedReduction[];
}

/** A user-defined aggregate. Each of its functions is planned as a row function is. */
export interface PlannedReduction {
  readonly parsed: ParsedReduction;
  readonly functions: Readonly<Record<ReductionFunction, PlannedTransform>>;
}

/** True for an aggregate that groups columns of the input as they are stored, without a row function. */
export function areStored(parsed: ParsedDescription): boolean {
  return parsed.kind === 'aggregate' && parsed.stages.length === 0;
}
