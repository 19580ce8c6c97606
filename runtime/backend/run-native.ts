import { setImmediate } from 'node:timers/promises';
import { hasOffsets } from '../../schema/column-types.js';
import { type ChunkLimits, mostRows } from '../chunk-limits.js';
import { type ComputedTransform, emitsRows, type OutputColumn, type TransformDescription } from '../description.js';
import { RowError } from '../errors.js';
import { explainFault } from '../faults/explain-fault.js';
import type { FailedRows } from '../faults/failed-rows.js';
import { type Fault, malformedIndex } from '../faults/faults.js';
import { firstUnsound, markUnsound } from '../input/checks/unsound-rows.js';
import { maxTextBytes } from '../input/chunks/chunk.js';
import { countCombinations, rankRows } from '../input/combinations.js';
import { cutPiece } from '../input/cut-piece.js';
import { gatherRows } from '../input/gather-rows.js';
import type { PieceSource } from '../input/input-rows.js';
import type { Piece } from '../input/piece.js';
import { spreadPiece } from '../input/spread-out.js';
import { piecesOf } from '../input/windows/window-pieces.js';
import type { MemoryBudget } from '../memory-budget.js';
import { emittedChunk } from '../output/emitted-chunk.js';
import { lowerLists, nativeOutputs, raiseLists } from '../output/raise-lists.js';
import { allocateColumns, allocateUnmeasured, bytesOf, type ResultChunk } from '../output/result-columns.js';
import { shareColumns } from '../output/shared-columns.js';
import { Pace } from '../pace.js';
import { nativeInputs, type Params } from '../params.js';
import type { Addon, Evaluated, Filled, Measured, OutputBuffers } from './addon.js';
import { codeOf, guard, tooLarge } from './native-failures.js';
import { runWithoutFailures } from './run-without-failures.js';

/** One call on a native backend. */
export interface NativeCall extends ChunkLimits {
  readonly addon: Addon;
  readonly backend: 'cpu' | 'cuda';
  readonly transform: TransformDescription & Partial<ComputedTransform>;
  readonly rows: PieceSource;
  readonly params: Params;
  readonly valuesInErrors: boolean;
  readonly signal: AbortSignal | undefined;
  readonly memory: MemoryBudget;
  /** Takes the rows that fail; undefined if the first of them ends the call. */
  readonly failed?: FailedRows | undefined;
  /** The chunks of an earlier result, whose memory is reused if it is large enough. */
  readonly reuse?: readonly ResultChunk[] | undefined;
}

/** Stands for a single pass that is not possible: the addon has none, or the result did not fit its memory. */
const noRoom = Symbol('no room');

/** A call with the output columns as native code writes them. */
interface Call extends NativeCall {
  readonly outputs: readonly OutputColumn[];
}

/** Runs every piece in order, so that the first fault is the lowest row's. */
export async function runNative(native: NativeCall): Promise<ResultChunk[]> {
  const { memory } = native;
  try {
    return await runPieces(native);
  } catch (error) {
    throw memory.explain(error);
  }
}

async function runPieces(native: NativeCall): Promise<ResultChunk[]> {
  const { memory } = native;
  const { output } = native.transform;
  const call: Call = { ...native, outputs: nativeOutputs(output) };
  const chunks: ResultChunk[] = [];
  for (const piece of piecesOf(call.transform, call.rows, { ...call, pace: new Pace() })) {
    if (piece === undefined) {
      await setImmediate();
      call.signal?.throwIfAborted();
      continue;
    }
    const { failed } = call;
    const before = memory.used;
    const reuse = call.reuse?.slice(chunks.length).map((chunk) => lowerLists(output, chunk));
    const made: ResultChunk[] = [];
    if (failed === undefined) await runPiece({ ...call, reuse }, piece, made);
    else made.push(...(await runTolerant({ ...call, reuse, failed }, piece)));
    const raised = made.map((chunk) => raiseLists(output, chunk, memory));
    // The memory for making them is no longer needed.
    memory.settle(before, bytesOf(raised, call.reuse));
    chunks.push(...shareColumns(call.transform, piece, raised, call));
  }
  return chunks;
}

