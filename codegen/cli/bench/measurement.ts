import type { Backend } from './backends.js';

/** What one process of the benchmark is to do. */
export interface MeasurementOrder {
  /** The `index.js` of the output directory, as a URL. */
  readonly index: string;
  readonly transform: string;
  readonly backend: Backend;
  /** The number of rows to generate or to repeat. For an Arrow file, the largest number of rows to take. */
  readonly rows: number | undefined;
  /** An Arrow IPC file; without one and without a sample, rows are generated. */
  readonly input: string | undefined;
  /** A file of JSON rows, which are repeated. */
  readonly sample: string | undefined;
  /** Texts that the row function compares a column with. */
  readonly literals: Readonly<Record<string, readonly string[]>>;
  /** By name, as JSON has them. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** Median and extremes of some times, in seconds. */
export interface Times {
  readonly median: number;
  readonly least: number;
  readonly most: number;
  readonly runs: number;
}

/** What one backend gave. */
export interface Measurement {
  readonly backend: Backend;
  readonly rows: number;
  /** Bytes of all read input columns and of all output columns, with offsets and validity. */
  readonly inputBytes: number;
  readonly outputBytes: number;
  /** A digest of the result: equal for equal results, however they are cut into chunks. */
  readonly digest: string;
  /** From and to Arrow data in host memory, through the public call. */
  readonly call: Times;
  /** In the fresh process: loading the generated module, and its first call with at most 1,000 rows. */
  readonly coldStart: { readonly importSeconds: number; readonly firstCallSeconds: number };
  /** Over a device table, where there is a GPU. */
  readonly resident?: ResidentMeasurement;
}

/** Data that lies on the device before and after. */
export interface ResidentMeasurement {
  /** By the device's own clock. */
  readonly time: Times;
  /** Bytes that the device's copy reads and writes a second; absent where it has no memory for one. */
  readonly copyBytesPerSecond?: number;
}

/** A backend that gave nothing, and why. */
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
