import { RowError } from '../errors.js';
import { countCombinations, rankRows } from '../input/combinations.js';
import { gatherRows } from '../input/gather-rows.js';
import type { Piece } from '../input/piece.js';
import type { ResultChunk } from '../output/result-columns.js';
import { nativeInputs } from '../params.js';
import { checkpoint, type NativeCall, type RunRows } from './native-call.js';
import { guard, tooLarge } from './native-failures.js';
import { fillMeasured } from './two-passes.js';

/**
 * Returns a function that evaluates one row per combination of dictionary values, and copies its result to all rows of the combination. If
 * that does not pay, or a row fails, `runRows` evaluates every row. It finds which row fails.
 */
export function oncePerValue(runRows: RunRows): RunRows {
  return async (call, piece, earlier) => {
    const combinations = countCombinations(piece, call.transform.input);
    if (combinations === undefined || combinations * 2 > piece.length) return runRows(call, piece, earlier);
    const chunk = await runCombinations(call, piece, combinations, earlier, runRows);
    if (chunk !== undefined) return chunk;
    checkpoint(call, piece);
    return runRows(call, piece, earlier);
  };
}

/** Returns undefined if a row fails, or if the results of all combinations do not fit a chunk. */
async function runCombinations(
  call: NativeCall,
  piece: Piece,
  combinations: number,
  earlier: readonly ResultChunk[],
  runRows: RunRows,
): Promise<ResultChunk | typeof tooLarge | undefined> {
  const { addon, transform, params, memory } = call;
  const inputs = nativeInputs(piece, params, transform.input, memory);
  memory.take(4 * combinations);
  const rows = new Int32Array(combinations + 1);
  checkpoint(call, piece);
  const found = await guard(call, () =>
    addon.firstRows(transform.name, 'cpu', piece.length, inputs, { rows }, memory.left),
  );
  checkpoint(call, piece);
  if (found === tooLarge || (rows[combinations] ?? -1) >= 0) return undefined;
  const { ranks, runs } = rankRows(rows.subarray(0, combinations), memory);
  try {
    const result = await runRows(call, gatherRows(piece, transform.input, runs, memory), []);
    if (result === tooLarge) return undefined;
    const { length, columns } = result;
    const measured = await guard(call, () =>
      addon.gather(transform.name, 'cpu', piece.length, inputs, { ranks, length, columns }, memory.left),
    );
    if (measured === tooLarge) return tooLarge;
    try {
      checkpoint(call, piece);
      return await fillMeasured(call, piece, measured, earlier);
    } finally {
      addon.release(measured.job);
    }
  } catch (error) {
    if (error instanceof RowError) return undefined;
    throw error;
  }
}