/** Runs a piece as if no row failed. Rows are marked only if one does. */
async function runTolerant(call: Call & { readonly failed: FailedRows }, piece: Piece): Promise<ResultChunk[]> {
  const run = async (rows: Piece, reuse: Call['reuse']) => {
    const chunks: ResultChunk[] = [];
    await runPiece({ ...call, reuse }, rows, chunks);
    return chunks;
  };
  try {
    return await run(piece, call.reuse);
  } catch (error) {
    if (!(error instanceof RowError)) throw error;
    const mark = async (codes: Uint8Array) => {
      checkpoint(call, piece);
      await guard(call, () =>
        call.addon.mark(
          call.transform.name,
          'cpu',
          piece.length,
          nativeInputs(piece, call.params, call.transform.input, call.memory),
          { codes },
          call.memory.left,
        ),
      );
      checkpoint(call, piece);
      markUnsound(piece, codes, malformedIndex);
    };
    return runWithoutFailures(call, piece, (rows) => run(rows, undefined), mark, error);
  }
}

async function runPiece(call: Call, piece: Piece, chunks: ResultChunk[]): Promise<void> {
  const earlier = call.reuse?.[chunks.length];
  // The event loop must not turn before the input is borrowed: until then it could be transferred away.
  const once = call.transform.oncePerValue === true ? await runOncePerValue(call, piece, earlier) : undefined;
  const chunk = once ?? (await runRows(call, piece, earlier));
  if (chunk !== tooLarge) {
    chunks.push(chunk);
    return;
  }
  if (piece.length === 1) throw tooLong(call, piece);
  // Past 2^31 - 1 bytes the result continues in another chunk. Halving works without knowing how the bytes are spread over the rows.
  const half = piece.length >>> 1;
  await runPiece(call, cutPiece(piece, call.transform.input, 0, half), chunks);
  await runPiece(call, cutPiece(piece, call.transform.input, half, piece.length - half), chunks);
}

/** Evaluates every row. */
async function runRows(
  call: Call,
  piece: Piece,
  earlier: ResultChunk | undefined,
): Promise<ResultChunk | typeof tooLarge> {
  const { backend, transform, memory, maxBytes = maxTextBytes } = call;
  const rows = backend === 'cuda' ? spreadPiece(piece, maxBytes, memory) : piece;
  if (rows === 'too large') return tooLarge;
  const unsound = firstUnsound(rows);
  if (unsound >= 0) {
    // A row before it may fail first.
    if (unsound > 0) await runPiece(call, cutPiece(piece, transform.input, 0, unsound), []);
    throw explain(call, piece, { row: unsound, code: malformedIndex, column: -1 });
  }
  const before = memory.used;
  const once = async (reuseText: boolean) => {
    const result = await evaluateOnce(call, rows, earlier, reuseText);
    if (result === noRoom || result === tooLarge) memory.settle(before, 0);
    return result;
  };
  let chunk = await once(earlier !== undefined);
  if (chunk === noRoom && earlier !== undefined) chunk = await once(false);
  return chunk === noRoom ? measureAndFill(call, rows, earlier) : chunk;
}

/**
 * Evaluates one row per combination of values, and copies its result to all rows of the combination. Returns undefined if that does not
 * pay, or if a row fails: evaluating every row then finds which.
 */
