/** A number in a table or vector, of so many bytes. */
export type FlatNumber = readonly [bytes: 1 | 2 | 4 | 8, value: number | bigint];

/** A table: its fields in order, each a number, a reference, or left out. */
export interface FlatTableSource {
  readonly table: readonly (FlatNumber | FlatSource | undefined)[];
  /** Changes bytes of the vtable or of the table after the layout, to damage them. */
  readonly damage?: (place: { readonly view: DataView; readonly vtable: number; readonly table: number }) => void;
}

export type FlatSource =
  | FlatTableSource
  | { readonly text: string }
  /** Consecutive numbers, and the declared number of elements. */
  | { readonly numbers: readonly FlatNumber[]; readonly length: number }
  | { readonly tables: readonly FlatTableSource[]; readonly length?: number }
  /** An offset of any value in place of a valid one. */
  | { readonly offset: number };

/**
 * Lays out a FlatBuffer by hand, tables before their references, so that tests can make what no builder does. A source that is referred
 * to from several places is laid out once.
 */
export function flatBuffer(root: FlatTableSource): Uint8Array {
  const writer = new FlatWriter();
  writer.refer(root);
  return writer.finish();
}

class FlatWriter {
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;
  readonly #places = new Map<FlatSource, number>();
  /** Offsets to sources that are not laid out yet. */
  readonly #open: { readonly at: number; readonly to: FlatSource }[] = [];
  readonly #damages: (() => void)[] = [];

  /** Writes an offset to something. */
  refer(to: FlatSource): void {
    const at = this.#take(4, 4);
    if ('offset' in to) this.#view.setInt32(at, to.offset, true);
    else this.#open.push({ at, to });
  }

  finish(): Uint8Array {
    for (const { at, to } of this.#open) {
      const known = this.#places.get(to) ?? 0;
      // Offsets point forward.
      const place = known > at ? known : this.#layOut(to);
      this.#places.set(to, place);
      this.#view.setUint32(at, place - at, true);
    }
    for (const damage of this.#damages) damage();
    return this.#bytes.slice(0, (this.#length + 7) & ~7);
  }

  #layOut(source: FlatSource): number {
    if ('table' in source) return this.#table(source);
    if ('text' in source) {
      const text = new TextEncoder().encode(source.text);
      const at = this.#take(4 + text.length + 1, 4);
      this.#view.setUint32(at, text.length, true);
      this.#bytes.set(text, at + 4);
      return at;
    }
    if ('tables' in source) {
      const at = this.#number([4, source.length ?? source.tables.length]);
      for (const table of source.tables) this.refer(table);
      return at;
    }
    if ('numbers' in source) {
      // The elements, not the length before them, lie at a multiple of 8.
      while (this.#length % 8 !== 4) this.#take(1, 1);
      const at = this.#number([4, source.length]);
      for (const number of source.numbers) this.#number(number);
      return at;
    }
    throw new Error('an offset has no place');
  }

  #table({ table: fields, damage }: FlatTableSource): number {
    const vtable = this.#take(4 + 2 * fields.length, 8);
    const table = this.#take(4, 8);
    this.#view.setInt32(table, table - vtable, true);
    fields.forEach((field, index) => {
      if (field === undefined) return;
      const begin =
        'length' in field && Array.isArray(field)
          ? this.#number(field as FlatNumber)
          : this.#offset(field as FlatSource);
      this.#view.setUint16(vtable + 4 + 2 * index, begin - table, true);
    });
    this.#view.setUint16(vtable, 4 + 2 * fields.length, true);
    this.#view.setUint16(vtable + 2, this.#length - table, true);
    if (damage) this.#damages.push(() => damage({ view: this.#view, vtable, table }));
    return table;
  }

  #offset(to: FlatSource): number {
    while (this.#length % 4 !== 0) this.#take(1, 1);
    const at = this.#length;
    this.refer(to);
    return at;
  }

  #number([bytes, value]: FlatNumber): number {
    const at = this.#take(bytes, bytes);
    if (bytes === 8) this.#view.setBigInt64(at, BigInt(value), true);
    else if (bytes === 4) this.#view.setInt32(at, Number(value), true);
    else if (bytes === 2) this.#view.setInt16(at, Number(value), true);
    else this.#view.setInt8(at, Number(value));
    return at;
  }

  #take(bytes: number, alignment: number): number {
    const at = Math.ceil(this.#length / alignment) * alignment;
    this.#length = at + bytes;
    while (this.#length > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#bytes.length);
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return at;
  }
}
