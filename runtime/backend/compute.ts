import type { ChunkLimits } from '../chunk-limits.js';
import type { PieceSource } from '../input/input-rows.js';
import type { ResultChunk } from '../output/result-columns.js';
import type { EvaluateOptions } from '../reference/evaluate.js';

/** The options of one call that every backend takes. */
export interface ComputeOptions extends Omit<EvaluateOptions, keyof ChunkLimits> {
  readonly signal: AbortSignal | undefined;
  /** The chunks of an earlier result, whose memory is reused if it is large enough. */
  readonly reuse?: readonly ResultChunk[] | undefined;
}

/** Computes a transform over rows on one backend. */
export type Compute = (rows: PieceSource, options: ComputeOptions) => Promise<ResultChunk[]>;
