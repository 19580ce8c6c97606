import type { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type {
  Bool,
  DateDay,
  Dictionary,
  Float64,
  Int32,
  LargeUtf8,
  RecordBatch,
  RecordBatchReader,
  Schema,
  Table,
  TimestampMicrosecond,
  TimestampMillisecond,
  Utf8,
  Utf8View,
  Vector,
} from 'apache-arrow';
import { describe, expectTypeOf, test } from 'vitest';
import type {
  BatchInput,
  CallOptions,
  Collected,
  ColumnInput,
  DeviceTable,
  StreamOptions,
  ToDevice,
  Transform,
} from '../../runtime/index.js';

// Types as generated declarations have them. Checked by `npm run typecheck`.
type Redact = Transform<
  { readonly name: ColumnInput<'utf8'>; readonly 'first name': ColumnInput<'int32', null> },
  Vector<Utf8>,
  { redact: Utf8 }
>;
type Features = Transform<
  { readonly x: ColumnInput<'float64'>; readonly b: ColumnInput<'bool'> },
  Table<{ score: Float64 }>
>;

type Wide = Transform<{ readonly id: ColumnInput<'int64'>; readonly other: ColumnInput<'uint64', null> }, Table>;

type Times = Transform<
  { readonly d: ColumnInput<'date32'>; readonly u: ColumnInput<'timestamp[us]', null> },
  Vector<DateDay>
>;

describe('generated functions have types', () => {
  test('of results', () => {
    expectTypeOf<ReturnType<Redact>>().toEqualTypeOf<Promise<Vector<Utf8>>>();
    expectTypeOf<ReturnType<Redact['reference']>>().toEqualTypeOf<Vector<Utf8>>();
    expectTypeOf<ReturnType<Features['reference']>>().toEqualTypeOf<Table<{ score: Float64 }>>();
    expectTypeOf<Parameters<Redact>[1]>().toEqualTypeOf<CallOptions | undefined>();
    expectTypeOf<Redact['name']>().toBeString();
  });

  test('of streams', () => {
    type Batches = ReturnType<Redact['stream']>;
    const batches = null as unknown as Batches;
    expectTypeOf(batches).toExtend<AsyncIterable<RecordBatch<{ redact: Utf8 }>>>();
    expectTypeOf<Batches['schema']>().toEqualTypeOf<Schema<{ redact: Utf8 }>>();
    const collect = (run: Redact, source: BatchInput) => run.stream(source, { onError: 'collect' });
    expectTypeOf<ReturnType<typeof collect>>().toExtend<AsyncIterable<Collected<RecordBatch<{ redact: Utf8 }>>>>();
    expectTypeOf<RecordBatch[]>().toExtend<BatchInput>();
    expectTypeOf<AsyncGenerator<RecordBatch>>().toExtend<BatchInput>();
    expectTypeOf<Readable>().toExtend<BatchInput>();
    expectTypeOf<ReadableStream<RecordBatch>>().toExtend<BatchInput>();
    expectTypeOf<RecordBatchReader>().toExtend<BatchInput>();
    expectTypeOf<Batches>().toExtend<BatchInput>();
    expectTypeOf<Uint8Array>().toExtend<BatchInput>();
    expectTypeOf<AsyncIterable<Buffer>>().toExtend<BatchInput>();
    expectTypeOf<ReadableStream<Uint8Array>>().toExtend<BatchInput>();
    expectTypeOf<Int32Array>().not.toExtend<BatchInput>();
    expectTypeOf<string[]>().not.toExtend<BatchInput>();
    expectTypeOf<Promise<RecordBatchReader>>().not.toExtend<BatchInput>();
    expectTypeOf<{ out: Vector }>().not.toExtend<StreamOptions>();
  });

  test('of the bytes of Arrow IPC, and of the Vector of a single column', () => {
    type Input = Parameters<Redact>[0];
    expectTypeOf<Uint8Array>().toExtend<Input>();
    expectTypeOf<Buffer>().toExtend<Input>();
    expectTypeOf<ArrayBuffer>().toExtend<Input>();
    type Single = Parameters<Transform<{ readonly name: ColumnInput<'utf8'> }, Vector<Utf8>>>[0];
    expectTypeOf<Vector<Utf8>>().toExtend<Single>();
    expectTypeOf<Vector<Dictionary<Utf8>>>().toExtend<Single>();
    expectTypeOf<Vector<Int32>>().not.toExtend<Single>();
    expectTypeOf<string[]>().not.toExtend<Single>();
  });

  test('of inputs', () => {
    type Input = Parameters<Redact>[0];
    expectTypeOf<Table>().toExtend<Input>();
    expectTypeOf<Table<{ name: Utf8 }>>().toExtend<Input>();
    expectTypeOf<RecordBatch>().toExtend<Input>();
    type With<Name, Count = number[]> = { name: Name; 'first name': Count };
    expectTypeOf<With<string[]>>().toExtend<Input>();
    expectTypeOf<With<Vector<Utf8>, Vector<Int32>>>().toExtend<Input>();
    expectTypeOf<With<Vector<LargeUtf8>, Int32Array>>().toExtend<Input>();
    expectTypeOf<With<Vector<Utf8View>, (number | null | undefined)[]>>().toExtend<Input>();
    expectTypeOf<With<Vector<Dictionary<Utf8>>>>().toExtend<Input>();
    expectTypeOf<With<Vector<Dictionary<Utf8, Int32>>>>().toExtend<Input>();

    expectTypeOf<With<(string | null)[]>>().not.toExtend<Input>();
    expectTypeOf<With<Vector<Int32>>>().not.toExtend<Input>();
    expectTypeOf<With<string[], Float64Array>>().not.toExtend<Input>();
    expectTypeOf<{ name: string[] }>().not.toExtend<Input>();
    expectTypeOf<Vector<Utf8>>().not.toExtend<Input>();
    expectTypeOf<string[]>().not.toExtend<Input>();

    type WideInput = Parameters<Wide>[0];
    expectTypeOf<{ id: BigInt64Array; other: (bigint | null)[] }>().toExtend<WideInput>();
    expectTypeOf<{ id: bigint[]; other: BigUint64Array }>().toExtend<WideInput>();
    expectTypeOf<{ id: number[]; other: BigUint64Array }>().not.toExtend<WideInput>();
    expectTypeOf<{ id: bigint[]; other: BigInt64Array }>().not.toExtend<WideInput>();

    type TimesInput = Parameters<Times>[0];
    expectTypeOf<{ d: Vector<DateDay>; u: Vector<TimestampMicrosecond> }>().toExtend<TimesInput>();
    expectTypeOf<{ d: number[]; u: (bigint | null)[] }>().toExtend<TimesInput>();
    expectTypeOf<{ d: Date[]; u: bigint[] }>().toExtend<TimesInput>();
    expectTypeOf<{ d: number[]; u: Date[] }>().not.toExtend<TimesInput>();
    expectTypeOf<{ d: number[]; u: number[] }>().not.toExtend<TimesInput>();
    expectTypeOf<{ d: Int32Array; u: bigint[] }>().not.toExtend<TimesInput>();
    expectTypeOf<{ d: number[]; u: Vector<TimestampMillisecond> }>().not.toExtend<TimesInput>();

    type FeaturesInput = Parameters<Features>[0];
    expectTypeOf<{ x: Float64Array; b: Vector<Bool> }>().toExtend<FeaturesInput>();
    expectTypeOf<{ x: number[]; b: boolean[] }>().toExtend<FeaturesInput>();
    expectTypeOf<{ x: string[]; b: boolean[] }>().not.toExtend<FeaturesInput>();
  });

  test('of options', () => {
    expectTypeOf<{ backend: 'cuda'; signal: AbortSignal; copyInputs: true }>().toExtend<CallOptions>();
    expectTypeOf<{ backend: 'gpu' }>().not.toExtend<CallOptions>();
  });
});

describe('device tables have types', () => {
  test('from a table, from a transform, and as a transform takes them', () => {
    type People = DeviceTable<{ name: Utf8; 'first name': Int32; more: Float64 }>;
    const made = () => ({}) as ToDevice;
    const uploaded = () => made()({} as Table<{ name: Dictionary<Utf8>; n: Int32 }>);
    expectTypeOf(uploaded).returns.toEqualTypeOf<Promise<DeviceTable<{ name: Utf8; n: Int32 }>>>();
    const redact = {} as Redact;
    const called = () => redact({} as People);
    expectTypeOf(called).returns.toEqualTypeOf<Promise<DeviceTable<{ redact: Utf8 }>>>();
    // @ts-expect-error: there is no first name
    const wrong = () => redact({} as DeviceTable<{ name: Utf8 }>);
    expectTypeOf(wrong).toBeFunction();
    const unknown = () => redact({} as DeviceTable);
    const untyped = async () => redact(await made()({} as Table));
    expectTypeOf(untyped).returns.toEqualTypeOf<Promise<DeviceTable<{ redact: Utf8 }>>>();
    expectTypeOf(unknown).returns.toEqualTypeOf<Promise<DeviceTable<{ redact: Utf8 }>>>();
    const arrow = () => redact({} as Table);
    expectTypeOf(arrow).returns.toEqualTypeOf<Promise<Vector<Utf8>>>();
  });

  test('of their parts', () => {
    const people = {} as DeviceTable<{ name: Utf8; age: Int32 }>;
    const renamed = () => people.rename({ name: 'given' });
    expectTypeOf(renamed).returns.toEqualTypeOf<DeviceTable<{ given: Utf8; age: Int32 }>>();
    const chosen = () => people.select(['age']);
    expectTypeOf(chosen).returns.toEqualTypeOf<DeviceTable<Pick<{ name: Utf8; age: Int32 }, 'age'>>>();
    expectTypeOf(people.toArrow).returns.toEqualTypeOf<Promise<Table<{ name: Utf8; age: Int32 }>>>();
    // @ts-expect-error: there is no size
    const none = () => people.select(['size']);
    expectTypeOf(none).toBeFunction();
  });
});
