import type { Addon, AddonConfiguration } from './backend/addon.js';
import { checkAddons, setAddons } from './backend/configured-addons.js';
import { didYouMean } from './did-you-mean.js';
import { OptionError } from './errors.js';
import { showValue } from './values/show-value.js';
import { kindOf } from './words.js';

/** Settings for all transforms of this thread. A setting that is left out, or undefined, keeps its value. */
export interface Configuration {
  /** The GPU on which device tables are made and calls run, by its number in CUDA's order. Default: 0. */
  readonly device?: number | undefined;
  /** The number of threads of the cpu backend. Default: one per core. */
  readonly threads?: number | undefined;
  /**
   * The most bytes that a call may take. In the memory of this process, the limit holds for each call by itself: its result, and the memory
   * to make it. In the memory of a device, it holds for the device tables, running calls and scratch memory of the whole process together,
   * whichever thread made them; the latest setting counts. A call that exceeds it fails with a `MemoryError`. Default: the memory that this
   * machine has for the process, and that the device has.
   */
  readonly memoryLimit?: number | undefined;
  /**
   * The rows that a thread of the cpu backend takes at a time, a multiple of 64. For tests and measurements; results never depend on it.
   */
  readonly tileRows?: number | undefined;
  /**
   * The addons, as absolute paths or file URLs, for bundles that do not know where they lie. Each generated folder takes the one that was
   * built from it, or looks in its usual place if none was. Must be set before the first call of the thread.
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
 * Changes settings for the calls that follow.
 *
 * The number of `device` is checked by the first call that would run there, which fails with an OptionError if there is no such device. On
 * a machine without a GPU the setting has no effect.
 *
 * @throws OptionError for an unknown option, a value out of range, an addon that is not a file, or an addon that is set too late.
 * @example
 * configure({ threads: 4, memoryLimit: 8 * 2 ** 30 });
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

/** Returns the settings of {@link configure}. Each call of that makes another object. */
export function configuration(): AddonConfiguration {
  return current;
}

/** Applies the settings of {@link configure} to an addon; does nothing if it has them. */
export function applyConfiguration(addon: Addon): void {
  if (applied.get(addon) === current) return;
  if (Object.keys(current).length > 0) addon.configure(current);
  applied.set(addon, current);
}
