import type { ArrowData } from '../arrow-shapes.js';
import { type BatchNode, BatchNodes } from './batch-nodes.js';
import { type Body, BodyBuffers } from './body.js';
import type { Dictionaries } from './dictionaries.js';
import { damaged, quoted } from './ipc-fault.js';
import type { IpcField, OffsetsConstructor, ValuesConstructor } from './layout.js';
import type { RecordBatchTable } from './message.js';

/**
 * The most rows of a column whose rows take no bytes, because nothing else bounds them. An Arrow implementation need not support longer
 * columns (https://arrow.apache.org/docs/format/Columnar.html#array-lengths).
 */
const mostRowsWithoutBytes = 2 ** 31 - 1;

/** `MetadataVersion.V5`, since which unions have no validity buffer. */
const withoutUnionValidity = 4;

/** The context of a record batch. */
export interface ColumnContext {
  readonly dictionaries: Dictionaries;
  /** The `MetadataVersion` of the message. A file's footer may have another. */
  readonly version: number;
  /** True if the columns are the entries of a dictionary. */
  readonly isDictionary: boolean;
}

/**
 * Reads the columns of a record batch (https://arrow.apache.org/docs/format/Columnar.html#recordbatch-message), each with `length` rows.
 *
 * @throws IpcFault unless the nodes and buffers are exactly those that the fields need, with room for all rows
 */
export function readColumns(
  batch: RecordBatchTable,
  body: Body,
  fields: readonly IpcField[],
  length: number,
  context: ColumnContext,
): ArrowData[] {
  if (fields.length === 0) checkUnbounded(length, batch.byte, 'a record batch without columns');
  const nodes = new BatchNodes(batch);
  const buffers = new BodyBuffers(batch, body);
  const reader = new ColumnReader(nodes, buffers, context);
  const columns = fields.map((field) => reader.column(field, field.name, length));
  // For a table without rows Arrow JS writes the nodes and buffers of every empty chunk.
  if (length > 0) {
    nodes.finish();
    buffers.finish();
  }
  return columns;
}

/** Reads columns in the order of the schema: each takes its node, its buffers, and the columns below it. */
class ColumnReader {
  readonly #nodes: BatchNodes;
  readonly #buffers: BodyBuffers;
  readonly #context: ColumnContext;

  constructor(nodes: BatchNodes, buffers: BodyBuffers, context: ColumnContext) {
    this.#nodes = nodes;
    this.#buffers = buffers;
    this.#context = context;
  }

