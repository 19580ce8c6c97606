import { SchemaError } from '../errors.js';
import type { ArrowData } from './arrow-shapes.js';

/**
 * Reads each property of a call's Data objects once. The objects may be of any library, and their getters may compute, throw, or answer
 * differently the next time.
 */
export class DataReader {
  readonly #known = new Map<unknown, ArrowData>();

  /**
   * Returns the properties of a Data object.
   *
   * @param column the column that errors name
   * @throws SchemaError for a value that is not a Data object, and for lengths and offsets that are not numbers of rows
   */
  read(data: unknown, column: string): ArrowData {
    let known = this.#known.get(data);
    if (known === undefined) {
      known = readData(data, column);
      this.#known.set(data, known);
    }
    return known;
  }
}

function readData(data: unknown, column: string): ArrowData {
  const problem = `Column ${JSON.stringify(column)}: `;
  const fix = 'The vector was built wrongly: build it again with makeVector.';
  if (typeof data !== 'object' || data === null)
    throw new SchemaError(`${problem}a chunk of it is ${data === null ? 'null' : `of type ${typeof data}`}. ${fix}`, {
      column,
    });
  const given = data as ArrowData;
  const rows = (name: 'length' | 'offset'): number => {
    // The offset may be absent without rows.
    const value: unknown = given[name] ?? (name === 'offset' ? 0 : undefined);
    if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value);
    throw new SchemaError(`${problem}the ${name} of a chunk is ${String(value)}, which is no number of rows. ${fix}`, {
      column,
    });
  };
  const { type, values, valueOffsets, nullBitmap, children, dictionary, variadicBuffers } = given;
  return {
    type,
    length: rows('length'),
    offset: rows('offset'),
    nullCount: countNulls(given),
    values,
    valueOffsets,
    nullBitmap,
    children: Array.isArray(children) ? children : [],
    ...(dictionary && { dictionary }),
    ...(variadicBuffers && { variadicBuffers }),
  };
}

/**
 * Returns the number of nulls; undefined if it is unknown. Arrow JS counts the nulls of a slice on access, and throws if the bitmap is too
 * short.
 */
function countNulls(data: ArrowData): number | undefined {
  try {
    const count: unknown = data.nullCount;
    return Number.isSafeInteger(count) && Number(count) >= -1 ? Number(count) : undefined;
  } catch {
    return undefined;
  }
}
