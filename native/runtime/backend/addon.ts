import type { NumberArray } from '../columns/column-types.js';
import type { Fault } from '../faults/faults.js';
import type { UnsoundRows } from '../input/checks/unsound-row-set.js';

/** One input column of one native call. Memory stays the caller's and is only read. */
export interface InputBuffers {
  /** Fixed widths: exactly the rows. Bool: bits. Utf8: the bytes that `offsets` point into. */
  readonly values: ArrayBufferView;
  /** Bool: the bit of row 0 in `values`. Utf8 that windows are of: 1 where all of it is ASCII. */
  readonly valuesBit: number;
  /** Utf8: rows + 1 positions in `values`; the first need not be 0. With `indices`, one more than there are entries. */
  readonly offsets?: Int32Array;
  /**
   * Utf8, on the CPU: row by row the number of an entry, of which `values` and `offsets` are then. Those of nulls mean nothing;
   * one without an entry is a fault of its row.
   */
  readonly indices?: Indices;
  /** Beside `indices`: the bytes of the longest entry. */
  readonly longest?: number;
  /** Of a list, whose `offsets` count elements: what they are. Native code gets {@link lowerList} of it. */
  readonly elements?: InputBuffers;
  /** How many elements there are. */
  readonly elementCount?: number;
  /**
   * Of a column that windows are of: the rows of the whole of it. The other buffers are of all of these, whatever rows a piece
   * has.
   */
  readonly rows?: number;
  /** Beside `rows`: which of them is the piece's first. */
  readonly first?: number;
  /** Beside `rows`: the piece's own rows, in the order of the table. */
  readonly own?: InputBuffers;
  /** A set bit is a value, a clear one a null. Absent when no row is null. */
  readonly validity?: Uint8Array;
  /** The bit of row 0 in `validity`. */
  readonly validityBit: number;
  /** Rows that are malformed, and empty here. Native code gets no such row. */
  readonly unsound?: UnsoundRows;
}

/** Numbers of entries. */
export type Indices = Exclude<NumberArray, Float32Array | Float64Array>;

