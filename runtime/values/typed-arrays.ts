/** The own getters of typed arrays, which subclasses and properties of the same name cannot change. */
const typedArray = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(Uint8Array.prototype)) as {
  readonly [name in 'buffer' | 'byteOffset' | 'length' | typeof Symbol.toStringTag]: PropertyDescriptor;
};

export function own(view: ArrayBufferView, name: keyof typeof typedArray): unknown {
  return typedArray[name].get?.call(view);
}

/**
 * Returns the kind of a typed array of any realm, including subclasses such as `Buffer`; `DataView` for a DataView; undefined for a value
 * that is not a view.
 */
export function typedArrayName(value: unknown): string | undefined {
  return ArrayBuffer.isView(value) ? ((own(value, Symbol.toStringTag) as string | undefined) ?? 'DataView') : undefined;
}
