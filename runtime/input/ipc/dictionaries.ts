import type { ArrowData, ArrowVector } from '../arrow-shapes.js';
import { damaged } from './ipc-fault.js';
import type { IpcField } from './layout.js';
import type { IpcSchema } from './schema.js';

/** The entries of a dictionary. Columns may refer to them before all entries have come. */
interface Entries extends ArrowVector {
  readonly data: ArrowData[];
}

/**
 * The dictionaries of a stream or file (https://arrow.apache.org/docs/format/Columnar.html#dictionary-messages).
 *
 * Deltas only append, so all columns of a dictionary share its entries, those before a delta as well. Otherwise n deltas of a few bytes
 * each would make n dictionaries.
 */
export class Dictionaries {
  readonly #schema: IpcSchema;
  readonly #mayReplace: boolean;
  readonly #entries = new Map<number, Entries>();
  /** Missing dictionaries that the entries of others refer to, each with its fault. */
  readonly #missing = new Map<number, Error>();

  /** @param mayReplace true if a dictionary may come again, for the batches after it: in a stream, but not in a file */
  constructor(schema: IpcSchema, mayReplace: boolean) {
    this.#schema = schema;
    this.#mayReplace = mayReplace;
  }

  /** Returns the field that the entries of a dictionary have. */
  field(id: number, byte: number): IpcField {
    const field = this.#schema.dictionaries.get(id);
    if (field === undefined) throw damaged(byte, `no column has dictionary ${id}`);
    return field;
  }

  /**
   * Returns the entries that a column refers to.
   *
   * @param isNeeded true if a row of the column is not null. The dictionary of a column of nulls may come later.
   * @param isInner true if the column belongs to another dictionary, which may come first
   */
  entries(id: number, byte: number, isNeeded: boolean, isInner: boolean): ArrowVector {
    const known = this.#entries.get(id);
    if (known !== undefined && (known.data.length > 0 || !isNeeded)) return known;
    if (isNeeded) {
      const fault = damaged(byte, `dictionary ${id} is missing, and rows refer to it`);
      if (!isInner) throw fault;
      this.#missing.set(id, fault);
    }
    return known ?? this.#begin(id, byte);
  }

  /** Adds the entries of a DictionaryBatch. */
  add(id: number, data: ArrowData, isDelta: boolean, byte: number): void {
    const known = this.#entries.get(id);
    const isFirst = known === undefined || known.data.length === 0;
    if (isFirst && isDelta) throw damaged(byte, `a delta comes for dictionary ${id}, which is missing`);
    if (!isFirst && !isDelta && !this.#mayReplace) throw damaged(byte, `dictionary ${id} comes twice in a file`);
    const entries = known !== undefined && (isFirst || isDelta) ? known : this.#begin(id, byte);
    entries.data.push(data);
    this.#missing.delete(id);
  }

  /** @throws IpcFault when entries refer to a missing dictionary */
  checkComplete(): void {
    for (const fault of this.#missing.values()) throw fault;
  }

  #begin(id: number, byte: number): Entries {
    const entries = { type: this.field(id, byte).type, data: [] };
    this.#entries.set(id, entries);
    return entries;
  }
}
