import { hasOffsets } from '../../schema/column-types.js';
import { emitsRows } from '../description.js';
import { firstUnsound } from '../input/checks/unsound-rows.js';
import type { Piece } from '../input/piece.js';
import { allocatedChunk } from '../output/allocated-chunk.js';
import { allocateUnmeasured, bytesBehind, type ResultChunk } from '../output/result-columns.js';
import { nativeInputs } from '../params.js';
import type { Evaluated, UnmeasuredBuffers } from './addon.js';
import { checkpoint, type NativeCall, refuseFault } from './native-call.js';
import { codeOf, type tooLarge, tooLargeOrThrow } from './native-failures.js';
import { unsoundRow } from './run-in-chunks.js';
import { timeHere } from './time-here.js';
import { finishedChunk, runTwoPasses } from './two-passes.js';

/**
 * Evaluates every row once, on the CPU. If the text does not fit the memory of an earlier result, the pass runs again with new memory. If it
 * does not fit that either, two passes find its size.
 *
 * @param reusesText true if the text of an earlier result is to be overwritten
 */
export async function runOnePass(
  call: NativeCall,
  piece: Piece,
  earlier: readonly ResultChunk[],
  reusesText = earlier.length > 0,
): Promise<ResultChunk | typeof tooLarge> {
  const unsound = firstUnsound(piece);
  if (unsound >= 0) throw await unsoundRow(call, piece, unsound, earlier);
  const { addon, transform, params, signal, memory, maxBytes, maxRows } = call;
  const before = memory.used;
  // The addon allocates memory for a new result, and for that of a transform that filters or expands, which is not known in advance.
  const isNew = earlier.length === 0 && addon.allocates;
  const outputs =
    isNew || emitsRows(transform)
      ? undefined
      : allocateUnmeasured(call.outputs, piece.length, memory, earlier[0], reusesText);
  const inputs = nativeInputs(piece, params, transform.input, memory);
  let stop: (() => void) | undefined;
  let evaluated: Evaluated;
  try {
    const { job, finished } = addon.evaluate(transform.name, 'cpu', piece.length, inputs, outputs, {
      limit: maxBytes,
      rows: maxRows,
      spare: earlier.length > 0,
      memory: memory.left,
      here: timeHere(),
    });
    if (job !== undefined) {
      stop = () => addon.release(job);
      signal?.addEventListener('abort', stop, { once: true });
    }
    evaluated = await finished;
  } catch (cause) {
    const large = codeOf(cause) === 'NoRoom' ? undefined : tooLargeOrThrow(call, cause);
    memory.settle(before, 0);
    if (large !== undefined) return large;
    checkpoint(call, piece);
    return reusesText ? runOnePass(call, piece, earlier, false) : runTwoPasses(call, piece, earlier);
  } finally {
    if (stop !== undefined) signal?.removeEventListener('abort', stop);
  }
  checkpoint(call, piece);
  refuseFault(call, piece, evaluated.fault);
  memory.settle(memory.used, bytesBehind(madeOf(evaluated)));
  return evaluatedChunk(call, piece.length, outputs, evaluated);
}

/** Returns the memory that a pass has allocated. */
function madeOf({ values, offsets, validity }: Evaluated): readonly ArrayBufferLike[] {
  const made: ArrayBufferLike[] = [];
  const add = (bytes: Uint8Array | undefined) => {
    if (bytes !== undefined) made.push(bytes.buffer);
  };
  values?.forEach(add);
  offsets?.forEach(add);
  validity?.forEach(add);
  return made;
}

function evaluatedChunk(
  call: NativeCall,
  length: number,
  outputs: readonly UnmeasuredBuffers[] | undefined,
  evaluated: Evaluated,
): ResultChunk {
  if (outputs === undefined) return allocatedChunk(call.outputs, evaluated, evaluated.rows ?? length);
  const { bytes = [], values: made = [] } = evaluated;
  const columns = outputs.map(({ values = new Uint8Array(0), ...column }, index) => {
    const { type } = call.outputs[index] ?? {};
    const written = type !== undefined && hasOffsets(type) ? values.subarray(0, bytes[index]) : values;
    return { ...column, values: made[index] ?? written };
  });
  return finishedChunk(call, length, columns, evaluated);
}
