import type { NumberArray } from '../../schema/column-types.js';
import type { Fault } from '../faults/faults.js';
import type { UnsoundRows } from '../input/checks/unsound-row-set.js';

/** One input column of a native call. The memory stays the caller's and is only read. */
export interface InputBuffers {
  /** Fixed widths: the values of exactly the rows. Bool: bits. Utf8: the bytes that `offsets` point into. */
  readonly values: ArrayBufferView;
  /** Bool: the bit of row 0 in `values`. Utf8 with windows: 1 if all of the text is ASCII. */
  readonly valuesBit: number;
  /** Utf8: rows + 1 positions in `values`; the first need not be 0. With `indices`: entries + 1 positions. */
  readonly offsets?: Int32Array;
  /**
   * Utf8, on the CPU: the number of each row's entry; `values` and `offsets` then hold the entries. The index of a null is ignored. An
   * index without an entry is a fault of its row.
   */
  readonly indices?: Indices;
  /** With `indices`: the bytes of the longest entry. */
  readonly longest?: number;
  /** The elements of a list, whose `offsets` count elements. Native code gets the result of {@link lowerList}. */
  readonly elements?: InputBuffers;
  /** The number of elements. */
  readonly elementCount?: number;
  /**
   * For a column with windows: the number of rows of the whole column. The other buffers are of all these rows, whatever rows a piece has.
   */
  readonly rows?: number;
  /** With `rows`: the position of the piece's first row. */
  readonly first?: number;
  /** With `rows`: the piece's own rows, in the order of the table. */
  readonly own?: InputBuffers;
  /** A set bit is a value, a clear one a null. Absent if no row is null. */
  readonly validity?: Uint8Array;
  /** The bit of row 0 in `validity`. */
  readonly validityBit: number;
  /** The malformed rows, which are empty in the buffers. Native code never gets such a row. */
  readonly unsound?: UnsoundRows;
}

/** Indices of dictionary entries. */
export type Indices = Exclude<NumberArray, Float32Array | Float64Array>;

/** One value for all rows of a call. Native code copies it. */
export interface ScalarBuffers {
  /** Text: its UTF-8. Any other value: eight bytes, which begin with the value. */
  readonly values: Uint8Array;
  readonly isNull: boolean;
}

/** One output column of one native call. JavaScript allocates it and `fill` writes it. */
export interface OutputBuffers {
  readonly values: Uint8Array;
  /** Utf8: rows + 1 offsets. */
  readonly offsets?: Int32Array;
  /** For nullable columns only. */
  readonly validity?: Uint8Array;
}

/** The result of the sizes pass. */
export interface Measured {
  /** The native state of the call, to be passed to `fill` and `release`. */
  readonly job: object;
  /** The bytes of values of each output column. */
  readonly bytes: readonly number[];
  /** The number of output rows, if the transform filters or expands. */
  readonly rows?: number;
  readonly fault?: Fault | undefined;
}

/** The result of the fill pass. */
export interface Filled {
  /** The number of nulls in each output column. */
  readonly nullCounts: readonly number[];
  readonly fault?: Fault | undefined;
  /** Milliseconds on the device, if there is one. */
  readonly deviceMs?: number;
}

/** The output columns of a call whose text has not been measured. A text column has `values` only if that memory is to be reused. */
export type UnmeasuredBuffers = Omit<OutputBuffers, 'values'> & { readonly values?: Uint8Array };

/** The result of a single pass. */
export interface Evaluated extends Filled {
  /** The bytes of text in each output column. Like `values` absent if no memory is new. */
  readonly bytes?: readonly number[];
  /** The values of output columns that came without memory for them; undefined also stands for no bytes. */
  readonly values?: readonly (Uint8Array | undefined)[];
  /** The number of output rows, if the transform filters or expands. */
  readonly rows?: number;
  /** The rest of the memory, if all of it is new. */
  readonly offsets?: readonly (Uint8Array | undefined)[];
  readonly validity?: readonly (Uint8Array | undefined)[];
}

/** Options of a single pass. */
export interface EvaluateOptions {
  /** The most bytes of text in a column. */
  readonly limit: number;
  /** The most output rows. */
  readonly rows: number;
  /** True leaves an eighth of room after new text, for a result whose memory will be reused. */
  readonly spare: boolean;
  /** The most bytes of memory that the pass may take. */
  readonly memory?: number;
  /** As for `measure`. */
  readonly here?: number;
}

/** A single pass in progress. */
export interface Evaluation {
  /** Passed to `release`, which stops the work. Absent if nothing was started. */
  readonly job?: object;
  /** The result itself if the pass has run on this thread. */
  readonly finished: Evaluated | Promise<Evaluated>;
}

