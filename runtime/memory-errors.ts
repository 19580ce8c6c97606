import { MemoryError } from './errors.js';

/** The error for a call that needs more memory than it may have. `isConfigured` tells if `memoryLimit` was set. */
export function pastLimit(name: string, requested: number, limit: number, isConfigured: boolean): MemoryError {
  const whose = isConfigured
    ? `configure({ memoryLimit }) allows ${bytesOf(limit)}`
    : `this machine has ${bytesOf(limit)} for it`;
  const fix = isConfigured ? 'raise the limit' : 'set another limit';
  return new MemoryError(
    `${name}: the call needs ${bytesOf(requested)} of memory or more, and ${whose}. ` +
      `Pass fewer rows per call, or ${fix}: configure({ memoryLimit: bytes }).`,
    { requested, limit },
  );
}

/** The error for a call that needs more JavaScript objects than the heap of V8 holds. */
export function tooManyObjects(name: string, requested: number, limit: number): MemoryError {
  return new MemoryError(
    `${name}: the call needs ${bytesOf(requested)} of JavaScript objects or more, and Node allows ${bytesOf(limit)}. ` +
      "Pass fewer rows per call, pass { backend: 'cpu' }, which needs none, or start Node with --max-old-space-size.",
    { requested, limit },
  );
}

/** The error for memory that the system does not have, beside the `held` bytes that the call has already. */
export function noMemory(name: string, held: number, cause: unknown): MemoryError {
  // Errors of native code end with advice of their own: only their first sentence says what happened.
  const [why] = (cause instanceof Error ? cause.message : String(cause)).split(/\.(?: |$)/);
  return new MemoryError(
    `${name}: there is no memory for what the call needs, beside ${bytesOf(held)} that it has: ${why}. ` +
      'Pass fewer rows per call, or let earlier results be collected.',
    {},
    { cause },
  );
}

/** True for an error by which V8 refuses an allocation or the growth of a collection. */
export function isRefusal(error: unknown): boolean {
  return error instanceof RangeError && refusals.some((known) => error.message.startsWith(known));
}

const refusals = [
  'Array buffer allocation failed',
  'Invalid typed array length',
  'Invalid array length',
  'Invalid string length',
  'Map maximum size exceeded',
  'Set maximum size exceeded',
];

function bytesOf(count: number): string {
  const mebibytes = count / 2 ** 20;
  return mebibytes < 10 ? `${count} bytes` : `${count} bytes (${Math.round(mebibytes)} MiB)`;
}
