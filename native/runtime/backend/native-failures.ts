import { DeviceError, InputChangedError, MemoryError } from '../errors.js';
import type { MemoryBudget } from '../memory-budget.js';

/** Stands for a result whose text passes what 32-bit offsets can address. */
export const tooLarge = Symbol('too large');

/** The call that native work is a part of. */
export interface GuardedCall {
  readonly backend: 'cpu' | 'cuda';
  readonly transform: { readonly name: string };
  readonly signal: AbortSignal | undefined;
  readonly memory: MemoryBudget;
}

/** The `code` of whatever was thrown. */
export function codeOf(error: unknown): unknown {
  return (error as { readonly code?: unknown } | null)?.code;
}

/** The error for memory that native code does not get; undefined for any other. */
export function memoryError(name: string, memory: MemoryBudget, cause: unknown): MemoryError | undefined {
  const code = codeOf(cause);
  if (code === 'OutOfMemory') return memory.noMemory(cause);
  if (code !== 'MemoryLimit') return undefined;
  const { bytes, message } = cause as { readonly bytes?: number; readonly message: string };
  return bytes === undefined ? new MemoryError(`${name}: ${message}`, {}, { cause }) : memory.refused(bytes);
}

/** Native code rejects for trouble with the device or with memory; faults of rows are values. */
export async function guard<Result>(call: GuardedCall, work: () => Promise<Result>): Promise<Result | typeof tooLarge> {
  try {
    return await work();
  } catch (cause) {
    call.signal?.throwIfAborted();
    const code = codeOf(cause);
    if (code === 'ResultTooLarge') return tooLarge;
    const { name } = call.transform;
    const noMemory = memoryError(name, call.memory, cause);
    if (noMemory !== undefined) throw noMemory;
    const text = cause instanceof Error ? cause.message : String(cause);
    if (code === 'InputChanged') {
      throw new InputChangedError(
        `${name}: an input was changed while the call was running. Inputs are borrowed until the promise settles: ` +
          'wait for it, or pass { copyInputs: true }.',
        { cause },
      );
    }
    const other = call.backend === 'cuda' ? 'cpu' : 'js';
    throw new DeviceError(
      `${name} failed on ${call.backend}: ${text} Pass fewer rows a call, lower threads with configure(), ` +
        `or pass { backend: '${other}' }; \`npx rowfuse doctor\` shows what works here.`,
      { cause },
    );
  }
}
