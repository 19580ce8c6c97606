import type { Addon, AddonConfiguration } from './backend/addon.js';
import { checkAddons, setAddons } from './backend/configured-addons.js';
import { OptionError } from './errors.js';
import { didYouMean } from './nearest.js';
import { showValue } from './values/show-value.js';
import { kindOf } from './words.js';

/** Settings for all transforms of this thread. */
export interface Configuration {
  /** The GPU that device tables are made on and calls go to, by its number in CUDA's order. Default: 0. */
  readonly device?: number | undefined;
  /** Threads of the cpu backend. Default: one a core. */
  readonly threads?: number | undefined;
  /**
   * Bytes that a call may take. Of the memory of this process: for its result, and for what it needs to make that, each call by itself.
   * Of the memory of a device: for device tables, running calls and scratch memory of the whole process together, whatever thread made
   * them; the latest setting counts. What does not fit is a `MemoryError`. Default: what this machine has for the process, and what the
   * device has.
   */
  readonly memoryLimit?: number | undefined;
  /** Rows that a cpu thread takes at a time, a multiple of 64. For tests and measurements: results never depend on it. */
  readonly tileRows?: number | undefined;
  /**
   * Where addons lie, as absolute paths or file URLs, for bundles that do not know it. Each generated folder takes the one
   * that was built from it, and looks in its usual place where none was. To be set before the first call of the thread.
   */
  readonly addon?: string | URL | readonly (string | URL)[] | undefined;
}

const limits = {
  device: { least: 0, step: 1, most: 1023 },
  threads: { least: 1, step: 1, most: 1024 },
  memoryLimit: { least: 1, step: 1, most: Number.MAX_SAFE_INTEGER },
  tileRows: { least: 64, step: 64, most: 2 ** 20 },
};
const known = Object.keys(limits) as (keyof typeof limits)[];
let current: AddonConfiguration = {};
const applied = new WeakMap<Addon, AddonConfiguration>();

/**
 * Sets limits for the calls that follow. An option that is left out, or undefined, keeps its value. Whether there is such
 * a device is seen by the first call that would go there, which fails with an OptionError; where there is no GPU at all,
 * the option has no meaning and does no harm.
 *
 * @throws OptionError for an unknown option, a value out of range, an addon that is no file, or one that comes too late.
 * @example
 * configure({ device: 1, memoryLimit: 8 * 2 ** 30 });
 * configure({ addon: path.join(__dirname, 'rowfuse.node') });
 */
export function configure(options: Configuration): void {
  if (typeof options !== 'object' || options === null) {
    throw new OptionError(
      `configure takes an object with any of ${[...known, 'addon'].join(', ')}, not ${kindOf(options)}.`,
    );
  }
  const next: { -readonly [name in keyof AddonConfiguration]: number } = {};
  const { addon, ...numbers } = options;
  const addons = addon === undefined ? undefined : checkAddons(addon);
  for (const [name, value] of Object.entries(numbers)) {
    const option = known.find((candidate) => candidate === name);
    if (option === undefined) {
      throw new OptionError(
        `configure: unknown option ${JSON.stringify(name)}. ${didYouMean(name, [...known, 'addon'])}Known options: ${[...known, 'addon'].join(', ')}.`,
      );
    }
    if (value === undefined) continue;
    const { least, step, most } = limits[option];
    if (!Number.isSafeInteger(value) || value < least || value > most || value % step !== 0) {
      const kind = step === 1 ? `an integer from ${least}` : `a multiple of ${step} from ${least}`;
      throw new OptionError(`configure: ${name} must be ${kind} to ${most}, not ${showValue(value)}.`);
    }
    next[option] = value;
  }
  if (addons !== undefined) setAddons(addons);
  current = { ...current, ...next };
}

/** What {@link configure} has set so far: another object after each call of it. */
export function configuration(): AddonConfiguration {
  return current;
}

/** Brings an addon up to date with {@link configure}; does nothing when it is. */
export function applyConfiguration(addon: Addon): void {
  if (applied.get(addon) === current) return;
  if (Object.keys(current).length > 0) addon.configure(current);
  applied.set(addon, current);
}
