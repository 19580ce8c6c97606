/** What typed arrays have of their own, whatever a subclass or a property of the same name says. */
const typedArray = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(Uint8Array.prototype)) as {
  readonly [name in 'buffer' | 'byteOffset' | 'length' | typeof Symbol.toStringTag]: PropertyDescriptor;
};

export function own(view: ArrayBufferView, name: keyof typeof typedArray): unknown {
  return typedArray[name].get?.call(view);
}

/** The kind of a typed array of any realm, subclasses such as `Buffer` included; undefined for what is no view. */
export function typedArrayName(value: unknown): string | undefined {
  return ArrayBuffer.isView(value) ? ((own(value, Symbol.toStringTag) as string | undefined) ?? 'DataView') : undefined;
}
