import type { Table, Vector } from 'apache-arrow';
import { OptionError } from './errors.js';
import type { OnError } from './faults/failed-rows.js';
import { didYouMean } from './nearest.js';
import { showValue } from './values/show-value.js';
import { kindOf } from './words.js';

/** Where a call runs. */
export type Backend = 'cuda' | 'cpu' | 'js';

/** The backends, fastest first: the default is the first that works. */
export const backends: readonly Backend[] = ['cuda', 'cpu', 'js'];

/** Options of the oracle. */
export interface ReferenceOptions {
  /** Copy the input before anything else. Needed for resizable buffers, and where the input may change during the call. */
  readonly copyInputs?: boolean | undefined;
  /** False keeps values, and the texts of exceptions, out of error messages. Default true. */
  readonly valuesInErrors?: boolean | undefined;
  /**
   * `null`: a row that fails is null in every output column, and the call goes on. These must then be nullable. Default
   * `throw`: the lowest row that fails rejects the call with its `RowError`.
   */
  readonly onError?: 'throw' | 'null' | undefined;
}

/** What `onError: 'collect'` adds to options: rows that fail are null, and the call tells their errors. */
export interface CollectErrors {
  readonly onError: 'collect';
  /** Errors to keep, the lowest rows' first. Default 1000. */
  readonly maxErrors?: number | undefined;
}

/** Options of a call. */
export interface CallOptions extends ReferenceOptions {
  /** Default: `ROWFUSE_BACKEND`, else the first of cuda, cpu, js that works here. */
  readonly backend?: Backend | undefined;
  /**
   * Rejects with the signal's reason. Native work ends with the rows that its threads are at; the js backend, which shares the thread,
   * hears of it every few milliseconds, between two rows.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * An earlier result of the same transform, whose memory the new result takes: large results then cost no fresh memory.
   * From the call on the earlier result holds anything, whatever becomes of the call; do not read it again. What does not
   * fit gets new memory. The js backend and results on a device take new memory always.
   */
  readonly out?: Vector | Table | undefined;
}

/** How far a call over `lines()` has come. */
export interface Progress {
  /** Bytes of the text that have been read. */
  readonly bytes: number;
  /** Bytes that there are; undefined of a stream. */
  readonly totalBytes: number | undefined;
  readonly rows: number;
}

