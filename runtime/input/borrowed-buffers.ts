import { InputChangedError, SchemaError } from '../errors.js';
import type { MemoryBudget } from '../memory-budget.js';
import { own, typedArrayName } from '../values/typed-arrays.js';

const typedArrays = {
  Int8Array,
  Uint8Array,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
} as const;

type TypedArrays = { [name in keyof typeof typedArrays]: InstanceType<(typeof typedArrays)[name]> };

/** The name of a kind of typed array. */
export type TypedArrayName = keyof TypedArrays;

/** Returns the number of elements of a typed array; 0 for any other value. */
export function viewLength(value: unknown): number {
  const isTyped = ArrayBuffer.isView(value) && own(value, Symbol.toStringTag) !== undefined;
  return isTyped ? (own(value, 'length') as number) : 0;
}

/** The memory of one call's inputs. Makes a {@link BorrowedBuffers} per chunk, and keeps all copies. */
export class InputMemory {
  readonly #copyInputs: boolean;
  readonly #budget: MemoryBudget;
  readonly #copies = new Map<ArrayBufferLike, Map<string, ArrayBufferView>>();
  readonly #borrowed = new Set<ArrayBufferLike>();

  constructor(copyInputs: boolean, budget: MemoryBudget) {
    this.#copyInputs = copyInputs;
    this.#budget = budget;
  }

  /** Returns the memory of one chunk. Watching single chunks keeps the work of a call with thousands of them linear. */
  chunk(): BorrowedBuffers {
    return new BorrowedBuffers(this.#copyInputs, this);
  }

  /** Returns a copy of a view's bytes. Several slices of one buffer are common (a chunked vector): each range is copied once. */
  copyOf<Name extends TypedArrayName>(view: TypedArrays[Name], kind: Name): TypedArrays[Name] {
    let copies = this.#copies.get(view.buffer);
    if (copies === undefined) {
      copies = new Map();
      this.#copies.set(view.buffer, copies);
    }
    const key = `${kind} ${view.byteOffset} ${view.byteLength}`;
    let copy = copies.get(key) as TypedArrays[Name] | undefined;
    if (copy === undefined) {
      this.#budget.take(view.byteLength);
      const bytes = new Uint8Array(view.byteLength);
      bytes.set(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
      copy = new typedArrays[kind](bytes.buffer) as TypedArrays[Name];
      copies.set(key, copy);
    }
    return copy;
  }

  /** Counts memory that is read in place. */
  borrow(memory: ArrayBufferLike): void {
    if (this.#borrowed.has(memory)) return;
    this.#borrowed.add(memory);
    this.#budget.borrow(memory.byteLength);
  }
}

/** The memory of one chunk: refused if it cannot be borrowed, watched while it is borrowed, copied on request. */
export class BorrowedBuffers {
  readonly #copyInputs: boolean;
  readonly #copies: InputMemory;
  readonly #sizes = new Map<ArrayBufferLike, number>();

  constructor(copyInputs: boolean, copies: InputMemory) {
    this.#copyInputs = copyInputs;
    this.#copies = copies;
  }

  /**
   * Takes a view for the duration of the call. Shared memory is always copied: other threads may write to it, and Node-API has no accessor
   * for it.
   *
   * @param buffer the role of the view in its column, for messages: `values`, `offsets`, ...
   * @throws SchemaError when it is not a typed array of that kind, is detached, or is resizable and not to be copied.
   */
  take<Name extends TypedArrayName>(view: unknown, kind: Name, column: string, buffer: string): TypedArrays[Name] {
    if (typedArrayName(view) !== kind) {
      throw new SchemaError(
        `Column ${JSON.stringify(column)}: its ${buffer} are ${typedArrayName(view) ?? typeof view}, Arrow has ${kind} there. ` +
          'Build the vector with makeVector, or read it from IPC.',
        { column },
      );
    }
    const memory = own(view as ArrayBufferView, 'buffer') as ArrayBufferLike;
    if (isDetached(memory)) {
      throw new SchemaError(
        `Column ${JSON.stringify(column)}: the memory of its ${buffer} is detached: it was transferred, perhaps to a worker. ` +
          'Pass the data before transferring it, or transfer a copy.',
        { column },
      );
    }
    const offset = own(view as ArrayBufferView, 'byteOffset') as number;
    const length = own(view as ArrayBufferView, 'length') as number;
    const typed = new typedArrays[kind](memory as ArrayBuffer, offset, length) as TypedArrays[Name];
    if (this.#copyInputs || isShared(memory)) return this.#copies.copyOf(typed, kind);
    if ((memory as { resizable?: boolean }).resizable === true) {
      throw new SchemaError(
        `Column ${JSON.stringify(column)}: its ${buffer} lie in a resizable ArrayBuffer, which could shrink during the call. ` +
          'Pass { copyInputs: true }, or use a buffer of fixed length.',
        { column },
      );
    }
    this.#sizes.set(memory, memory.byteLength);
    this.#copies.borrow(memory);
    return typed;
  }

  /** True if any of these buffers is borrowed. */
  holds(buffers: ReadonlySet<ArrayBufferLike>): boolean {
    return [...this.#sizes.keys()].some((memory) => buffers.has(memory));
  }

  /** Throws InputChangedError if borrowed memory is gone. Writes by other code cannot be seen here. */
  verify(): void {
    this.#sizes.forEach(verifySize);
  }
}

function verifySize(size: number, memory: ArrayBufferLike): void {
  if (memory.byteLength === size) return;
  throw new InputChangedError(
    'An input was transferred or detached while the call was running. Inputs are borrowed until the promise settles: ' +
      'wait for it, or pass { copyInputs: true }.',
  );
}

/** True if a buffer is detached. Node 20 lacks `ArrayBuffer.prototype.detached`, but only a detached buffer refuses an empty view. */
function isDetached(memory: ArrayBufferLike): boolean {
  if (memory.byteLength > 0) return false;
  try {
    new Uint8Array(memory, 0, 0);
    return false;
  } catch {
    return true;
  }
}

function isShared(memory: ArrayBufferLike): boolean {
  return Object.prototype.toString.call(memory) === '[object SharedArrayBuffer]';
}
