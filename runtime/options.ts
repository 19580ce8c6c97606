import type { Table, Vector } from 'apache-arrow';
import { didYouMean } from './did-you-mean.js';
import { OptionError } from './errors.js';
import type { OnError } from './faults/failed-rows.js';
import { showValue } from './values/show-value.js';
import { kindOf } from './words.js';

/** The backends of a call: the GPU, native code on the CPU, or plain JavaScript. */
export type Backend = 'cuda' | 'cpu' | 'js';

/** The backends, fastest first. The default is the first that works. */
export const backends: readonly Backend[] = ['cuda', 'cpu', 'js'];

/** Options of the reference, which runs a transform in plain JavaScript on this thread. */
export interface ReferenceOptions {
  /**
   * True copies the input before anything else. Needed for resizable buffers, and if the input may change during the call. Default: false.
   */
  readonly copyInputs?: boolean | undefined;
  /** False keeps values, and the texts of exceptions, out of error messages. Default: true. */
  readonly valuesInErrors?: boolean | undefined;
  /**
   * `null` makes a row that fails null in every output column, which must be nullable, and the call goes on. Default: `throw`, which
   * rejects the call with the `RowError` of the lowest row that fails.
   */
  readonly onError?: 'throw' | 'null' | undefined;
}

/** Options with `onError: 'collect'`: rows that fail are null, and the call returns their errors beside the result. */
export interface CollectErrors {
  /** Makes rows that fail null, and returns their errors beside the result. */
  readonly onError: 'collect';
  /** The most errors to keep, lowest rows first. Default: 1000. */
  readonly maxErrors?: number | undefined;
}

/** Options of a call. */
export interface CallOptions extends ReferenceOptions {
  /** The backend. Default: `ROWFUSE_BACKEND`, else the first of cuda, cpu, js that works here. */
  readonly backend?: Backend | undefined;
  /**
   * Aborts the call, which rejects with the signal's reason. Native work ends with the rows that its threads are at. The js backend shares
   * the thread and checks the signal every few milliseconds, between two rows.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * An earlier result of the same transform, whose memory is reused for the new result, so that large results need no new memory. From the
   * call on, the contents of the earlier result are undefined, even if the call fails; do not read it again. A part that does not fit gets
   * new memory. The js backend and results on a device always take new memory.
   */
  readonly out?: Vector | Table | undefined;
}

/** The progress of a call over `lines()`. */
export interface Progress {
  /** The bytes of the text that have been read. */
  readonly bytes: number;
  /** The size of the text in bytes; undefined for a stream. */
  readonly totalBytes: number | undefined;
  /** The rows that have been read. */
  readonly rows: number;
}