/** Options of a call over `lines()`. */
export interface LineOptions extends Omit<CallOptions, 'out'> {
  /** Called on this thread as parts of the text have been read, and not more often. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Options of a stream: those of a call, for each batch of it. */
export interface StreamOptions extends Omit<CallOptions, 'out'> {
  /**
   * The most batches that have been pulled from the source and whose results have not been taken: they are what a stream
   * holds in memory. Default: 3 for cuda, 2 for cpu, 1 for js.
   */
  readonly inFlight?: number | undefined;
}

/** Options of `toDevice`. */
export interface ToDeviceOptions {
  /** The columns to take, by name. Default: all. */
  readonly columns?: readonly string[] | undefined;
  /** As for a call: a table for `cuda` lies on the GPU, one for `cpu` or `js` in memory of this process. */
  readonly backend?: Backend | undefined;
  /** Copy the input before anything else. Needed for resizable buffers. */
  readonly copyInputs?: boolean | undefined;
  /** Rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

const kinds = {
  columns: (value: unknown) =>
    (Array.isArray(value) && value.every((name) => typeof name === 'string')) || 'an array of names',
  backend: (value: unknown) => backends.includes(value as Backend) || `one of ${backends.join(', ')}`,
  copyInputs: (value: unknown) => typeof value === 'boolean' || 'true or false',
  valuesInErrors: (value: unknown) => typeof value === 'boolean' || 'true or false',
  params: (value: unknown) =>
    (typeof value === 'object' && value !== null && !Array.isArray(value)) || 'an object of values by name',
  onError: (value: unknown) =>
    value === 'throw' || value === 'null' || value === 'collect' || "'throw', 'null' or 'collect'",
  maxErrors: (value: unknown) => (Number.isSafeInteger(value) && Number(value) >= 0) || 'an integer from 0 on',
  inFlight: (value: unknown) =>
    (Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= 64) || 'an integer from 1 to 64',
  signal: (value: unknown) => isAbortSignal(value) || 'an AbortSignal',
  onProgress: (value: unknown) => typeof value === 'function' || 'a function',
  out: (value: unknown) => (typeof value === 'object' && value !== null) || 'an earlier result',
};

/** The options that a call knows, one of an aggregate, one over lines, a stream, `toDevice`, and the oracle. */
export const callOptions = [
  'backend',
  'copyInputs',
  'valuesInErrors',
  'onError',
  'maxErrors',
  'signal',
  'out',
  'params',
] as const;
export const aggregateOptions = [
  'backend',
  'copyInputs',
  'valuesInErrors',
  'onError',
  'maxErrors',
  'signal',
  'params',
] as const;
export const lineOptions = [...aggregateOptions, 'onProgress'] as const;
export const streamOptions = [
  'backend',
  'copyInputs',
  'valuesInErrors',
  'onError',
  'maxErrors',
  'signal',
  'inFlight',
  'params',
] as const;
export const toDeviceOptions = ['columns', 'backend', 'copyInputs', 'signal'] as const;
export const referenceOptions = ['copyInputs', 'valuesInErrors', 'onError', 'maxErrors', 'params'] as const;

/** Options that were checked, of whatever call. */
export interface CheckedOptions extends Omit<CallOptions, 'onError'>, Omit<ToDeviceOptions, 'backend'> {
  readonly onError?: OnError | undefined;
  readonly maxErrors?: number | undefined;
  readonly inFlight?: number | undefined;
  readonly params?: object | undefined;
  readonly onProgress?: LineOptions['onProgress'];
}

/**
 * Checks names and values of options, so that a misspelt option is not silently ignored.
 *
 * @param params the declared params, to recognise one that is passed beside `params`
 */
export function checkOptions(
  caller: string,
  options: unknown,
  known: readonly (keyof typeof kinds)[],
  params: readonly { readonly name: string }[] = [],
): CheckedOptions {
  if (options === undefined) return {};
  if (typeof options !== 'object' || options === null) {
    throw new OptionError(
      `${caller}: options must be an object with any of ${known.join(', ')}, not ${kindOf(options)}.`,
    );
  }
  for (const [name, value] of Object.entries(options)) {
    const kind = known.find((option) => option === name);
    if (kind === undefined) throw unknownOption(caller, name, known, params);
    const valid = value === undefined || isValid(caller, kind, value);
    if (valid !== true)
      throw new OptionError(
        `${caller}: option ${name} must be ${valid}, not ${typeof value === 'object' ? kindOf(value) : showValue(value)}.`,
      );
  }
  return options;
}

/** Whether an option has a value that it can have, or what it must be. A proxy may throw when it is looked at. */
function isValid(caller: string, name: keyof typeof kinds, value: unknown): true | string {
  try {
    return kinds[name](value);
  } catch (cause) {
    throw unreadableOption(caller, name, cause);
  }
}

/** The error for an option that throws when it is looked at. */
export function unreadableOption(caller: string, name: string, cause: unknown): OptionError {
  const why = cause instanceof Error ? `${cause.name}: ${cause.message}` : showValue(cause);
  return new OptionError(`${caller}: option ${name} cannot be read: ${why}. Pass a plain value.`, { cause });
}

function unknownOption(
  caller: string,
  name: string,
  known: readonly string[],
  params: readonly { readonly name: string }[],
): OptionError {
  const fix = params.some((param) => param.name === name)
    ? `It is a param: pass { params: { ${name}: … } }.`
    : `${didYouMean(name, known)}Known options: ${known.join(', ')}.`;
  return new OptionError(`${caller}: unknown option ${JSON.stringify(name)}. ${fix}`);
}

function isAbortSignal(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Partial<AbortSignal>).aborted === 'boolean' &&
    typeof (value as Partial<AbortSignal>).throwIfAborted === 'function' &&
    typeof (value as Partial<AbortSignal>).addEventListener === 'function' &&
    typeof (value as Partial<AbortSignal>).removeEventListener === 'function'
  );
}
