import type { Addon, AddonConfiguration } from './addon.js';
import { OptionError } from './errors.js';

/** Limits for all transforms of this thread. */
export interface Configuration {
  /** Threads of the cpu backend. Default: one a core. */
  readonly threads?: number | undefined;
  /** Bytes of device memory that the cuda backend may hold at a time. Default: what the device has. */
  readonly memoryLimit?: number | undefined;
  /** Rows that a cpu thread takes at a time, a multiple of 64. For tests and measurements: results never depend on it. */
  readonly tileRows?: number | undefined;
}

const limits = {
  threads: { step: 1, most: 1024 },
  memoryLimit: { step: 1, most: Number.MAX_SAFE_INTEGER },
  tileRows: { step: 64, most: 2 ** 20 },
};
const known = Object.keys(limits) as (keyof typeof limits)[];
let current: AddonConfiguration = {};
const applied = new WeakMap<Addon, AddonConfiguration>();

/**
 * Sets limits for the calls that follow. An option that is left out, or undefined, keeps its value.
 *
 * @throws OptionError for an unknown option, or a value out of range.
 * @example
 * configure({ threads: 2, memoryLimit: 8 * 2 ** 30 });
 */
export function configure(options: Configuration): void {
  const next: { -readonly [name in keyof AddonConfiguration]: number } = {};
  for (const [name, value] of Object.entries(options)) {
    const option = known.find((candidate) => candidate === name);
    if (option === undefined) {
      throw new OptionError(`configure: unknown option ${JSON.stringify(name)}. Known options: ${known.join(', ')}.`);
    }
    if (value === undefined) continue;
    const { step, most } = limits[option];
    if (!Number.isSafeInteger(value) || value < step || value > most || value % step !== 0) {
      const kind = step === 1 ? 'an integer from 1' : `a multiple of ${step} from ${step}`;
      throw new OptionError(`configure: ${name} must be ${kind} to ${most}, not ${String(value)}.`);
    }
    next[option] = value;
  }
  current = { ...current, ...next };
}

/** Brings an addon up to date with {@link configure}; does nothing when it is. */
export function applyConfiguration(addon: Addon): void {
  if (applied.get(addon) === current) return;
  if (Object.keys(current).length > 0) addon.configure(current);
  applied.set(addon, current);
}
