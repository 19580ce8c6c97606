/** True for a `Uint8Array` of any realm, including Node's `Buffer`. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && value[Symbol.toStringTag as never] === ('Uint8Array' as never);
}
