import { setImmediate } from 'node:timers/promises';
import { type ChunkLimits, mostRows } from '../chunk-limits.js';
import type { ComputedTransform } from '../description.js';
import { maxTextBytes } from '../input/chunks/chunk.js';
import type { PieceSource } from '../input/input-rows.js';
import { inputCut } from '../input/windows/window-pieces.js';
import { listConversion, nativeOutputs } from '../output/raise-lists.js';
import { bytesOf, type ResultChunk } from '../output/result-columns.js';
import { sharedColumns } from '../output/shared-columns.js';
import type { Addon } from './addon.js';
import type { Compute, ComputeOptions } from './compute.js';
import type { NativeCall } from './native-call.js';
import { oncePerValue } from './once-per-value.js';
import { runOnePass } from './one-pass.js';
import { runInChunks } from './run-in-chunks.js';
import { toleratingFailures } from './run-without-failures.js';
import { runTwoPasses } from './two-passes.js';

const nothing: readonly ResultChunk[] = [];

/**
 * Prepares a transform for a native backend. Everything that its description and the addon decide is chosen here. A call has no frame on
 * its stack for what the transform does not need (`test/runtime/call-frames.test.ts`).
 */
export function nativeRunner(
  transform: ComputedTransform,
  addon: Addon,
  backend: 'cpu' | 'cuda',
  { maxBytes = maxTextBytes, maxRows = mostRows }: ChunkLimits,
): Compute {
  const cut = inputCut(transform);
  const lists = listConversion(transform.output);
  const shared = sharedColumns(transform);
  const outputs = nativeOutputs(transform.output);
  const runWhole = backend === 'cpu' && addon.onePass.includes(transform.name) ? runOnePass : runTwoPasses;
  const runRows = transform.oncePerValue === true ? oncePerValue(runWhole) : runWhole;

  /** Runs every piece in order, so that the first fault is the lowest row's. */
  async function runPieces(rows: PieceSource, options: ComputeOptions): Promise<ResultChunk[]> {
    const { params, valuesInErrors, pace, memory, signal, failed, reuse = nothing } = options;
    // Spreads of two objects made one of 3 KB.
    const call: NativeCall = {
      addon,
      backend,
      transform,
      outputs,
      maxBytes,
      maxRows,
      runRows,
      params,
      valuesInErrors,
      pace,
      memory,
      signal,
      failed,
    };
    const runPiece = failed === undefined ? runInChunks : toleratingFailures(failed);
    const earlier = lists === undefined ? reuse : reuse.map((chunk) => lists.lower(chunk));
    const chunks: ResultChunk[] = [];
    try {
      // The event loop must not turn before the first piece is borrowed: until then it could be transferred away.
      for (const piece of cut(rows, call)) {
        if (piece === undefined) {
          await setImmediate();
          signal?.throwIfAborted();
          continue;
        }
        const before = memory.used;
        const made = await runPiece(call, piece, earlier.length === 0 ? nothing : earlier.slice(chunks.length));
        const raised = lists === undefined ? made : made.map((chunk) => lists.raise(chunk, memory));
        // The memory for making them is no longer needed.
        memory.settle(before, bytesOf(raised, reuse));
        for (const chunk of shared === undefined ? raised : shared.add(piece, raised, call)) chunks.push(chunk);
      }
      return chunks;
    } catch (error) {
      throw memory.explain(error);
    }
  }
  return runPieces;
}
