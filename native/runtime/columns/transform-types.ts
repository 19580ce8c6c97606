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
import type { InputColumn, OutputColumn } from '../description.js';
import type { DeviceTable } from '../device/device-table.js';
import type { Collected } from '../faults/failed-rows.js';
import type { LinesInput } from '../lines/lines-input.js';
import type { CallOptions, CollectErrors, LineOptions, ReferenceOptions, StreamOptions } from '../options.js';
import type { WebStream } from '../stream/batch-source.js';
import type { NumberArrayOf } from '../values/number-arrays.js';
import type { ColumnTypeName } from './column-types.js';

type Numbers<T extends DataType> = Vector<T> | NumberArrayOf<T>;

/** Vectors and typed arrays that a declared type accepts. */
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

/** Elements of plain arrays that a declared type accepts. */
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
 * What may be passed for an input column: `ColumnInput<'utf8'>`, or `ColumnInput<'utf8', null>` for a nullable one.
 * Plain arrays are a convenience and cost their encoding.
 */
export type ColumnInput<T extends ColumnTypeName | 'struct', Absent extends null = never> =
  | AcceptedVectors[T]
  | readonly (Element<T> | Absent | ([Absent] extends [never] ? never : undefined))[];

/** What may be passed for a param: `ParamInput<'utf8'>`, or `ParamInput<'utf8', null>` for a nullable one. */
export type ParamInput<T extends ColumnTypeName, Absent extends null = never> = Element<T> | Absent;

/** Options, with the params that the transform declares; those are needed where one of them is not nullable. */
type OptionsWith<Options, Params> = [keyof Params] extends [never]
  ? Options
  : Record<never, never> extends Params
    ? Options & { readonly params?: Params }
    : Options & { readonly params: Params };

/** The last parameter of a call, which may be left out where nothing is needed. */
type Given<Options, Params> =
  Record<never, never> extends OptionsWith<Options, Params>
    ? [options?: OptionsWith<Options, Params>]
    : [options: OptionsWith<Options, Params>];

/** A device table with at least these columns. Tables as such are invariant in theirs, as Arrow's are. */
type DeviceTableWith<Columns> = Pick<DeviceTable, 'device' | 'dispose'> & { readonly types: Columns };

/** The columns that a device table must have at least; their types are checked at the call. */
type Needed<Columns> = string extends keyof Columns ? TypeMap : { [Name in keyof Columns & string]: DataType };

/** Leaves `any`, which would match every overload, to the one for Arrow data. */
type NotAny<T> = 0 extends 1 & T ? never : T;

/** The vectors that a transform's input may be where it has a single column. */
type OnlyVector<Columns, Name = keyof Columns> = Name extends keyof Columns
  ? [keyof Columns] extends [Name]
    ? Extract<Columns[Name], Vector>
    : never
  : never;

/**
 * What a generated function takes: Arrow data with at least its columns, as objects or as the bytes of an IPC stream or
 * file; an object of columns; or, where there is one column only, its Vector.
 */
export type TransformInput<Columns> = Table | RecordBatch | Uint8Array | ArrayBuffer | Columns | OnlyVector<Columns>;

/**
 * What a stream reads: record batches from generators, arrays, Node streams in object mode, Arrow's readers, web streams; or the
 * bytes of an Arrow IPC stream or file, whole or in chunks.
 */
export type BatchInput =
  | AsyncIterable<RecordBatch | Uint8Array>
  | Iterable<RecordBatch | Uint8Array>
  | WebStream<RecordBatch | Uint8Array>
  | Uint8Array
  | ArrayBuffer;

/** The results of a stream, to be read once. */
export interface BatchStream<Result, Made extends TypeMap = TypeMap> extends AsyncIterableIterator<Result, undefined> {
  /** That of every batch, also where none comes. */
  readonly schema: Schema<Made>;
  /** Stops the stream: leaving a `for await` calls it. */
  return(): Promise<IteratorResult<Result, undefined>>;
}

/**
 * A generated function. `Columns` has an entry an input column; `Result` is a `Vector` or a `Table`.
 *
 * Inputs are borrowed until the promise settles: changing or transferring them meanwhile is forbidden.
 */
