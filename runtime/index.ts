/**
 * The runtime that generated code imports: Arrow data in and out, the choice and the loading of a backend, the reference in plain
 * JavaScript, and the errors of all of them.
 */

export type { ColumnTypeName } from '../schema/column-types.js';
export { hmacSha256, sha256 } from '../schema/hash.js';
export type { BackendChoice } from './backend/choose-backend.js';
export type { CallEvent } from './call/watch-call.js';
export type {
  Aggregation,
  BatchInput,
  BatchStream,
  ColumnInput,
  LineAggregation,
  LineTransform,
  ParamInput,
  Transform,
  TransformInput,
} from './columns/transform-types.js';
export { type Configuration, configure } from './configure.js';
export { createRuntime, type Runtime, type RuntimeOptions } from './create-runtime.js';
export type {
  AggregateDescription,
  InputColumn,
  OutputColumn,
  Row,
  RowContext,
  TransformDescription,
} from './description.js';
export { DeviceTable, type Renamed } from './device/device-table.js';
export type { DeviceTableColumn } from './device/table-columns.js';
export type { Resident, ToDevice, ToDeviceInput } from './device/to-device.js';
export {
  BackendMismatchError,
  BuildError,
  DeviceError,
  FileError,
  GroupError,
  InputChangedError,
  MemoryError,
  OptionError,
  RowError,
  RowfuseError,
  SchemaError,
} from './errors.js';
export type { Collected, OnError } from './faults/failed-rows.js';
export { verifyIpc } from './input/ipc-bytes.js';
export type { LinesInput } from './lines/lines-input.js';
export type {
  Backend,
  CallOptions,
  CollectErrors,
  LineOptions,
  Progress,
  ReferenceOptions,
  StreamOptions,
  ToDeviceOptions,
} from './options.js';
export { type PipedRows, type PipeStage, pipeRows } from './reference/pipe-rows.js';
