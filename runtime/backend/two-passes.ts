import { hasOffsets } from '../../schema/column-types.js';
import { firstUnsound } from '../input/checks/unsound-rows.js';
import type { Piece } from '../input/piece.js';
import { spreadPiece } from '../input/spread-out.js';
import { allocateColumns, bytesOf, type ResultChunk } from '../output/result-columns.js';
import { nativeInputs } from '../params.js';
import type { Filled, Measured, OutputBuffers } from './addon.js';
import { checkpoint, type NativeCall, refuseFault } from './native-call.js';
import { guard, tooLarge, tooLargeOrThrow } from './native-failures.js';
import { unsoundRow } from './run-in-chunks.js';
import { timeHere } from './time-here.js';

/** Measures the result of every row, then fills it. Kernels read no dictionaries, so these are converted to text for a GPU. */
export async function runTwoPasses(
  call: NativeCall,
  piece: Piece,
  earlier: readonly ResultChunk[],
): Promise<ResultChunk | typeof tooLarge> {
  const { addon, backend, transform, params, memory, maxBytes } = call;
  const rows = backend === 'cuda' ? spreadPiece(piece, maxBytes, memory) : piece;
  if (rows === 'too large') return tooLarge;
  const unsound = firstUnsound(rows);
  if (unsound >= 0) throw await unsoundRow(call, piece, unsound, earlier);
  // The event loop may have turned since the piece was read.
  checkpoint(call, rows);
  const inputs = nativeInputs(rows, params, transform.input, memory);
  let measured: Measured;
  try {
    measured = await addon.measure(transform.name, backend, rows.length, inputs, memory.left, timeHere());
  } catch (cause) {
    return tooLargeOrThrow(call, cause);
  }
  try {
    checkpoint(call, rows);
    refuseFault(call, rows, measured.fault);
    return await fillMeasured(call, rows, measured, earlier);
  } finally {
    addon.release(measured.job);
  }
}

/** Fills a measured result, if its text fits a chunk. */
export async function fillMeasured(
  call: NativeCall,
  piece: Piece,
  measured: Measured,
  earlier: readonly ResultChunk[],
): Promise<ResultChunk | typeof tooLarge> {
  const { outputs, memory, maxBytes, maxRows } = call;
  if ((measured.rows ?? 0) > maxRows) return tooLarge;
  const fits = outputs.every(({ type }, index) => !hasOffsets(type) || (measured.bytes[index] ?? 0) <= maxBytes);
  if (fits) return fill(call, piece, measured, earlier[0]);
  // A result that would not fit in any number of chunks is refused before the first chunk is made.
  memory.ask(measured.bytes.reduce((sum, bytes) => sum + bytes, 0) - bytesOf(earlier));
  return tooLarge;
}

async function fill(
  call: NativeCall,
  piece: Piece,
  measured: Measured,
  earlier: ResultChunk | undefined,
): Promise<ResultChunk | typeof tooLarge> {
  const { addon, signal, memory } = call;
  const { rows = piece.length } = measured;
  const outputs = allocateColumns(call.outputs, rows, measured.bytes, memory, earlier);
  const stop = () => addon.release(measured.job);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const filled = await guard(call, () => addon.fill(measured.job, outputs, memory.left, timeHere()));
    if (filled === tooLarge) return tooLarge;
    checkpoint(call, piece);
    refuseFault(call, piece, filled.fault);
    return finishedChunk(call, rows, outputs, filled);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** Returns the chunk of columns that native code has filled. */
export function finishedChunk(
  call: NativeCall,
  length: number,
  outputs: readonly OutputBuffers[],
  { nullCounts }: Filled,
): ResultChunk {
  const columns = outputs.map((column, index) => ({
    ...column,
    nullCount: call.outputs[index]?.nullable === true ? (nullCounts[index] ?? 0) : 0,
  }));
  return { length, columns };
}
