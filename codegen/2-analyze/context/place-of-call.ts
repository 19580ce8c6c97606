import type { RowContext } from './row-context.js';

/** Returns the calls that are being inlined: the types of a generic function are others in each of its calls. */
export function placeOfCall({ calls }: RowContext): string {
  return calls.map(({ call }) => `${call.getSourceFile().fileName}:${call.pos}`).join(' ');
}
