/** Copies `size` bytes. Below about 40 a loop beats the two calls of `subarray` and `set`. */
export function copyBytes(from: Uint8Array, at: number, size: number, to: Uint8Array, position: number): void {
  if (size > 40) to.set(from.subarray(at, at + size), position);
  else for (let byte = 0; byte < size; byte += 1) to[position + byte] = from[at + byte] ?? 0;
}
