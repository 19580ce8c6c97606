import type { Addon, DeviceColumn, DeviceFunctions } from '../../backend/addon.js';
import { codeOf, memoryError, tooLarge } from '../../backend/native-failures.js';
import { DeviceError } from '../../errors.js';
import { MemoryBudget } from '../../memory-budget.js';

/** One GPU, by the addon that reaches it. */
export class CudaDevice {
  readonly addon: Addon;
  readonly functions: DeviceFunctions;
  /** `cuda:0` and so on. */
  readonly name: string;
  readonly #ordinal: number;

  constructor(addon: Addon, ordinal: number) {
    this.addon = addon;
    this.functions = addon.device;
    this.name = `cuda:${ordinal}`;
    this.#ordinal = ordinal;
  }

  /**
   * Awaits native work, whose errors name `caller`.
   *
   * @returns `tooLarge` for a result that 32-bit offsets cannot address
   * @throws DeviceError or MemoryError for any other failure
   */
  async guard<Result>(caller: string, work: () => Promise<Result>): Promise<Result | typeof tooLarge> {
    try {
      return await work();
    } catch (cause) {
      if (codeOf(cause) === 'ResultTooLarge') return tooLarge;
      throw deviceFailure(caller, this.name, cause);
    }
  }

  /** Makes a column that says that `length` structs are present, or all elements of as many lists, which `counted` counts. */
  present(length: number, counted?: object, width?: number): Promise<DeviceColumn | typeof tooLarge> {
    return this.guard('present', () => this.functions.present(this.#ordinal, length, counted, width));
  }
}

/** The error for native work that failed on a device. */
export function deviceFailure(caller: string, device: string, cause: unknown): Error {
  const noMemory = memoryError(caller, new MemoryBudget(caller), cause);
  if (noMemory !== undefined) return noMemory;
  const text = cause instanceof Error ? cause.message : String(cause);
  return new DeviceError(
    `${caller} failed on ${device}: ${text} \`npx rowfuse doctor\` shows what works here; without a GPU, pass { backend: 'cpu' } to toDevice.`,
    { cause },
  );
}
