import type { ComputedTransform, OutputColumn } from '../description.js';
import { explainFault } from '../faults/explain-fault.js';
import type { Fault } from '../faults/faults.js';
import { cutPiece } from '../input/cut-piece.js';
import type { Piece } from '../input/piece.js';
import type { ResultChunk } from '../output/result-columns.js';
import type { Addon } from './addon.js';
import type { ComputeOptions } from './compute.js';
import type { tooLarge } from './native-failures.js';

/** A transform on a native backend, prepared for all of its calls. */
export interface NativeTransform {
  readonly addon: Addon;
  readonly backend: 'cpu' | 'cuda';
  readonly transform: ComputedTransform;
  /** The output columns as native code writes them. */
  readonly outputs: readonly OutputColumn[];
  /** The most bytes of text in a column of a chunk. */
  readonly maxBytes: number;
  /** The most output rows of a chunk. */
  readonly maxRows: number;
  readonly runRows: RunRows;
}

/** One call on a native backend. */
export interface NativeCall extends NativeTransform, ComputeOptions {}

/**
 * Computes the rows of a piece as one chunk. `earlier` are the chunks of an earlier result that may still be overwritten. This chunk takes
 * the memory of the first.
 */
export type RunRows = (
  call: NativeCall,
  piece: Piece,
  earlier: readonly ResultChunk[],
) => Promise<ResultChunk | typeof tooLarge>;

/** Computes the rows of a piece, whose result may take several chunks. */
export type RunPiece = (
  call: NativeCall,
  piece: Piece,
  earlier: readonly ResultChunk[],
) => Promise<readonly ResultChunk[]>;

/** Notices, between two steps of native work, changes that happened on this thread meanwhile. */
export function checkpoint({ signal }: NativeCall, piece: Piece): void {
  piece.verify();
  signal?.throwIfAborted();
}

/** @throws the error of the row that fails, if one does */
export function refuseFault(call: NativeCall, piece: Piece, fault: Fault | undefined): void {
  if (fault !== undefined && fault.code !== 0) throw explain(call, piece, fault);
}

/** Returns the error for a fault in a piece. */
export function explain(call: NativeCall, piece: Piece, fault: Fault): Error {
  return explainFault(call, cutPiece(piece, call.transform.input, fault.row, 1), fault);
}
