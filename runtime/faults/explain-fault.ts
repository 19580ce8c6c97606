import { faultName } from '../../schema/faults.js';
import type { TransformDescription } from '../description.js';
import { BackendMismatchError, RowError, RowfuseError } from '../errors.js';
import type { Piece } from '../input/piece.js';
import { MemoryBudget } from '../memory-budget.js';
import type { Backend } from '../options.js';
import type { Params } from '../params.js';
import { evaluatePiece } from '../reference/evaluate.js';
import type { Fault } from './faults.js';

/** The call that a row failed in. */
export interface FailedCall {
  readonly transform: TransformDescription;
  readonly backend: Backend;
  readonly params: Params;
  readonly valuesInErrors: boolean;
}

/**
 * Returns the error for a fault. Native code says which row fails; running it on the reference says why, with the value. `row` is a piece
 * of that row alone.
 */
export function explainFault(
  { transform, backend, params, valuesInErrors }: FailedCall,
  row: Piece,
  fault: Fault,
): Error {
  // Unlimited: it is one row of a call that is over.
  const memory = new MemoryBudget(transform.name, Number.MAX_SAFE_INTEGER);
  try {
    for (const _ of evaluatePiece(transform, row, { params, valuesInErrors, memory }));
  } catch (error) {
    if (error instanceof RowfuseError) return error;
    throw error;
  }
  if (faultName(fault.code) === 'bigint_overflow') {
    return new RowError(
      `${transform.name}: row ${row.start}: a bigint leaves 128 bits, from -2^127 to 2^127 - 1. ` +
        "Keep intermediate values smaller, or use { backend: 'js' }, which has no such limit.",
      { row: row.start },
    );
  }
  return new BackendMismatchError(
    `${transform.name}: the ${backend} backend reports ${faultName(fault.code)} for row ${row.start}, which the reference computes without an error. ` +
      "Unless an input was changed during the call, this is a bug in rowfuse: please report it with the row; { backend: 'js' } is the way round it.",
    row.start,
  );
}
