import type {
  Binary,
  Bool,
  DataType,
  DateDay,
  Dictionary,
  Float32,
  Float64,
  Int8,
  Int16,
  Int32,
  Int64,
  LargeBinary,
  LargeUtf8,
  List,
  RecordBatch,
  Schema,
  Struct,
  Table,
  TimestampMicrosecond,
  TimestampMillisecond,
  TimestampNanosecond,
  TimestampSecond,
  TypeMap,
  Uint8,
  Uint16,
  Uint32,
  Uint64,
  Utf8,
  Utf8View,
  Vector,
} from 'apache-arrow';
import type { ColumnTypeName } from '../../schema/column-types.js';
import type { InputColumn, OutputColumn } from '../description.js';
import type { DeviceTable } from '../device/device-table.js';
import type { Collected } from '../faults/failed-rows.js';
import type { LinesInput } from '../lines/lines-input.js';
import type { CallOptions, CollectErrors, LineOptions, ReferenceOptions, StreamOptions } from '../options.js';
import type { WebStream } from '../stream/batch-source.js';
import type { NumberArrayOf } from '../values/number-arrays.js';

type Numbers<T extends DataType> = Vector<T> | NumberArrayOf<T>;

/** The vectors and typed arrays that a declared type accepts. */
interface AcceptedVectors {
  bool: Vector<Bool>;
  int8: Numbers<Int8>;
  int16: Numbers<Int16>;
  int32: Numbers<Int32>;
  uint8: Numbers<Uint8>;
  uint16: Numbers<Uint16>;
  uint32: Numbers<Uint32>;
  int64: Numbers<Int64>;
  uint64: Numbers<Uint64>;
  float32: Numbers<Float32>;
  float64: Numbers<Float64>;
  utf8:
    | Vector<Utf8>
    | Vector<LargeUtf8>
    | Vector<Utf8View>
    | Vector<Dictionary<Utf8>>
    | Vector<Dictionary<LargeUtf8>>
    | Vector<Dictionary<Utf8View>>;
  largeUtf8: Vector<LargeUtf8>;
  binary: Vector<Binary>;
  largeBinary: Vector<LargeBinary>;
  list: Vector<List>;
  struct: Vector<Struct>;
  dictionary: Vector<Dictionary<Utf8>> | Vector<Dictionary<LargeUtf8>> | Vector<Dictionary<Utf8View>>;
  date32: Vector<DateDay>;
  'timestamp[s]': Vector<TimestampSecond>;
  'timestamp[ms]': Vector<TimestampMillisecond>;
  'timestamp[us]': Vector<TimestampMicrosecond>;
  'timestamp[ns]': Vector<TimestampNanosecond>;
}

/** The elements of plain arrays that a declared type accepts. */
type Element<T extends ColumnTypeName | 'struct'> = T extends 'bool'
  ? boolean
  : T extends 'utf8' | 'largeUtf8' | 'dictionary'
    ? string
    : T extends 'struct'
      ? object
      : T extends 'list'
        ? readonly unknown[]
        : T extends 'binary' | 'largeBinary'
          ? Uint8Array
          : T extends 'int64' | 'uint64' | 'timestamp[us]' | 'timestamp[ns]'
            ? bigint
            : T extends 'date32' | 'timestamp[s]' | 'timestamp[ms]'
              ? number | Date
              : number;

/**
 * The values that may be passed for an input column: `ColumnInput<'utf8'>`, or `ColumnInput<'utf8', null>` for a nullable one. A plain
 * array is a convenience that each call has to encode. In a nullable column null and undefined are null.
 */
export type ColumnInput<T extends ColumnTypeName | 'struct', Absent extends null = never> =
  | AcceptedVectors[T]
  | readonly (Element<T> | Absent | ([Absent] extends [never] ? never : undefined))[];

/** The values that may be passed for a param: `ParamInput<'utf8'>`, or `ParamInput<'utf8', null>` for a nullable one. */
export type ParamInput<T extends ColumnTypeName, Absent extends null = never> = Element<T> | Absent;

/** Options with the params that the transform declares. `params` is required if one of them is not nullable. */
type OptionsWith<Options, Params> = [keyof Params] extends [never]
  ? Options
  : Record<never, never> extends Params
    ? Options & { readonly params?: Params }
    : Options & { readonly params: Params };

/** The last parameter of a call, which may be left out if nothing in it is required. */
type Given<Options, Params> =
  Record<never, never> extends OptionsWith<Options, Params>
    ? [options?: OptionsWith<Options, Params>]
    : [options: OptionsWith<Options, Params>];