/** Settings of the native backends. An absent one keeps its value. */
export interface AddonConfiguration {
  readonly device?: number;
  readonly threads?: number;
  readonly memoryLimit?: number;
  readonly tileRows?: number;
}

/** A column on a device, made by the addon. */
export interface DeviceColumn {
  /** An opaque share in the column's memory. It is given back by `free`, or when the object is garbage-collected. */
  readonly handle: object;
  /** Bytes of the values of its rows. */
  readonly valuesBytes: number;
  /** Bytes of device memory that the column takes. */
  readonly deviceBytes: number;
}

/** One value of a row that was copied back. */
export interface DeviceValue {
  /** The bytes of the value; 0 or 1 for Bool. */
  readonly values: Uint8Array;
  /** Utf8: the row's two offsets, as on the device. */
  readonly offsets: readonly [number, number];
  /** Utf8: false if the offsets are malformed. There are no values then. */
  readonly sound: boolean;
  /** False for a null. */
  readonly present: boolean;
}

/** The memory that this process holds on devices, and the data that it has copied to and from them so far; in bytes. */
export interface DeviceStatistics {
  /** Memory of device tables. */
  readonly tableBytes: number;
  /** Memory of running calls. */
  readonly callBytes: number;
  /** Memory that is kept from call to call. */
  readonly scratchBytes: number;
  /** Column data copied to devices and back. The reports of calls, some dozen bytes each, are not counted. */
  readonly uploadedBytes: number;
  readonly downloadedBytes: number;
}

/**
 * Functions for columns that stay on a device. Rejections have a `code`, as those of {@link Addon}. The columns of one call are on one
 * device, which need not be the configured one.
 */
export interface DeviceFunctions {
  /** Copies columns to the configured device. Bitmaps may begin at any bit; a column without nulls has none. */
  upload(
    types: readonly string[],
    length: number,
    columns: readonly InputBuffers[],
  ): Promise<{
    readonly device: number;
    readonly columns: readonly DeviceColumn[];
    /** The first text column whose offsets decrease or leave its values. `columns` is empty then. */
    readonly malformed?: { readonly column: number; readonly row: number };
  }>;
  /**
   * Runs a transform over some rows of columns. Both lists have an entry per input, in the order of the inputs; a column that the transform
   * does not read is undefined.
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
    /** The number of output rows, if the transform filters or expands. */
    readonly rows?: number;
    readonly fault?: Fault;
    readonly deviceMs: number;
  }>;
  /** Copies whole columns back: `valuesBytes` of values each, offsets, and the validity of columns with nulls. */
  download(columns: readonly object[], outputs: readonly OutputBuffers[]): Promise<void>;
  /** Copies one row back. */
  row(columns: readonly (object | undefined)[], row: number): Promise<readonly DeviceValue[]>;
  /**
   * Makes a column that marks everything as present: one bit for each of `length` structs or, with `counted`, one byte per element of
   * `length` lists. The elements are as many as the bytes of `counted`, divided by `width`.
   */
  present(device: number, length: number, counted?: object, width?: number): Promise<DeviceColumn>;
  /** Returns the first null of a column, or -1. */
  firstNull(column: object): Promise<number>;
  /** Gives a column back. Work that reads it goes on. A second call does nothing. */
  free(column: object): void;
  statistics(): DeviceStatistics;
  /**
   * Measures the bytes per second that the configured device's own copy reads and writes. Needs twice `bytes` of device memory meanwhile.
   */
  copyRate(bytes: number): Promise<number>;
}

/** A line that could not be computed. Its row counts from the first of the aggregation. */
export interface LineFault extends Fault {
  /** The bytes of the line, without its end. */
  readonly line: Uint8Array;
}

/** The progress of reading a file. */
export interface FileProgress {
  readonly bytes: number;
  /** The size of the file. */
  readonly total: number;
  readonly rows: number;
}

/** The bytes that an aggregation holds after a pass. */
export interface HeldMemory {
  readonly held?: number;
}

/**
 * Functions for groups of rows that are added piece by piece. A handle takes one call after the other. A fault, a rejection and `groups`
 * end an aggregation. `memory` limits the bytes of the whole aggregation. Rejections have a `code`, as those of {@link Addon}.
 */
