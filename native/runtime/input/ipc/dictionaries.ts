import type { ArrowData, ArrowVector } from '../arrow-shapes.js';
import { damaged } from './ipc-fault.js';
import type { IpcField } from './layout.js';
import type { IpcSchema } from './schema.js';

/** The entries of a dictionary, which columns refer to before all of them have come. */
interface Entries extends ArrowVector {
  readonly data: ArrowData[];
}

/**
 * The dictionaries of a stream or file (https://arrow.apache.org/docs/format/Columnar.html#dictionary-messages).
 *
 * Deltas only append. So all columns of one dictionary share its entries, those before a delta as well: otherwise n deltas of a
 * few bytes each would make n dictionaries.
 */
export class Dictionaries {
  readonly #schema: IpcSchema;
  readonly #mayReplace: boolean;
  readonly #entries = new Map<number, Entries>();
  /** Those that entries of others refer to and that have not come, by what lacks them. */
  readonly #missing = new Map<number, Error>();

  /** @param mayReplace in a stream a dictionary can come again and counts from then on; in a file it cannot */
  constructor(schema: IpcSchema, mayReplace: boolean) {
    this.#schema = schema;
    this.#mayReplace = mayReplace;
  }

  /** What the entries of a dictionary are. */
  field(id: number, byte: number): IpcField {
    const field = this.#schema.dictionaries.get(id);
    if (field === undefined) throw damaged(byte, `there is a dictionary ${id}, which no column has`);
    return field;
  }

  /**
   * The entries that a column refers to.
   *
   * @param isNeeded whether a row of it is not null. A dictionary may come behind a column of nulls.
   * @param isInner whether the column is itself of a dictionary, which may come before
   */
  entries(id: number, byte: number, isNeeded: boolean, isInner: boolean): ArrowVector {
    const known = this.#entries.get(id);
    if (known !== undefined && (known.data.length > 0 || !isNeeded)) return known;
    if (isNeeded) {
      const fault = damaged(byte, `the dictionary ${id} has not come before the rows that refer to it`);
      if (!isInner) throw fault;
      this.#missing.set(id, fault);
    }
    return known ?? this.#begin(id, byte);
  }

  /** Adds the entries of a DictionaryBatch. */
  add(id: number, data: ArrowData, isDelta: boolean, byte: number): void {
    const known = this.#entries.get(id);
    const isFirst = known === undefined || known.data.length === 0;
    if (isFirst && isDelta) throw damaged(byte, `more entries come for the dictionary ${id}, which has not come`);
    if (!isFirst && !isDelta && !this.#mayReplace) throw damaged(byte, `the dictionary ${id} comes twice in a file`);
    const entries = known !== undefined && (isFirst || isDelta) ? known : this.#begin(id, byte);
    entries.data.push(data);
    this.#missing.delete(id);
  }

  /** @throws IpcFault where entries refer to a dictionary that has not come. */
  checkComplete(): void {
    for (const fault of this.#missing.values()) throw fault;
  }

  #begin(id: number, byte: number): Entries {
    const entries = { type: this.field(id, byte).type, data: [] };
    this.#entries.set(id, entries);
    return entries;
  }
}