export interface Transform<Columns, Result, Made extends TypeMap = TypeMap, Params = Record<never, never>> {
  /**
   * @throws SchemaError, RowError, DeviceError, BuildError, InputChangedError or OptionError, as a rejection.
   */
  (input: TransformInput<Columns>, ...rest: Given<CallOptions, Params>): Promise<Result>;
  /** Rows that fail are null in every output column, which must be nullable; their errors stand beside the result. */
  (
    input: TransformInput<Columns>,
    options: OptionsWith<Omit<CallOptions, 'onError'> & CollectErrors, Params>,
  ): Promise<Collected<Result>>;
  /**
   * Over a device table: runs where the table is and leaves the result there, a table with the transform's output columns;
   * a single unnamed one is called like the transform. {@link CallOptions.copyInputs} means nothing then.
   *
   * @throws SchemaError, RowError, DeviceError or OptionError, as a rejection.
   */
  <Resident extends DeviceTableWith<Needed<Columns>>>(
    input: NotAny<Resident>,
    ...rest: Given<CallOptions, Params>
  ): Promise<DeviceTable<Made>>;
  /** The same with rows that fail as nulls, and their errors. */
  <Resident extends DeviceTableWith<Needed<Columns>>>(
    input: NotAny<Resident>,
    options: OptionsWith<Omit<CallOptions, 'onError'> & CollectErrors, Params>,
  ): Promise<Collected<DeviceTable<Made>>>;
  /**
   * Repeats the first overload. For a call that fits none, TypeScript 5 reports the first overload first, and TypeScript 7 reports only
   * the last. Either way the user should read about columns.
   */
  (input: TransformInput<Columns>, ...rest: Given<CallOptions, Params>): Promise<Result>;
  /**
   * Over record batches as they come, of any number: each is computed as a call of its own, several are in flight, and
   * results come in order. Nothing is pulled that there is no room for; leaving the loop, an error and the signal stop all
   * work and close the source. A single unnamed output is a column called like the transform.
   *
   * @example
   * for await (const batch of redact.stream(createReadStream('people.arrow'))) await write(batch);
   * @throws OptionError, SchemaError, BuildError or DeviceError at once; the errors of a call, with their `batch`, and those
   * of the source, while it is read.
   */
  stream(
    source: BatchInput,
    options: OptionsWith<Omit<StreamOptions, 'onError'> & CollectErrors, Params>,
  ): BatchStream<Collected<RecordBatch<Made>>, Made>;
  stream(source: BatchInput, ...rest: Given<StreamOptions, Params>): BatchStream<RecordBatch<Made>, Made>;
  /** The same function in plain JavaScript, on this thread: the specification that every backend is tested against. */
  reference(
    input: TransformInput<Columns>,
    options: OptionsWith<Omit<ReferenceOptions, 'onError'> & CollectErrors, Params>,
  ): Collected<Result>;
  reference(input: TransformInput<Columns>, ...rest: Given<ReferenceOptions, Params>): Result;
  /** The transform's name. */
  readonly name: string;
  /** The declared input columns, in order. */
  readonly input: readonly InputColumn[];
  /** The declared params; none where the description has none. */
  readonly params: readonly InputColumn[];
  /** The declared output columns, in order. */
  readonly output: readonly OutputColumn[];
}

/** A generated function that is called on the whole of an input. */
interface Callable<Input, Result, Options, Params> {
  /** Rows that fail have no part in the result; their errors stand beside it. */
  (input: Input, options: OptionsWith<Omit<Options, 'onError'> & CollectErrors, Params>): Promise<Collected<Result>>;
  /**
   * @throws SchemaError, RowError, GroupError, DeviceError, BuildError, InputChangedError or OptionError, as a rejection.
   */
  (input: Input, ...rest: Given<Options, Params>): Promise<Result>;
  /** The same function in plain JavaScript, on this thread: the specification that every backend is tested against. */
  reference(
    input: Input,
    options: OptionsWith<Omit<ReferenceOptions, 'onError'> & CollectErrors, Params>,
  ): Collected<Result>;
  reference(input: Input, ...rest: Given<ReferenceOptions, Params>): Result;
  readonly name: string;
  /** The declared input columns, in order. */
  readonly input: readonly InputColumn[];
  /** The declared params; none where the description has none. */
  readonly params: readonly InputColumn[];
  /** The columns of the result, in order. */
  readonly output: readonly OutputColumn[];
}

/**
 * A generated function of an aggregate. `Result` is a `Table` with a row a group. A row that fails rejects the call, or, with
 * `onError`, is in no group.
 */
export interface Aggregation<Columns, Result, Params = Record<never, never>>
  extends Callable<TransformInput<Columns>, Result, Omit<CallOptions, 'out'>, Params> {
  /** Over record batches as they come, of any number: one result for all of them. One batch is in memory at a time. */
  stream(
    source: BatchInput,
    options: OptionsWith<Omit<CallOptions, 'onError' | 'out'> & CollectErrors, Params>,
  ): Promise<Collected<Result>>;
  stream(source: BatchInput, ...rest: Given<Omit<CallOptions, 'out'>, Params>): Promise<Result>;
}

/** A generated function of a transform of lines. Where one reads from a file or a stream, the whole of its result is in memory. */
export type LineTransform<Result, Params = Record<never, never>> = Callable<LinesInput, Result, LineOptions, Params>;

/** A generated function of an aggregate of lines: the text need not fit in memory. */
export type LineAggregation<Result, Params = Record<never, never>> = Callable<LinesInput, Result, LineOptions, Params>;
