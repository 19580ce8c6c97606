import { type DeclaredType, describeType } from '../../schema/columns.js';
import { isBytes } from '../input/bytes.js';
import type { MemoryBudget } from '../memory-budget.js';
import { set } from '../values/bitmap.js';
import { missing } from './result-value.js';
import type { UnfitElement, ValueWriter } from './value-writer.js';

/** Makes the writer of a column of at most `capacity` rows, whose text or bytes take at most `maxBytes`. */
type MakeWriter = (column: DeclaredType, capacity: number, maxBytes: number, memory: MemoryBudget) => ValueWriter;

/** Makes the writer of a column of lists. The elements are written at the end, by a writer of `makeWriter`. */
export function listWriter(
  { element }: DeclaredType,
  capacity: number,
  maxBytes: number,
  memory: MemoryBudget,
  makeWriter: MakeWriter,
): ValueWriter {
  if (element === undefined) throw new Error('a list has elements');
  const mayBeNull = element.nullable && !element.required;
  const judge = makeWriter(element, 0, maxBytes, memory);
  memory.take(4 * capacity);
  const offsets = new Int32Array(capacity + 1);
  const elements: unknown[] = [];
  let bytes = 0;
  const fits = (value: unknown) =>
    value === missing || (value === null || value === undefined ? mayBeNull : judge.holds(value));
  const unfitElement = (value: unknown): UnfitElement | undefined => {
    if (!Array.isArray(value)) return undefined;
    // Holes are undefined, which `every` would skip.
    const place = Array.from(value).findIndex((one) => !fits(one));
    const unfit: unknown = value[place];
    return { place, value: unfit, type: describeType(element), expected: judge.expected, fix: judge.fix?.(unfit) };
  };
  const isWhole = (value: unknown): value is readonly unknown[] =>
    Array.isArray(value) && Array.from(value).every(fits);
  return {
    expected: 'an array',
    unfitElement,
    holds: isWhole,
    write(index, value) {
      if (!isWhole(value)) return false;
      memory.takeObjects(8 * value.length);
      for (const one of value) elements.push(one);
      bytes += mostBytes(value);
      offsets[index + 1] = elements.length;
      return true;
    },
    skip(index) {
      offsets[index + 1] = elements.length;
    },
    hasRoom: (value) => !Array.isArray(value) || bytes + mostBytes(value) <= maxBytes,
    finish(length) {
      const count = elements.length;
      const writer = makeWriter(element, count, Number.MAX_SAFE_INTEGER, memory);
      memory.take(count >>> 3);
      const validity = new Uint8Array((count + 7) >>> 3);
      let nullCount = 0;
      for (const [index, value] of elements.entries()) {
        if (value === null || value === undefined || value === missing) {
          writer.skip(index);
          nullCount += 1;
        } else {
          writer.write(index, value);
          set(validity, index);
        }
      }
      memory.giveObjects(8 * count);
      const child = { ...writer.finish(count), length: count, nullCount, ...(nullCount > 0 && { validity }) };
      return { values: new Uint8Array(0), offsets: offsets.slice(0, length + 1), child };
    },
  };
}

/** Returns the most bytes that elements can take, including text and its offsets. */
function mostBytes(elements: readonly unknown[]): number {
  let bytes = 8 * elements.length;
  for (const element of elements) {
    if (typeof element === 'string') bytes += element.length * 3;
    else if (isBytes(element)) bytes += element.length;
    else if (Array.isArray(element)) bytes += mostBytes(element);
  }
  return bytes;
}
