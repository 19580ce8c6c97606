import { hasOffsets, type NumberArray } from '../../schema/column-types.js';
import type { DeclaredType } from '../../schema/columns.js';
import type { InputBuffers } from '../backend/addon.js';
import type { OutputColumn } from '../description.js';
import { cutBuffers } from '../input/cut-piece.js';
import type { PieceSource } from '../input/input-rows.js';
import type { Piece } from '../input/piece.js';
import type { MemoryBudget } from '../memory-budget.js';
import type { Backend } from '../options.js';
import { fixedBytes, type ResultChunk, type ResultColumn } from '../output/result-columns.js';
import { allSet, copyBits, countClear, firstClear } from '../values/bitmap.js';
import { refuseMalformed } from './check-list.js';
import { columnBuffers } from './column-buffers.js';
import type { DeviceStorage, StorageResult, StorageRun } from './device-storage.js';
import { type Block, StoredColumn } from './stored-column.js';
import { presentElement, storedElement } from './stored-element.js';

/** Runs a transform on the cpu or js backend. */
export type HostRun = (rows: PieceSource, run: StorageRun) => Promise<ResultChunk[]>;

class HostColumn extends StoredColumn {
  readonly buffers: InputBuffers;

  constructor(buffers: InputBuffers, nullCount: number, { element }: DeclaredType) {
    super(nullCount, bytesOf(buffers), element && storedElement(element, buffers.elements));
    this.buffers = buffers;
  }

  /** The garbage collector frees the memory, once no table shows it. */
  protected free(): void {}
}

function bytesOf({ values, offsets, validity, elements }: InputBuffers): number {
  const own = values.byteLength + (offsets?.byteLength ?? 0) + (validity?.byteLength ?? 0);
  return own + (elements === undefined ? 0 : bytesOf(elements));
}

/**
 * Memory of this process in place of a GPU's, so that programs with device tables run unchanged without a GPU. Columns are copies, as on a
 * GPU: later changes of the program's arrays do not show.
 */
export class HostStorage implements DeviceStorage {
  readonly owner: object;
  readonly device = 'cpu';
  readonly backends: readonly Backend[];
  readonly #run: HostRun;

  constructor(owner: object, backend: 'cpu' | 'js', run: HostRun) {
    this.owner = owner;
    this.backends = backend === 'cpu' ? ['cpu', 'js'] : ['js', 'cpu'];
    this.#run = run;
  }

  /**
   * Copies a piece.
   *
   * @throws RowError for a row that is malformed
   */
  upload(piece: Piece, columns: readonly OutputColumn[], memory: MemoryBudget): Block {
    refuseMalformed(piece, columns);
    return {
      length: piece.length,
      columns: columns.map((column, index) => {
        const buffers = piece.buffers[index];
        if (buffers === undefined) throw new Error(`no buffers for column ${column.name}`);
        const copy = copyBuffers(buffers, column, piece, memory);
        return new HostColumn(copy, nullsOf(copy, piece.length), column);
      }),
    };
  }

  async run(run: StorageRun): Promise<StorageResult> {
    const { transform, blocks } = run;
    const chunks = await this.#run({ pieces: () => piecesOf(blocks) }, run);
    return {
      blocks: chunks.map((chunk) => ({
        length: chunk.length,
        columns: transform.output.flatMap((column, index) => {
          const made = chunk.columns[index];
          return made === undefined ? [] : [resultColumn(made, column, chunk.length)];
        }),
      })),
    };
  }

  async download(block: Block, columns: readonly OutputColumn[], memory: MemoryBudget): Promise<ResultColumn[]> {
    for (const [index] of columns.entries()) memory.take(bytesOf(host(block.columns[index]).buffers));
    return columns.map((column, index) => copyResult(host(block.columns[index]).buffers, column, block.length));
  }

  async present(length: number): Promise<StoredColumn> {
    return new HostColumn({ values: allSet(length), valuesBit: 0, validityBit: 0 }, 0, { type: 'bool' });
  }

  async presentIn(column: StoredColumn, lists: number): Promise<StoredColumn> {
    const { element } = column;
    if (element === undefined) throw new Error('no elements of a column that is no list');
    const { validity: _, ...buffers } = presentIn(host(column).buffers, lists);
    return new HostColumn(buffers, 0, { type: 'list', element: presentElement(element, lists) });
  }

  async firstNull(column: StoredColumn, length: number): Promise<number> {
    const { validity } = host(column).buffers;
    return validity === undefined ? -1 : firstClear(validity, 0, length);
  }
}