  /**
   * Reads a column.
   *
   * @param rows the number of rows that the column must have; undefined if offsets refer to them
   */
  column(field: IpcField, path: string, rows?: number): ArrowData {
    const node = this.#nodes.next(path);
    const { length, byte } = node;
    if (rows !== undefined && length !== rows) {
      throw damaged(byte, `column ${quoted(path)} has ${length} rows, but there are ${rows}`);
    }
    const { layout } = field;
    if (layout.kind === 'null') {
      checkUnbounded(length, byte, 'a column of nulls');
      return { ...noBuffers(field, node), nullCount: length };
    }
    if (layout.kind === 'union') return this.#union(field, path, node, layout.isDense);
    const data = { ...noBuffers(field, node), nullBitmap: this.#validity(path, node) };
    const held = heldRows(node);
    switch (layout.kind) {
      case 'bits':
        return { ...data, values: this.#buffers.take(Uint8Array, Math.ceil(held / 8), path, 'values') };
      case 'fixed':
        return { ...data, ...this.#values(field, path, node, layout.array, layout.width) };
      case 'bytes': {
        const valueOffsets = this.#offsets(layout.offsets, path, held);
        return { ...data, valueOffsets, values: this.#buffers.take(Uint8Array, 0, path, 'values') };
      }
      case 'views':
        return { ...data, ...this.#views(path, held) };
      case 'list': {
        const valueOffsets = this.#offsets(layout.offsets, path, held);
        return { ...data, valueOffsets, children: this.#children(field, path) };
      }
      case 'fixed list':
        return { ...data, children: this.#fixedLists(field, path, node, layout.size) };
      case 'struct':
        if (field.children.length === 0) checkUnbounded(length, byte, 'a column of structs without fields');
        return { ...data, children: this.#children(field, path, held === 0 ? undefined : length) };
    }
  }

  #union(field: IpcField, path: string, node: BatchNode, isDense: boolean): ArrowData {
    const held = heldRows(node);
    if (this.#context.version < withoutUnionValidity) this.#buffers.skip(path, 'validity');
    const data = { ...noBuffers(field, node), values: this.#buffers.take(Int8Array, held, path, 'types') };
    if (!isDense) return { ...data, children: this.#children(field, path, held === 0 ? undefined : held) };
    const valueOffsets = this.#buffers.take(Int32Array, held * 4, path, 'offsets');
    return { ...data, valueOffsets, children: this.#children(field, path) };
  }

  /** Reads values of a fixed width. Those of a dictionary-encoded column are indices. */
  #values({ dictionary }: IpcField, path: string, node: BatchNode, array: ValuesConstructor, width: number) {
    const { length, nullCount, byte } = node;
    if (width === 0) checkUnbounded(length, byte, 'a column of values of 0 bytes');
    const values = this.#buffers.take(array, heldRows(node) * width, path, 'values');
    if (dictionary === undefined) return { values };
    const { dictionaries, isDictionary } = this.#context;
    return { values, dictionary: dictionaries.entries(dictionary, byte, nullCount < length, isDictionary) };
  }

  /** Reads a view of 16 bytes per row, and the buffers that the views refer to. */
  #views(path: string, rows: number) {
    const values = this.#buffers.take(Uint8Array, rows * 16, path, 'views');
    const count = this.#nodes.nextVariadicCount(path);
    const variadicBuffers: Uint8Array[] = [];
    while (variadicBuffers.length < count) variadicBuffers.push(this.#buffers.take(Uint8Array, 0, path, 'text'));
    return { values, variadicBuffers };
  }

  #fixedLists(field: IpcField, path: string, node: BatchNode, size: number): ArrowData[] {
    const { length, byte } = node;
    if (size === 0) checkUnbounded(length, byte, 'a column of lists without elements');
    const children = this.#children(field, path);
    const elements = children[0]?.length ?? 0;
    if (elements >= heldRows(node) * size) return children;
    throw damaged(byte, `column ${quoted(path)} has ${elements} elements for ${length} lists of ${size}`);
  }

  /** Reads the validity buffer. Without nulls it has no meaning and may be missing. */
  #validity(path: string, { length, nullCount }: BatchNode): Uint8Array | undefined {
    if (nullCount > 0) return this.#buffers.take(Uint8Array, Math.ceil(length / 8), path, 'validity');
    this.#buffers.skip(path, 'validity');
    return undefined;
  }

  /** Reads the offsets. They may be missing if there are no rows. */
  #offsets(array: OffsetsConstructor, path: string, rows: number): Int32Array | BigInt64Array {
    return this.#buffers.take(array, rows === 0 ? 0 : (rows + 1) * array.BYTES_PER_ELEMENT, path, 'offsets');
  }

  #children({ children }: IpcField, path: string, rows?: number): ArrowData[] {
    return children.map((child) => this.column(child, `${path}.${child.name}`, rows));
  }
}

/**
 * Returns the rows that buffers must have room for. If all rows are null, Arrow JS writes only the validity, because it fills short columns
 * of a table with nulls. Code that uses such a column finds its buffers too short.
 */
function heldRows({ length, nullCount }: BatchNode): number {
  return nullCount === length ? 0 : length;
}

function checkUnbounded(length: number, byte: number, what: string): void {
  if (length > mostRowsWithoutBytes) throw damaged(byte, `${what} has ${length} rows, more than 2^31 - 1`);
}

function noBuffers({ type }: IpcField, { length, nullCount }: BatchNode): ArrowData {
  return {
    type,
    length,
    offset: 0,
    nullCount,
    values: undefined,
    valueOffsets: undefined,
    nullBitmap: undefined,
    children: [],
  };
}