export interface AggregationFunctions {
  /** Begins an aggregation. The garbage collector frees the handle, too. */
  aggregation(transform: string, backend: 'cpu' | 'cuda'): object;
  /** Adds rows. `firstRow` is the number of the first one in the whole input. */
  aggregate(
    handle: object,
    firstRow: number,
    length: number,
    columns: readonly (InputBuffers | ScalarBuffers)[],
    memory?: number,
  ): Promise<{ readonly fault?: Fault } & HeldMemory>;
  /**
   * Adds the lines of a part of a text. `inputs` has an entry per input; that of the lines is ignored. Text after the last line end waits
   * for the next part, or is a line if the part is `final`.
   */
  aggregateLines(
    handle: object,
    bytes: Uint8Array,
    part: { readonly final: boolean },
    inputs: readonly (InputBuffers | ScalarBuffers)[],
    memory?: number,
  ): Promise<{ readonly rows: number; readonly fault?: LineFault } & HeldMemory>;
  /**
   * Adds the lines of a file. If the file cannot be read it rejects as Node's functions do, with `code`, `errno`, `syscall` and `path`. If
   * the file grows or shrinks meanwhile, the code is `InputChanged`.
   */
  aggregateFile(
    handle: object,
    path: string,
    inputs: readonly (InputBuffers | ScalarBuffers)[],
    memory?: number,
  ): Promise<{ readonly rows: number; readonly bytes: number; readonly fault?: LineFault } & HeldMemory>;
  /** Returns the progress of the file that is being read; undefined if the aggregation has ended. */
  aggregationProgress(handle: object): FileProgress | undefined;
  /** Returns the columns of the result. A fault is that of a group (`row`) in a column of the result: a sum that leaves its type. */
  groups(handle: object, memory?: number): Promise<Evaluated>;
  /** Stops running work, which then rejects with `Cancelled`, and frees everything. A second call does nothing. */
  releaseAggregation(handle: object): void;
}

/** Bytes of this process's memory that running calls hold, and bytes that ended calls have failed to free: 0. */
export interface MemoryStatistics {
  readonly heldBytes: number;
  readonly forgottenBytes: number;
}

/** The exports of the compiled addon (`rowfuse.node`). */
export interface Addon extends AggregationFunctions {
  readonly abiVersion: number;
  readonly buildHash: string;
  readonly transforms: readonly string[];
  /**
   * The transforms that `evaluate` takes. They write no text, or memory of our own can become an ArrayBuffer here.
   */
  readonly onePass: readonly string[];
  /** True if memory of the addon can become an ArrayBuffer here. */
  readonly allocates: boolean;
  /** Says whether the configured device works, and why not. `devices` are the names of all devices, by ordinal. */
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
   * Validates and sizes. `memory` limits the bytes of the call, here and in the other functions. A pass that is expected to end within `here`
   * microseconds runs on this thread, before the function returns. A failing row is a `fault`. Any other failure rejects with an Error that
   * has a `code`: `OutOfMemory`, `MemoryLimit` (with the `bytes` that the call would have taken, if known), `ResultTooLarge` (text past
   * 2^31 - 1 bytes), `InputChanged`, `Cancelled`, `DeviceError`, `InvalidArgument`.
   */
  measure(
    transform: string,
    backend: 'cpu' | 'cuda',
    length: number,
    columns: readonly (InputBuffers | ScalarBuffers)[],
    memory?: number,
    here?: number,
  ): Measured | Promise<Measured>;
  /**
   * Measures and fills at once. Without `outputs`, all memory is new. It always is if the transform filters or expands. Rejects as `measure`
   * does, and with `NoRoom` if the text does not fit its memory. Two passes then find the size.
   */
  evaluate(
    transform: string,
    backend: 'cpu',
    length: number,
    columns: readonly (InputBuffers | ScalarBuffers)[],
    outputs: readonly UnmeasuredBuffers[] | undefined,
    options: EvaluateOptions,
  ): Evaluation;
  fill(job: object, outputs: readonly OutputBuffers[], memory?: number, here?: number): Filled | Promise<Filled>;
  /** Writes the reason why each row fails to `codes`: an index of the fault names, or 0 if it does not fail. Rejects as `measure` does. */
  mark(
    transform: string,
    backend: 'cpu',
    length: number,
    columns: readonly (InputBuffers | ScalarBuffers)[],
    outputs: { readonly codes: Uint8Array },
    memory?: number,
  ): Promise<void>;
  /**
   * Finds the first row of each combination of dictionary entries, for a transform that reads only columns with `indices`. Writes the row,
   * or -1 if no row has the combination. The last number is the first row with an index that has no entry, or -1. A combination has a digit
   * per column, the first column's first, to the base of its entries + 1; null is the digit after the last entry. Rejects as `measure`
   * does.
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
   * Builds the results of all rows from `columns`, which hold `length` results. `ranks` gives the place of each combination's result among
   * these, or -1 if no row has the combination. `fill` follows, as after `measure`.
   */
  gather(
    transform: string,
    backend: 'cpu',
    length: number,
    columns: readonly (InputBuffers | ScalarBuffers)[],
    results: { readonly ranks: Int32Array; readonly length: number; readonly columns: readonly OutputBuffers[] },
    memory?: number,
  ): Promise<Measured>;
  /** Must be called for every job, after `fill` or instead of it. During `fill` it stops the work. A second call does nothing. */
  release(job: object): void;
}
