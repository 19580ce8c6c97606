import type { Hint } from '../../diagnostics/index.js';
import type { RowFunction } from '../../ir/row-function.js';
import type { ValueRanges } from '../integers/number-range.js';
import { valueRanges } from '../integers/value-ranges.js';
import type { Plan } from '../plan.js';
import { type Site, sitesOf } from './site.js';

/** The facts about a planned row function that rules ask about. */
export interface Facts {
  readonly plan: Plan;
  readonly fn: RowFunction;
  readonly sites: readonly Site[];
  readonly ranges: ValueRanges;
}

/** A hint that is given once per cause. */
export interface Found {
  readonly hint: Hint;
  readonly cause: string;
}

export function factsOf(plan: Plan): Facts {
  const { fn } = plan;
  return { plan, fn, sites: sitesOf(fn), ranges: valueRanges(fn) };
}
