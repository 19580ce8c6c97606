/** Whether a value is a `Uint8Array`, of whatever realm; Node's `Buffer` is one. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && value[Symbol.toStringTag as never] === ('Uint8Array' as never);
}
