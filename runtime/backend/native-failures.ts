import { DeviceError, InputChangedError, MemoryError } from '../errors.js';
import type { MemoryBudget } from '../memory-budget.js';

/** Stands for a result whose text exceeds what 32-bit offsets can address. */
export const tooLarge = Symbol('too large');

/** The call that native work belongs to. */
export interface GuardedCall {
  readonly backend: 'cpu' | 'cuda';
  readonly transform: { readonly name: string };
  readonly signal: AbortSignal | undefined;
  readonly memory: MemoryBudget;
}

/** Returns the `code` of anything that was thrown. */
export function codeOf(error: unknown): unknown {
  return (error as { readonly code?: unknown } | null)?.code;
}

/** Returns the error for memory that native code was refused; undefined for any other error. */
export function memoryError(name: string, memory: MemoryBudget, cause: unknown): MemoryError | undefined {
  const code = codeOf(cause);
  if (code === 'OutOfMemory') return memory.noMemory(cause);
  if (code !== 'MemoryLimit') return undefined;
  const { bytes, message } = cause as { readonly bytes?: number; readonly message: string };
  return bytes === undefined ? new MemoryError(`${name}: ${message}`, {}, { cause }) : memory.refused(bytes);
}

/** Runs native work and converts its rejections, which are about the device or memory. Faults of rows are values and pass through. */
export async function guard<Result>(
  call: GuardedCall,
  work: () => Result | Promise<Result>,
): Promise<Result | typeof tooLarge> {
  try {
    return await work();
  } catch (cause) {
    return tooLargeOrThrow(call, cause);
  }
}

/**
 * Converts a rejection of native work. Returns {@link tooLarge} if the result is.
 *
 * @throws the reason of the call's signal, MemoryError, InputChangedError or DeviceError
 */
export function tooLargeOrThrow({ backend, transform, signal, memory }: GuardedCall, cause: unknown): typeof tooLarge {
  signal?.throwIfAborted();
  const code = codeOf(cause);
  if (code === 'ResultTooLarge') return tooLarge;
  const { name } = transform;
  const noMemory = memoryError(name, memory, cause);
  if (noMemory !== undefined) throw noMemory;
  const text = cause instanceof Error ? cause.message : String(cause);
  if (code === 'InputChanged') {
    throw new InputChangedError(
      `${name}: an input was changed while the call was running. Inputs are borrowed until the promise settles: ` +
        'wait for it, or pass { copyInputs: true }.',
      { cause },
    );
  }
  const other = backend === 'cuda' ? 'cpu' : 'js';
  throw new DeviceError(
    `${name} failed on ${backend}: ${text} Pass fewer rows per call, lower threads with configure(), ` +
      `or pass { backend: '${other}' }; \`npx rowfuse doctor\` shows what works here.`,
    { cause },
  );
}
