import type { FlatBuffer } from './flat-buffer.js';

/** The names of a table and of its fields, in the order of the format's definition. */
export interface TableShape<Field extends string> {
  readonly name: string;
  readonly fields: readonly Field[];
}

/** A vector of numbers or structs. */
export interface FlatVector {
  readonly length: number;
  /**
   * Returns the position of an element.
   *
   * @param index below `length`
   */
  at(index: number): number;
}

/** The largest size of a table or vtable. Arrow JS reads these 16 bits as signed. */
const mostBytes = 0x7fff;

/** Shared by all texts: making a decoder takes longer than decoding a name. */
const decoder = new TextDecoder();

/**
 * A table of a FlatBuffer, with its fields by name. An absent field has its default. Every field is checked to lie within the table, and
 * everything that it refers to within the buffer.
 */
export class FlatTable<Field extends string> {
  readonly buffer: FlatBuffer;
  readonly #shape: TableShape<Field>;
  readonly #at: number;
  readonly #vtable: number;
  readonly #vtableSize: number;
  readonly #size: number;

  /** @param at its position in the buffer: a multiple of 4, with 4 bytes after it */
  constructor(buffer: FlatBuffer, shape: TableShape<Field>, at: number) {
    const { name } = shape;
    buffer.visit(at);
    const vtable = at - buffer.int32(at);
    buffer.check(vtable, 4, 2, `the vtable of ${name}`, at);
    const vtableSize = buffer.uint16(vtable);
    const size = buffer.uint16(vtable + 2);
    if (vtableSize < 4 || vtableSize % 2 !== 0 || vtableSize > mostBytes) {
      throw buffer.damaged(vtable, `the vtable of ${name} says that it has ${vtableSize} bytes`);
    }
    if (size < 4 || size > mostBytes) throw buffer.damaged(vtable, `${name} says that it has ${size} bytes`);
    buffer.check(vtable, vtableSize, 2, `the vtable of ${name}`, vtable);
    buffer.check(at, size, 4, name);
    this.buffer = buffer;
    this.#shape = shape;
    this.#at = at;
    this.#vtable = vtable;
    this.#vtableSize = vtableSize;
    this.#size = size;
  }

  /** The place of the table in the input. */
  get byte(): number {
    return this.buffer.byteOf(this.#at);
  }

  has(field: Field): boolean {
    return this.#place(field, 1) !== undefined;
  }

  bool(field: Field): boolean {
    return this.uint8(field) !== 0;
  }

  uint8(field: Field): number {
    const at = this.#place(field, 1);
    return at === undefined ? 0 : this.buffer.uint8(at);
  }

  int16(field: Field, byDefault = 0): number {
    const at = this.#place(field, 2);
    return at === undefined ? byDefault : this.buffer.int16(at);
  }

  int32(field: Field, byDefault = 0): number {
    const at = this.#place(field, 4);
    return at === undefined ? byDefault : this.buffer.int32(at);
  }

  int64(field: Field): number {
    const at = this.#place(field, 8);
    return at === undefined ? 0 : this.buffer.int64(at, this.nameOf(field));
  }

  /** Reads a 64-bit integer that cannot be negative. */
  count(field: Field): number {
    const at = this.#place(field, 8);
    return at === undefined ? 0 : this.buffer.count(at, this.nameOf(field));
  }

  /** Reads text. Bytes that are not UTF-8 become U+FFFD, as in Arrow JS. */
  text(field: Field): string | undefined {
    const bytes = this.textBytes(field);
    return bytes === undefined ? undefined : decoder.decode(bytes);
  }

  textBytes(field: Field): Uint8Array | undefined {
    const at = this.#target(field);
    return at === undefined ? undefined : this.buffer.text(at, this.nameOf(field));
  }

  /** Returns the table that a field refers to, also if it is a member of a union. */
  table<Inner extends string>(field: Field, shape: TableShape<Inner>): FlatTable<Inner> | undefined {
    const at = this.#target(field);
    return at === undefined ? undefined : new FlatTable(this.buffer, shape, at);
  }

  /** Returns the tables of a vector. */
  tables<Inner extends string>(field: Field, shape: TableShape<Inner>): Iterable<FlatTable<Inner>> {
    const offsets = this.vector(field, 4, 4);
    return offsets.length === 0 ? [] : tablesOf(this.buffer, offsets, shape);
  }

  /** Returns a vector of elements of `size` bytes; an empty one if the field is absent. */
  vector(field: Field, size: number, alignment: number): FlatVector {
    const at = this.#target(field);
    if (at === undefined) return noElements;
    const length = this.buffer.uint32(at);
    const first = at + 4;
    this.buffer.check(
      first,
      length * size,
      length === 0 ? 1 : alignment,
      `${length} elements of ${this.nameOf(field)}`,
    );
    return { length, at: (index) => first + index * size };
  }

  /** Returns the name of a field in messages. */
  nameOf(field: Field): string {
    return `${this.#shape.name}.${field}`;
  }

  damaged(what: string): Error {
    return this.buffer.damaged(this.#at, what);
  }

  #target(field: Field): number | undefined {
    const at = this.#place(field, 4);
    return at === undefined ? undefined : this.buffer.target(at, this.nameOf(field));
  }

  /** Returns the position of a field; undefined if it is absent. */
  #place(field: Field, size: number): number | undefined {
    const entry = 4 + 2 * this.#shape.fields.indexOf(field);
    const offset = entry < this.#vtableSize ? this.buffer.uint16(this.#vtable + entry) : 0;
    if (offset === 0) return undefined;
    if (offset < 4 || offset + size > this.#size) {
      throw this.damaged(`${this.nameOf(field)} would lie outside of its table of ${this.#size} bytes`);
    }
    const at = this.#at + offset;
    this.buffer.check(at, size, size, this.nameOf(field));
    return at;
  }
}

const noElements: FlatVector = { length: 0, at: () => 0 };

function* tablesOf<Name extends string>(
  buffer: FlatBuffer,
  offsets: FlatVector,
  shape: TableShape<Name>,
): Generator<FlatTable<Name>, void, undefined> {
  for (let index = 0; index < offsets.length; index += 1) {
    yield new FlatTable(buffer, shape, buffer.target(offsets.at(index), shape.name));
  }
}

/** Returns the root table of a buffer. */
export function rootTable<Field extends string>(buffer: FlatBuffer, shape: TableShape<Field>): FlatTable<Field> {
  buffer.check(0, 4, 4, shape.name);
  return new FlatTable(buffer, shape, buffer.target(0, shape.name));
}