function host(column: StoredColumn | undefined): HostColumn {
  if (!(column instanceof HostColumn)) throw new Error('a column of another storage');
  return column;
}

/** Returns lists with the same offsets, whose elements, `depth` lists deep, are all true. */
function presentIn({ elements, elementCount = 0, ...lists }: InputBuffers, depth: number): InputBuffers {
  if (elements === undefined) throw new Error('a list has elements');
  const inner =
    depth === 1 ? { values: allSet(elementCount), valuesBit: 0, validityBit: 0 } : presentIn(elements, depth - 1);
  return { ...lists, values: new Uint8Array(0), elements: inner, elementCount };
}

function* piecesOf(blocks: readonly Block[]): Generator<Piece> {
  let start = 0;
  for (const { length, columns } of blocks) {
    yield { start, length, buffers: columns.map((column) => host(column).buffers), verify() {} };
    start += length;
  }
}

/** Copies some rows, with bitmaps from bit 0 and offsets from 0. */
function copyBuffers(buffers: InputBuffers, column: NamedType, rows: Rows, memory: MemoryBudget): InputBuffers {
  const { validity: bits, validityBit } = buffers;
  if (bits !== undefined) memory.take(rows.length >>> 3);
  const validity = bits === undefined ? undefined : copyBits(bits, validityBit, rows.length);
  const copy = { ...copyValues(buffers, column, rows, memory), valuesBit: 0, validityBit: 0 };
  return validity === undefined || countClear(validity, rows.length) === 0 ? copy : { ...copy, validity };
}

type NamedType = DeclaredType & Pick<OutputColumn, 'name'>;

/** Rows of a piece, or elements of lists. */
type Rows = Pick<Piece, 'start' | 'length'>;

function nullsOf({ validity }: InputBuffers, length: number): number {
  return validity === undefined ? 0 : countClear(validity, length);
}

function copyValues(buffers: InputBuffers, column: NamedType, { length }: Rows, memory: MemoryBudget): Values {
  if (!hasOffsets(column.type)) memory.take(fixedBytes(column, length) ?? 0);
  if (column.type === 'bool') return { values: copyBits(buffers.values as Uint8Array, buffers.valuesBit, length) };
  if (!hasOffsets(column.type)) return { values: (buffers.values as NumberArray).slice(0, length) };
  memory.take(4 * length);
  const offsets = (buffers.offsets ?? new Int32Array(1)).slice(0, length + 1);
  if (column.element !== undefined)
    return copyLists(buffers, offsets, { ...column.element, name: column.name }, memory);
  const bytes = buffers.values as Uint8Array;
  const first = offsets[0] ?? 0;
  const last = offsets[length] ?? first;
  memory.take(last - first);
  const values = bytes.slice(first, last);
  if (first !== 0) for (let row = 0; row <= length; row += 1) offsets[row] = (offsets[row] ?? 0) - first;
  return { values, offsets };
}

type Values = Pick<InputBuffers, 'values' | 'offsets' | 'elements' | 'elementCount'>;

/** Copies the elements from the first that a row has to the last. */
function copyLists(
  { values, elements }: InputBuffers,
  offsets: Int32Array,
  element: NamedType,
  memory: MemoryBudget,
): Values {
  const [first = 0, last = 0] = [offsets[0], offsets.at(-1)];
  if (elements === undefined) throw new Error(`no elements of column ${element.name}`);
  const column = { ...element, nullable: true, read: true };
  const own = { start: 0, length: last - first };
  const copy = copyBuffers(cutBuffers(elements, column, first, own.length), element, own, memory);
  return { values, offsets: offsets.map((offset) => offset - first), elements: copy, elementCount: own.length };
}

/** Copies a column to memory of its own, in the form of results. */
function copyResult(buffers: InputBuffers, column: DeclaredType, length: number): ResultColumn {
  const { values, offsets, validity, elements, elementCount = 0 } = buffers;
  const child = column.element && elements && copyResult(elements, column.element, elementCount);
  return {
    values: new Uint8Array(values.buffer, values.byteOffset, values.byteLength).slice(),
    ...(offsets !== undefined && { offsets: offsets.slice() }),
    ...(validity !== undefined && { validity: validity.slice() }),
    ...(child !== undefined && { child: { ...child, length: elementCount } }),
    nullCount: nullsOf(buffers, length),
  };
}

/** Wraps a result column without copying, because a result's memory is not shared. */
function resultColumn(result: ResultColumn, column: OutputColumn, length: number): HostColumn {
  return new HostColumn(columnBuffers(result, column, length), result.nullCount, column);
}