/** One value for all rows of a call, which native code copies. */
export interface ScalarBuffers {
  /** Text: its UTF-8. Any other value: eight bytes, the first of which are the value's. */
  readonly values: Uint8Array;
  readonly isNull: boolean;
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
  /** Output rows, where rows come and go. */
  readonly rows?: number;
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

/** Output columns of a call whose text has not been measured: `values` of text only where its memory is to be used. */
export type UnmeasuredBuffers = Omit<OutputBuffers, 'values'> & { readonly values?: Uint8Array };

/** What a single pass did. */
export interface Evaluated extends Filled {
  /** Bytes of text in each output column. */
  readonly bytes: readonly number[];
  /** The text of output columns that came without memory for it, where there is any. */
  readonly values: readonly (Uint8Array | undefined)[];
  /** Output rows, where rows come and go: all memory is new then, `values` too. Nothing stands for no bytes. */
  readonly rows?: number;
  readonly offsets?: readonly (Uint8Array | undefined)[];
  readonly validity?: readonly (Uint8Array | undefined)[];
}

/** How a single pass runs. */
export interface EvaluateOptions {
  /** The most bytes of text in a column. */
  readonly limit: number;
  /** The most output rows. */
  readonly rows: number;
  /** Leave an eighth of room behind new text: for a result whose memory is going to be used again. */
  readonly spare: boolean;
  /** Bytes of memory that it may take. */
  readonly memory?: number;
}

/** A single pass in flight. */
export interface Evaluation {
  /** For `release`, which stops the work; absent where nothing was started. */
  readonly job?: object;
  readonly finished: Promise<Evaluated>;
}

/** Limits of the native backends. Each keeps its value when absent. */
export interface AddonConfiguration {
  readonly device?: number;
  readonly threads?: number;
  readonly memoryLimit?: number;
  readonly tileRows?: number;
}

/** A column on a device, as the addon made it. */
export interface DeviceColumn {
  /** Opaque: the share in its memory. Given back by `free`, or with the object by the garbage collector. */
  readonly handle: object;
  /** Bytes of the values of its rows. */
  readonly valuesBytes: number;
  /** Bytes of device memory that it takes. */
  readonly deviceBytes: number;
}

/** One value of a row that was copied back. */
export interface DeviceValue {
  /** A value's bytes; for Bool 0 or 1. */
  readonly values: Uint8Array;
  /** Utf8: the row's two offsets, as they are on the device. */
  readonly offsets: readonly [number, number];
  /** Utf8: false where the offsets are malformed; then there are no values. */
  readonly sound: boolean;
  /** False for a null. */
  readonly present: boolean;
}

/** What the addon's process holds on devices, and what it has copied to and from them so far; in bytes. */
export interface DeviceStatistics {
  /** Memory of device tables. */
  readonly tableBytes: number;
  /** Memory of calls that are running. */
  readonly callBytes: number;
  /** Memory that is kept from call to call. */
  readonly scratchBytes: number;
  /** Column data, to devices and back. A call's report, some dozen bytes, is not in it. */
  readonly uploadedBytes: number;
  readonly downloadedBytes: number;
}

/**
 * Columns that stay on a device. Rejections have a `code`, as those of {@link Addon}. The columns of one call are on one
 * device, which need not be the configured one.
 */
export interface DeviceFunctions {
  /** Copies columns to the configured device. Bitmaps have any offset; a column without nulls has none. */
  upload(
    types: readonly string[],
    length: number,
    columns: readonly InputBuffers[],
  ): Promise<{
    readonly device: number;
    readonly columns: readonly DeviceColumn[];
    /** A text column whose offsets decrease or leave its values. Then there are no columns. */
    readonly malformed?: { readonly column: number; readonly row: number };
  }>;
  /**
   * Runs a transform over some rows of columns, in the order of its inputs; undefined where it does not read one. Both lists
   * have an entry an input.
   */
  run(
    transform: string,
    first: number,
    length: number,
    columns: readonly (object | undefined)[],
    scalars: readonly (ScalarBuffers | undefined)[],
  ): Promise<{
    readonly columns: readonly DeviceColumn[];
    readonly nullCounts: readonly number[];
    /** Output rows, where rows come and go. */
    readonly rows?: number;
    readonly fault?: Fault;
    readonly deviceMs: number;
  }>;
  /** Copies whole columns back: `valuesBytes` of values each, offsets, and the validity of those with nulls. */
  download(columns: readonly object[], outputs: readonly OutputBuffers[]): Promise<void>;
  /** Copies one row back. */
  row(columns: readonly (object | undefined)[], row: number): Promise<readonly DeviceValue[]>;
  /**
   * A column on a device that says of everything that it is there: of so many structs in a bit each; of the elements of as many lists,
   * of which `counted` has `width` bytes each, in a byte each.
   */
  present(device: number, length: number, counted?: object, width?: number): Promise<DeviceColumn>;
  /** The first null of a column, or -1. */
  firstNull(column: object): Promise<number>;
  /** Gives a column back. Work that reads it goes on; again does nothing. */
  free(column: object): void;
  statistics(): DeviceStatistics;
  /** Bytes that the configured device's own copy reads and writes a second. Holds twice as many as it copies meanwhile. */
  copyRate(bytes: number): Promise<number>;
}

/** A line that could not be computed. Its row is counted from the aggregation's first. */
export interface LineFault extends Fault {
  /** Its bytes, without its end. */
  readonly line: Uint8Array;
}

/** How far a file has been read. */
export interface FileProgress {
  readonly bytes: number;
  /** Bytes that there are. */
  readonly total: number;
  readonly rows: number;
}

/** What an aggregation holds after a pass. */
export interface HeldMemory {
  readonly held?: number;
}

/**
 * Groups of rows that are added piece by piece, one call for a handle after the other. A fault or a rejection ends an aggregation, and
 * so does `groups`. `memory` says how many bytes all of it may have. Rejections have a `code`, as those of {@link Addon}.
 */
export interface AggregationFunctions {
  /** Begins one. The garbage collector frees the handle, too. */
  aggregation(transform: string, backend: 'cpu' | 'cuda'): object;
  /** Adds rows: `firstRow` is the number of the first of them in the whole input. */
  aggregate(
    handle: object,
    firstRow: number,
    length: number,
    columns: readonly (InputBuffers | ScalarBuffers)[],
    memory?: number,
  ): Promise<{ readonly fault?: Fault } & HeldMemory>;
  /** Adds the lines of a part of a text: `inputs` are all inputs, of which the lines are looked at nowhere. What follows the last line end waits for the next part, or is one where this is `final`. */
  aggregateLines(
    handle: object,
    bytes: Uint8Array,
    part: { readonly final: boolean },
    inputs: readonly (InputBuffers | ScalarBuffers)[],
    memory?: number,
  ): Promise<{ readonly rows: number; readonly fault?: LineFault } & HeldMemory>;
  /**
   * Adds the lines of a file. Rejects as Node's functions do where it cannot be read, with `code`, `errno`, `syscall` and `path`, and
   * with the code `InputChanged` where it grows or shrinks meanwhile.
   */
  aggregateFile(
    handle: object,
    path: string,
    inputs: readonly (InputBuffers | ScalarBuffers)[],
    memory?: number,
  ): Promise<{ readonly rows: number; readonly bytes: number; readonly fault?: LineFault } & HeldMemory>;
  /** How far the file that is being read has come; undefined of an aggregation that has ended. */
  aggregationProgress(handle: object): FileProgress | undefined;
  /** The columns of the result. A fault is that of a group, `row`, in a column of it: a sum that leaves its type. */
  groups(handle: object, memory?: number): Promise<Evaluated>;
  /** Stops what is running, which then rejects with `Cancelled`, and frees all; again does nothing. */
  releaseAggregation(handle: object): void;
}

/** Bytes of this process's memory that running calls have, and that calls have left behind which have ended: none. */
export interface MemoryStatistics {
  readonly heldBytes: number;
  readonly forgottenBytes: number;
}

/** What the compiled addon (`rowfuse.node`) exports. */
export interface Addon extends AggregationFunctions {
  readonly abiVersion: number;
  readonly buildHash: string;
  readonly transforms: readonly string[];
  /** The transforms that `evaluate` takes: text is bounded, or rows come and go, and memory of our own can become an ArrayBuffer here. */
  readonly onePass: readonly string[];
  /** Whether the configured device works, and why not. `devices` are the names of all, by ordinal. */
  cuda(): {
    readonly available: boolean;
    readonly reason: string;
    readonly device?: string;
    readonly devices?: readonly string[];
  };
  readonly device: DeviceFunctions;
  configure(options: AddonConfiguration): void;
  memory(): MemoryStatistics;
  /**
   * Validates and sizes. `memory` says how many bytes the call may have; so do those of the others. A failing row is a `fault`; all else
   * rejects with an Error that has a `code`: `OutOfMemory`, `MemoryLimit` (with the `bytes` that it would have had, where they are known),
   * `ResultTooLarge` (text past 2^31 - 1 bytes), `InputChanged`, `Cancelled`, `DeviceError`, `InvalidArgument`.
   */
  measure(
    transform: string,
    backend: 'cpu' | 'cuda',
    length: number,
    columns: readonly (InputBuffers | ScalarBuffers)[],
    memory?: number,
  ): Promise<Measured>;
  /**
   * Measures and fills at once. Rejects as `measure` does, and with `NoRoom` where there is less memory than text: two
   * passes then find out how much it takes.
   */
  evaluate(
    transform: string,
    backend: 'cpu',
    length: number,
    columns: readonly (InputBuffers | ScalarBuffers)[],
    outputs: readonly UnmeasuredBuffers[],
    options: EvaluateOptions,
  ): Evaluation;
  fill(job: object, outputs: readonly OutputBuffers[], memory?: number): Promise<Filled>;
  /** Writes to `codes` why each row fails, an index of the fault names; 0 where it does not. Rejects as `measure` does. */
  mark(
    transform: string,
    backend: 'cpu',
    length: number,
    columns: readonly (InputBuffers | ScalarBuffers)[],
    outputs: { readonly codes: Uint8Array },
    memory?: number,
  ): Promise<void>;
  /**
   * Of a transform that reads columns with `indices` alone: writes, for each combination of their entries, the first row that
   * has it, or -1, and last that of a row without an entry. A combination is the entries' numbers as digits, the first column's
   * first, each to the base of its entries + 1; null is the digit after the last. Rejects as `measure` does.
   */
  firstRows(
    transform: string,
    backend: 'cpu',
    length: number,
    columns: readonly (InputBuffers | ScalarBuffers)[],
    outputs: { readonly rows: Int32Array },
    memory?: number,
  ): Promise<void>;
  /**
   * The results of all rows out of `columns`, those of `length` rows: by combination, `ranks` has the place of its result among
   * them, or -1 where no row has it. `fill` follows, as after `measure`.
   */
  gather(
    transform: string,
    backend: 'cpu',
    length: number,
    columns: readonly (InputBuffers | ScalarBuffers)[],
    results: { readonly ranks: Int32Array; readonly length: number; readonly columns: readonly OutputBuffers[] },
    memory?: number,
  ): Promise<Measured>;
  /** Called for every job, after `fill` or in place of it; again does nothing. During `fill` it stops the work. */
  release(job: object): void;
}