/** A device table with at least these columns. `DeviceTable` itself is invariant in its columns, as Arrow's tables are. */
type DeviceTableWith<Columns> = Pick<DeviceTable, 'device' | 'dispose'> & { readonly types: Columns };

/** The columns that a device table must have at least. Their types are checked by the call. */
type Needed<Columns> = string extends keyof Columns ? TypeMap : { [Name in keyof Columns & string]: DataType };

/** Leaves `any`, which would match every overload, to the overload for Arrow data. */
type NotAny<T> = 0 extends 1 & T ? never : T;

/** The vectors that a transform with a single column takes as its input. */
type OnlyVector<Columns, Name = keyof Columns> = Name extends keyof Columns
  ? [keyof Columns] extends [Name]
    ? Extract<Columns[Name], Vector>
    : never
  : never;

/**
 * The input of a generated function: a Table or RecordBatch with at least its columns, the bytes of an Arrow IPC stream or file, or an
 * object of columns. A transform with one column also takes its Vector. Further columns are ignored.
 */
export type TransformInput<Columns> = Table | RecordBatch | Uint8Array | ArrayBuffer | Columns | OnlyVector<Columns>;

/**
 * The input of a stream. Record batches may come from generators, arrays, Node streams in object mode, Arrow's readers or web streams. The
 * bytes of an Arrow IPC stream or file may come whole or in chunks.
 */
export type BatchInput =
  | AsyncIterable<RecordBatch | Uint8Array>
  | Iterable<RecordBatch | Uint8Array>
  | WebStream<RecordBatch | Uint8Array>
  | Uint8Array
  | ArrayBuffer;

/** The results of a stream. They can be read once. */
export interface BatchStream<Result, Made extends TypeMap = TypeMap> extends AsyncIterableIterator<Result, undefined> {
  /** The schema of every batch, available even if no batch comes. */
  readonly schema: Schema<Made>;
  /** Stops the stream. Leaving a `for await` loop calls it. */
  return(): Promise<IteratorResult<Result, undefined>>;
}

/**
 * A generated function. `Columns` has an entry per input column, and `Params` one per param. `Result` is a `Vector` for a single unnamed
 * output column, else a `Table`. It has one row per input row, in the same order, unless the transform filters or expands.
 *
 * Inputs are borrowed until the promise settles: they must not be changed or transferred meanwhile, unless {@link CallOptions.copyInputs}
 * is set.
 */
export interface Transform<Columns, Result, Made extends TypeMap = TypeMap, Params = Record<never, never>> {
  /**
   * Computes the transform over columns in the memory of this process.
   *
   * @throws SchemaError, RowError, MemoryError, DeviceError, BuildError, InputChangedError or OptionError, as a rejection.
   */
  (input: TransformInput<Columns>, ...rest: Given<CallOptions, Params>): Promise<Result>;
  /**
   * Collects the errors of rows that fail beside the result. Such rows are null in every output column, which must be nullable. A transform
   * that filters or expands has no output rows for them.
   */
  (
    input: TransformInput<Columns>,
    options: OptionsWith<Omit<CallOptions, 'onError'> & CollectErrors, Params>,
  ): Promise<Collected<Result>>;
  /**
   * Computes the transform over a device table. It runs where the table is, and the result stays there as a table of the transform's output
   * columns. A single unnamed column gets the transform's name. {@link CallOptions.copyInputs} has no effect.
   *
   * @throws SchemaError, RowError, MemoryError, DeviceError or OptionError, as a rejection.
   */
  <Resident extends DeviceTableWith<Needed<Columns>>>(
    input: NotAny<Resident>,
    ...rest: Given<CallOptions, Params>
  ): Promise<DeviceTable<Made>>;
  /** Computes the transform over a device table, and collects the errors of rows that fail beside the result. */
  <Resident extends DeviceTableWith<Needed<Columns>>>(
    input: NotAny<Resident>,
    options: OptionsWith<Omit<CallOptions, 'onError'> & CollectErrors, Params>,
  ): Promise<Collected<DeviceTable<Made>>>;
  /**
   * Repeats the first overload. For a call that fits none, TypeScript 5 reports the first overload first, and TypeScript 7 reports only
   * the last. Either way the user should read about columns.
   *
   * @internal
   */
  (input: TransformInput<Columns>, ...rest: Given<CallOptions, Params>): Promise<Result>;
  /**
   * Computes the transform over a stream of record batches of any number. Each batch is computed as a call of its own, several are in
   * flight, and results come in order. The source is read only as fast as there is room for results. Leaving the loop, an error and the
   * signal stop all work and close the source. A single unnamed output column gets the transform's name.
   *
   * @example
   * import { createReadStream } from 'node:fs';
   *
   * for await (const batch of redact.stream(createReadStream('people.arrow'))) console.log(batch.numRows);
   * @throws OptionError, SchemaError, BuildError or DeviceError at once. While the stream is read: the errors of a call, with their
   * `batch`, and those of the source.
   */
  stream(
    source: BatchInput,
    options: OptionsWith<Omit<StreamOptions, 'onError'> & CollectErrors, Params>,
  ): BatchStream<Collected<RecordBatch<Made>>, Made>;
  stream(source: BatchInput, ...rest: Given<StreamOptions, Params>): BatchStream<RecordBatch<Made>, Made>;
  /**
   * Computes the transform in plain JavaScript, on this thread. This is the specification that every backend is tested against.
   *
   * @throws SchemaError, RowError, MemoryError or OptionError; DeviceError for a device table.
   */
  reference(
    input: TransformInput<Columns>,
    options: OptionsWith<Omit<ReferenceOptions, 'onError'> & CollectErrors, Params>,
  ): Collected<Result>;
  reference(input: TransformInput<Columns>, ...rest: Given<ReferenceOptions, Params>): Result;
  /** The transform's name. */
  readonly name: string;
  /** The declared input columns, in order. */
  readonly input: readonly InputColumn[];
  /** The declared params; empty if there are none. */
  readonly params: readonly InputColumn[];
  /** The declared output columns, in order. */
  readonly output: readonly OutputColumn[];
}