/** Options of a call over `lines()`. */
export interface LineOptions extends Omit<CallOptions, 'out'> {
  /** Called on this thread whenever a part of the text has been read. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Options of a stream. They hold for the call of each batch. */
export interface StreamOptions extends Omit<CallOptions, 'out'> {
  /**
   * The most batches that are in memory: pulled from the source, with results that have not been taken. From 1 to 64. Default: 3 for cuda,
   * 2 for cpu, 1 for js.
   */
  readonly inFlight?: number | undefined;
}

/** Options of `toDevice`. */
export interface ToDeviceOptions {
  /** The names of the columns to copy. Default: all. */
  readonly columns?: readonly string[] | undefined;
  /**
   * The backend that will run over the table. A table for `cuda` is on the GPU; one for `cpu` or `js` is in memory of this process.
   * Default: as for a call.
   */
  readonly backend?: Backend | undefined;
  /** True copies the input before anything else. Needed for resizable buffers. Default: false. */
  readonly copyInputs?: boolean | undefined;
  /** Aborts the copying, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** The kinds of calls that take options: those of transforms, of aggregates, over lines, and so on. */
export type CallKind = 'call' | 'aggregate' | 'lines' | 'stream' | 'toDevice' | 'reference';

/** An option: the calls that know it, and its check, which returns true for a valid value, else a description of valid values. */
interface Option {
  readonly calls: readonly CallKind[];
  readonly check: (value: unknown) => true | string;
}

const running = ['call', 'aggregate', 'lines', 'stream'] as const satisfies readonly CallKind[];

const isFlag = (value: unknown) => typeof value === 'boolean' || 'true or false';

/** All options, in the order in which messages list them. */
const options = {
  columns: {
    calls: ['toDevice'],
    check: (value) => (Array.isArray(value) && value.every((name) => typeof name === 'string')) || 'an array of names',
  },
  backend: {
    calls: [...running, 'toDevice'],
    check: (value) => backends.includes(value as Backend) || `one of ${backends.join(', ')}`,
  },
  copyInputs: { calls: [...running, 'toDevice', 'reference'], check: isFlag },
  valuesInErrors: { calls: [...running, 'reference'], check: isFlag },
  onError: {
    calls: [...running, 'reference'],
    check: (value) => value === 'throw' || value === 'null' || value === 'collect' || "'throw', 'null' or 'collect'",
  },
  maxErrors: {
    calls: [...running, 'reference'],
    check: (value) => (Number.isSafeInteger(value) && Number(value) >= 0) || 'an integer from 0 on',
  },
  signal: { calls: [...running, 'toDevice'], check: (value) => isAbortSignal(value) || 'an AbortSignal' },
  out: { calls: ['call'], check: (value) => (typeof value === 'object' && value !== null) || 'an earlier result' },
  inFlight: {
    calls: ['stream'],
    check: (value) =>
      (Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= 64) || 'an integer from 1 to 64',
  },
  params: {
    calls: [...running, 'reference'],
    check: (value) =>
      (typeof value === 'object' && value !== null && !Array.isArray(value)) || 'an object of values by name',
  },
  onProgress: { calls: ['lines'], check: (value) => typeof value === 'function' || 'a function' },
} satisfies Readonly<Record<string, Option>>;

type OptionName = keyof typeof options;

function optionsFor(kind: CallKind): readonly OptionName[] {
  const all = Object.entries<Option>(options) as [OptionName, Option][];
  return all.flatMap(([name, { calls }]) => (calls.includes(kind) ? [name] : []));
}

/** The options that each kind of call knows. */
const optionsOf: { readonly [kind in CallKind]: readonly OptionName[] } = {
  call: optionsFor('call'),
  aggregate: optionsFor('aggregate'),
  lines: optionsFor('lines'),
  stream: optionsFor('stream'),
  toDevice: optionsFor('toDevice'),
  reference: optionsFor('reference'),
};

/** The checked options of any call. */
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
  given: unknown,
  kind: CallKind,
  params: readonly { readonly name: string }[] = [],
): CheckedOptions {
  if (given === undefined) return {};
  const known = optionsOf[kind];
  if (typeof given !== 'object' || given === null) {
    throw new OptionError(
      `${caller}: options must be an object with any of ${known.join(', ')}, not ${kindOf(given)}.`,
    );
  }
  for (const [name, value] of Object.entries(given)) {
    const option = known.find((one) => one === name);
    if (option === undefined) throw unknownOption(caller, name, known, params);
    const valid = value === undefined || isValid(caller, option, value);
    if (valid !== true)
      throw new OptionError(
        `${caller}: option ${name} must be ${valid}, not ${typeof value === 'object' ? kindOf(value) : showValue(value)}.`,
      );
  }
  return given;
}

/** Returns true for a valid value of an option, else a description of valid values. A proxy may throw when it is read. */
function isValid(caller: string, name: OptionName, value: unknown): true | string {
  try {
    return options[name].check(value);
  } catch (cause) {
    throw unreadableOption(caller, name, cause);
  }
}

/** Returns the error for an option that throws when it is read. */
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
