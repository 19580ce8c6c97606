import { emitsRows, groupsInBlocks, type OutputColumn } from '../description.js';
import { RowError } from '../errors.js';
import { explainFault, type FailedCall } from '../faults/explain-fault.js';
import type { FailedRows } from '../faults/failed-rows.js';
import { malformedIndex } from '../faults/faults.js';
import { markUnsound } from '../input/checks/unsound-rows.js';
import { cutPiece } from '../input/cut-piece.js';
import { gatherRows, type RowRun, unmarkedRuns } from '../input/gather-rows.js';
import type { Piece } from '../input/piece.js';
import type { MemoryBudget } from '../memory-budget.js';
import type { ResultChunk } from '../output/result-columns.js';
import { scatterRows } from '../output/scatter-rows.js';
import { nativeInputs } from '../params.js';
import type { Addon } from './addon.js';
import { checkpoint, type NativeCall, type RunPiece } from './native-call.js';
import { guard } from './native-failures.js';
import { runInChunks } from './run-in-chunks.js';

/** A call that goes on without the rows that fail. */
export interface TolerantCall extends FailedCall {
  readonly addon: Addon;
  readonly failed: FailedRows;
  /** The output columns as native code writes them. */
  readonly outputs: readonly OutputColumn[];
  readonly memory: MemoryBudget;
}

/** Returns a function that runs a piece as if no row failed, and again without the rows that fail if one does. `failed` takes these. */
export function toleratingFailures(failed: FailedRows): RunPiece {
  return async (call, piece, earlier) => {
    try {
      return await runInChunks(call, piece, earlier);
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      const run = (rows: Piece) => runInChunks(call, rows, []);
      return runWithoutFailures({ ...call, failed }, piece, run, (codes) => markRows(call, piece, codes), error);
    }
  };
}

/** Writes the reason why each row fails to `codes`; 0 for a row that does not fail. */
async function markRows(call: NativeCall, piece: Piece, codes: Uint8Array): Promise<void> {
  const { addon, transform, params, memory } = call;
  checkpoint(call, piece);
  const inputs = nativeInputs(piece, params, transform.input, memory);
  await guard(call, () => addon.mark(transform.name, 'cpu', piece.length, inputs, { codes }, memory.left));
  checkpoint(call, piece);
  markUnsound(piece, codes, malformedIndex);
}

/**
 * Runs a piece again after one of its rows has failed. Finds all failing rows, on the CPU whatever the backend, and computes the others.
 * Calls without a failing row never get here.
 *
 * @param run computes a piece whose rows do not fail
 * @param first the error that ended the first attempt
 */
export async function runWithoutFailures(
  call: TolerantCall,
  piece: Piece,
  run: (rows: Piece) => Promise<readonly ResultChunk[]>,
  mark: (codes: Uint8Array) => Promise<void>,
  first: RowError,
): Promise<ResultChunk[]> {
  const { transform, failed, memory } = call;
  memory.take(piece.length);
  const codes = new Uint8Array(piece.length);
  await mark(codes);
  const runs = unmarkedRuns(codes, memory);
  const good = runs.reduce((sum, { length }) => sum + length, 0);
  // No single row fails: the text as a whole does not fit a column.
  if (good === piece.length) throw first;
  for (let row = 0; row < codes.length; row += 1) {
    const code = codes[row] ?? 0;
    if (code !== 0) failed.add(() => errorOf(call, cutPiece(piece, transform.input, row, 1), code));
  }
  const chunks: ResultChunk[] = [];
  for (const rows of good === 0 ? [] : goodRows(call, piece, runs)) chunks.push(...(await run(rows)));
  // A transform that filters or expands has no output rows for a row that fails.
  if (emitsRows(transform)) return chunks;
  return scatterRows(chunks, call.outputs, runs, piece.length, memory);
}

/** Returns the rows that do not fail as one piece. If rows must keep their numbers or their neighbours, each run is a piece by itself. */
function goodRows({ transform, memory }: TolerantCall, piece: Piece, runs: readonly RowRun[]): Piece[] {
  const { input, readsIndex, window } = transform;
  if (!readsIndex && !window && !groupsInBlocks(transform)) return [gatherRows(piece, input, runs, memory)];
  return runs.map(({ from, length }) => cutPiece(piece, input, from, length));
}

function errorOf(call: TolerantCall, row: Piece, code: number): RowError {
  const error = explainFault(call, row, { row: 0, code, column: -1 });
  if (error instanceof RowError) return error;
  throw error;
}