async function runOncePerValue(
  call: Call,
  piece: Piece,
  earlier: ResultChunk | undefined,
): Promise<ResultChunk | typeof tooLarge | undefined> {
  const { addon, transform, params, memory } = call;
  const combinations = countCombinations(piece, transform.input);
  if (combinations === undefined || combinations * 2 > piece.length) return undefined;
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
    const result = await runRows(call, gatherRows(piece, transform.input, runs, memory), undefined);
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

/** Runs a single pass, if the addon has one for this transform. */
async function evaluateOnce(
  call: Call,
  piece: Piece,
  earlier: ResultChunk | undefined,
  reuseText: boolean,
): Promise<ResultChunk | typeof tooLarge | typeof noRoom> {
  const { addon, backend, transform, params, signal, memory, maxBytes = maxTextBytes, maxRows = mostRows } = call;
  if (backend !== 'cpu' || !addon.onePass.includes(transform.name)) return noRoom;
  // The memory of a transform that filters or expands is not known in advance. The addon allocates it.
  const outputs = emitsRows(transform)
    ? []
    : allocateUnmeasured(call.outputs, piece.length, memory, earlier, reuseText);
  const inputs = nativeInputs(piece, params, transform.input, memory);
  let stop: (() => void) | undefined;
  try {
    const evaluated = await guard<Evaluated | typeof noRoom>(call, () => {
      const { job, finished } = addon.evaluate(transform.name, backend, piece.length, inputs, outputs, {
        limit: maxBytes,
        rows: maxRows,
        spare: earlier !== undefined,
        memory: memory.left,
      });
      if (job !== undefined) {
        stop = () => addon.release(job);
        signal?.addEventListener('abort', stop, { once: true });
      }
      return finished.catch((error: unknown) => {
        if (codeOf(error) === 'NoRoom') return noRoom;
        throw error;
      });
    });
    if (evaluated === tooLarge || evaluated === noRoom) return evaluated;
    checkpoint(call, piece);
    if (evaluated.fault !== undefined && evaluated.fault.code !== 0) throw explain(call, piece, evaluated.fault);
    memory.settle(memory.used, bytesOf([{ columns: madeOf(evaluated) }]));
    if (evaluated.rows !== undefined) return emittedChunk(call.outputs, evaluated, evaluated.rows);
    const columns = outputs.map(({ values = new Uint8Array(0), ...column }, index) => ({
      ...column,
      values: evaluated.values[index] ?? (offsetsAt(call, index) ? values.subarray(0, evaluated.bytes[index]) : values),
    }));
    return finishedChunk(call, piece.length, columns, evaluated);
  } finally {
    if (stop !== undefined) signal?.removeEventListener('abort', stop);
  }
}

/** Returns the memory that a pass has allocated. */
function madeOf({ values, offsets = [], validity = [] }: Evaluated) {
  const made = [...values, ...offsets, ...validity];
  return made.flatMap((bytes) => (bytes === undefined ? [] : [{ values: bytes, nullCount: 0 }]));
}

async function measureAndFill(
  call: Call,
  piece: Piece,
  earlier: ResultChunk | undefined,
): Promise<ResultChunk | typeof tooLarge> {
  const { addon, backend, transform, params, memory } = call;
  // The event loop may have turned since the piece was read.
  checkpoint(call, piece);
  const measured = await guard(call, () =>
    addon.measure(
      transform.name,
      backend,
      piece.length,
      nativeInputs(piece, params, transform.input, memory),
      memory.left,
    ),
  );
  if (measured === tooLarge) return tooLarge;
  try {
    checkpoint(call, piece);
    if (measured.fault !== undefined && measured.fault.code !== 0) throw explain(call, piece, measured.fault);
    return await fillMeasured(call, piece, measured, earlier);
  } finally {
    addon.release(measured.job);
  }
}

/** Fills a measured result, if its text fits a chunk. */
async function fillMeasured(
  call: Call,
  piece: Piece,
  measured: Measured,
  earlier: ResultChunk | undefined,
): Promise<ResultChunk | typeof tooLarge> {
  const { outputs, memory, maxBytes = maxTextBytes, maxRows = mostRows } = call;
  if ((measured.rows ?? 0) > maxRows) return tooLarge;
  const fits = outputs.every((_, index) => !offsetsAt(call, index) || (measured.bytes[index] ?? 0) <= maxBytes);
  if (fits) return fill(call, piece, measured, earlier);
  // A result that would not fit in any number of chunks is refused before the first chunk is made.
  memory.ask(measured.bytes.reduce((sum, bytes) => sum + bytes, 0) - bytesOf(call.reuse ?? []));
  return tooLarge;
}

function offsetsAt({ outputs }: Call, index: number): boolean {
  const column = outputs[index];
  return column !== undefined && hasOffsets(column.type);
}

async function fill(
  call: Call,
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
    const filled = await guard(call, () => addon.fill(measured.job, outputs, memory.left));
    if (filled === tooLarge) return tooLarge;
    checkpoint(call, piece);
    if (filled.fault !== undefined && filled.fault.code !== 0) throw explain(call, piece, filled.fault);
    return finishedChunk(call, rows, outputs, filled);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

function finishedChunk(
  call: Call,
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

/** Notices, between two steps of native work, changes that happened on this thread meanwhile. */
function checkpoint(call: Call, piece: Piece): void {
  piece.verify();
  call.signal?.throwIfAborted();
}

function explain(call: Call, piece: Piece, fault: Fault): Error {
  return explainFault(call, cutPiece(piece, call.transform.input, fault.row, 1), fault);
}

function tooLong(call: Call, piece: Piece): RowError {
  const { name } = call.transform;
  const why = emitsRows(call.transform)
    ? 'its rows take more bytes of text than utf8 can address, or are too many to number. Make fewer rows of it.'
    : 'the text takes more bytes than utf8 can address. Return a shorter text.';
  return new RowError(`${name}: row ${piece.start}: ${why}`, { row: piece.start });
}
