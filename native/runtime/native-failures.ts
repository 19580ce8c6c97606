import { DeviceError, InputChangedError } from './errors.js';

/** Stands for a result whose text passes what 32-bit offsets can address. */
export const tooLarge = Symbol('too large');

/** The call that native work is a part of. */
export interface GuardedCall {
  readonly backend: 'cpu' | 'cuda';
  readonly transform: { readonly name: string };
  readonly signal: AbortSignal | undefined;
}

/** The `code` of whatever was thrown. */
export function codeOf(error: unknown): unknown {
  return (error as { readonly code?: unknown } | null)?.code;
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
      `${name} failed on ${call.backend}: ${text} Pass fewer rows a call, lower memoryLimit or threads with configure(), ` +
        `or pass { backend: '${other}' }; \`npx rowfuse doctor\` shows what works here.`,
      { cause },
    );
  }
}
