import { SchemaError } from '../errors.js';
import type { ArrowData } from './arrow-shapes.js';

/**
 * What the Data objects of one call say of themselves, each part asked for once: they may be of any library, and their getters may count,
 * throw, or answer otherwise the next time.
 */
export class DataReader {
  readonly #known = new Map<unknown, ArrowData>();

  /**
   * @param column of whom errors speak
   * @throws SchemaError for what is no Data object, and for lengths and offsets that are no numbers of rows
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
    // Without rows there may be no offset.
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

/** Arrow JS counts the nulls of a slice when asked, and throws when the bitmap is too short for that. */
function countNulls(data: ArrowData): number | undefined {
  try {
    const count: unknown = data.nullCount;
    return Number.isSafeInteger(count) && Number(count) >= -1 ? Number(count) : undefined;
  } catch {
    return undefined;
  }
}
