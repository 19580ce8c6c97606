import type { Backend } from './backends.js';

/** The order for one process of the benchmark. */
export interface MeasurementOrder {
  /** The URL of the output directory's `index.js`. */
  readonly index: string;
  readonly transform: string;
  readonly backend: Backend;
  /** The number of rows to generate or to repeat. For an Arrow file, the largest number of rows to take. */
  readonly rows: number | undefined;
  /** An Arrow IPC file. Without this and without a sample, rows are generated. */
  readonly input: string | undefined;
  /** A file of JSON rows, which are repeated. */
  readonly sample: string | undefined;
  /** The texts that the row function compares a column with, by column. */
  readonly literals: Readonly<Record<string, readonly string[]>>;
  /** Params by name, as JSON values. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** The median and the extremes of some times, in seconds. */
export interface Times {
  readonly median: number;
  readonly least: number;
  readonly most: number;
  readonly runs: number;
}

/** The results of one backend. */
export interface Measurement {
  readonly backend: Backend;
  readonly rows: number;
  /** The bytes of all input columns that are read, and of all output columns, with offsets and validity. */
  readonly inputBytes: number;
  readonly outputBytes: number;
  /** A digest of the result: equal for equal results, however they are divided into chunks. */
  readonly digest: string;
  /** The time of the public call, from and to Arrow data in host memory. */
  readonly call: Times;
  /** The fresh process: loading the generated module, and its first call with at most 1,000 rows. In seconds. */
  readonly coldStart: { readonly importSeconds: number; readonly firstCallSeconds: number };
  /** The times over a device table, if there is a GPU. */
  readonly resident?: ResidentMeasurement;
}

/** The times of calls whose input and output stay on the device. */
export interface ResidentMeasurement {
  /** Times by the device's own clock. */
  readonly time: Times;
  /** Bytes per second that the device's copy reads and writes; absent if the device lacks the memory for one. */
  readonly copyBytesPerSecond?: number;
}

/** A backend that could not be measured, and why. */
export interface NoMeasurement {
  readonly backend: Backend;
  readonly unavailable: string;
}

export function timesOf(seconds: readonly number[]): Times {
  const sorted = [...seconds].sort((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  const middle = sorted.length >> 1;
  return {
    median: sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2,
    least: at(0),
    most: at(sorted.length - 1),
    runs: sorted.length,
  };
}
