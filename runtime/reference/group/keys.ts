/** A value of a key, as a column stores it. */
export type KeyValue = null | boolean | number | bigint | string | Uint8Array;

/** Returns a text that is the same for equal keys only. All NaN are equal, 0 equals -0, and null equals null. */
export function identityOf(values: readonly KeyValue[]): string {
  return values.map(identityOfValue).join('');
}

/** Returns a value in the form of keys, which have no -0. */
export function asKey(value: KeyValue): KeyValue {
  return typeof value === 'number' ? value + 0 : value;
}

function identityOfValue(value: KeyValue): string {
  if (value === null) return 'null;';
  // -0 gives the text of 0.
  const text = value instanceof Uint8Array ? value.join() : String(value);
  return `${text.length}:${text};`;
}

/** Compares keys in ascending order: numbers before NaN, false before true, text by UTF-16 units, bytes one by one. Null comes last. */
export function compareKeys(left: readonly KeyValue[], right: readonly KeyValue[]): number {
  for (const [place, value] of left.entries()) {
    const order = compareValues(value, right[place] ?? null);
    if (order !== 0) return order;
  }
  return 0;
}

function compareValues(left: KeyValue, right: KeyValue): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  if (Number.isNaN(left) || Number.isNaN(right)) return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
  if (left instanceof Uint8Array && right instanceof Uint8Array) return Buffer.compare(left, right);
  return left < right ? -1 : left > right ? 1 : 0;
}
