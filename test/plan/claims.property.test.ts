import { it } from 'vitest';
import { checkClaims } from './check-claims.js';

/** `ROWFUSE_PLAN_RUNS` is the number of row functions. */
const runs = Number(process.env.ROWFUSE_PLAN_RUNS ?? 1000);
const seed = Number(process.env.ROWFUSE_PLAN_SEED ?? 1);

it('holds every claim about the values of random row functions, and keeps their results', () =>
  checkClaims(runs, seed));