/** A generated function that is called with a whole input. */
interface Callable<Input, Result, Options, Params> {
  /** Collects the errors of rows that fail beside the result. Such rows do not contribute to the result. */
  (input: Input, options: OptionsWith<Omit<Options, 'onError'> & CollectErrors, Params>): Promise<Collected<Result>>;
  /**
   * Computes the result over the whole input.
   *
   * @throws SchemaError, RowError, GroupError, MemoryError, FileError, DeviceError, BuildError, InputChangedError or OptionError, as a
   * rejection.
   */
  (input: Input, ...rest: Given<Options, Params>): Promise<Result>;
  /**
   * Computes the result in plain JavaScript, on this thread. This is the specification that every backend is tested against.
   *
   * @throws SchemaError, RowError, GroupError, MemoryError, FileError, InputChangedError or OptionError; DeviceError for a device table.
   */
  reference(
    input: Input,
    options: OptionsWith<Omit<ReferenceOptions, 'onError'> & CollectErrors, Params>,
  ): Collected<Result>;
  reference(input: Input, ...rest: Given<ReferenceOptions, Params>): Result;
  /** The name of the transform or aggregate. */
  readonly name: string;
  /** The declared input columns, in order. */
  readonly input: readonly InputColumn[];
  /** The declared params; empty if there are none. */
  readonly params: readonly InputColumn[];
  /** The columns of the result, in order. */
  readonly output: readonly OutputColumn[];
}

/**
 * A generated function of an aggregate. `Result` is a `Table` with a row per group. A row that fails rejects the call, or, with `onError`,
 * belongs to no group.
 */
export interface Aggregation<Columns, Result, Params = Record<never, never>>
  extends Callable<TransformInput<Columns>, Result, Omit<CallOptions, 'out'>, Params> {
  /**
   * Aggregates a stream of record batches of any number to one result. One batch is in memory at a time.
   *
   * @throws the errors of a call, with their `batch`, and those of the source, as a rejection.
   */
  stream(
    source: BatchInput,
    options: OptionsWith<Omit<CallOptions, 'onError' | 'out'> & CollectErrors, Params>,
  ): Promise<Collected<Result>>;
  stream(source: BatchInput, ...rest: Given<Omit<CallOptions, 'out'>, Params>): Promise<Result>;
}

/** A generated function of a transform of lines. The whole result is in memory, even if the text comes from a file or a stream. */
export type LineTransform<Result, Params = Record<never, never>> = Callable<LinesInput, Result, LineOptions, Params>;

/** A generated function of an aggregate of lines. The text need not fit in memory. */
export type LineAggregation<Result, Params = Record<never, never>> = Callable<LinesInput, Result, LineOptions, Params>;
