import type { Fault } from './faults.js';

/** One input column of one native call. Memory stays the caller's and is only read. */
export interface InputBuffers {
  /** Fixed widths: exactly the rows. Bool: bits. Utf8: the bytes that `offsets` point into. */
  readonly values: ArrayBufferView;
  /** Bool: the bit of row 0 in `values`. */
  readonly valuesBit: number;
  /** Utf8: rows + 1 positions in `values`; the first need not be 0. */
  readonly offsets?: Int32Array;
  /** A set bit is a value, a clear one a null. Absent when no row is null. */
  readonly validity?: Uint8Array;
  /** The bit of row 0 in `validity`. */
  readonly validityBit: number;
}

/** One output column of one native call, allocated by JavaScript and written by `fill`. */
export interface OutputBuffers {
  readonly values: Uint8Array;
  /** Utf8: rows + 1. */
  readonly offsets?: Int32Array;
  /** Nullable columns only. */
  readonly validity?: Uint8Array;
}

/** What the sizes pass found. */
export interface Measured {
  /** Handed on to `fill` and `release`; native state lives behind it. */
  readonly job: object;
  /** Bytes of values of each output column. */
  readonly bytes: readonly number[];
  readonly fault?: Fault | undefined;
}

/** What the fill pass did. */
export interface Filled {
  /** Nulls in each output column. */
  readonly nullCounts: readonly number[];
  readonly fault?: Fault | undefined;
  /** Time on the device, where there is one. */
  readonly deviceMs?: number;
}

/** Limits of the native backends. Each keeps its value when absent. */
export interface AddonConfiguration {
  readonly threads?: number;
  readonly memoryLimit?: number;
  readonly tileRows?: number;
}

/** What the compiled addon (`rowfuse.node`) exports. */
export interface Addon {
  readonly abiVersion: number;
  readonly buildHash: string;
  readonly transforms: readonly string[];
  cuda(): { readonly available: boolean; readonly reason: string; readonly device?: string };
  configure(options: AddonConfiguration): void;
  /**
   * Validates and sizes. A failing row is a `fault`; all else rejects with an Error that has a `code`: `OutOfMemory`,
   * `ResultTooLarge` (text past 2^31 - 1 bytes), `InputChanged`, `Cancelled`, `DeviceError`, `InvalidArgument`.
   */
  measure(
    transform: string,
    backend: 'cpu' | 'cuda',
    length: number,
    columns: readonly InputBuffers[],
  ): Promise<Measured>;
  fill(job: object, outputs: readonly OutputBuffers[]): Promise<Filled>;
  /** Called for every job, after `fill` or in place of it; again does nothing. During `fill` it stops the work. */
  release(job: object): void;
}
