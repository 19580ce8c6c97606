import type { InputBuffers } from '../addon.js';
import { copyBits, countClear, firstClear } from '../bitmap.js';
import { hasOffsets, type NumberArray } from '../column-types.js';
import type { OutputColumn } from '../description.js';
import { malformedRow } from '../input/chunk.js';
import type { Piece, PieceSource } from '../input/input-rows.js';
import type { Backend } from '../options.js';
import type { ResultChunk, ResultColumn } from '../output/result-columns.js';
import { columnBuffers } from './column-buffers.js';
import type { DeviceStorage, StorageResult, StorageRun } from './device-storage.js';
import { type Block, StoredColumn } from './stored-column.js';

/** Runs a transform on the cpu or js backend. */
export type HostRun = (rows: PieceSource, run: StorageRun) => Promise<ResultChunk[]>;

class HostColumn extends StoredColumn {
  readonly buffers: InputBuffers;

  constructor(buffers: InputBuffers, nullCount: number) {
    const { values, offsets, validity } = buffers;
    super(nullCount, values.byteLength + (offsets?.byteLength ?? 0) + (validity?.byteLength ?? 0));
    this.buffers = buffers;
  }

  /** The garbage collector does, once no table shows it. */
  protected free(): void {}
}

/**
 * Memory of this process in the place of a GPU's: programs with device tables run unchanged where there is no GPU. Columns
 * are copies, as they are on a GPU: what a program does to its arrays afterwards does not show.
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

  /** @throws SchemaError for a text column whose offsets are malformed. */
  upload(piece: Piece, columns: readonly OutputColumn[]): Block {
    return {
      length: piece.length,
      columns: columns.map((column, index) => {
        const buffers = piece.buffers[index];
        if (buffers === undefined) throw new Error(`no buffers for column ${column.name}`);
        return copyColumn(buffers, column, piece);
      }),
    };
  }

  async run(run: StorageRun): Promise<StorageResult> {
    const { transform, blocks } = run;
    const chunks = await this.#run({ pieces: () => piecesOf(blocks) }, run);
    return {
      blocks: chunks.map((chunk) => ({
        length: chunk.length,
        columns: chunk.columns.map((column, index) => resultColumn(column, transform.output[index], chunk.length)),
      })),
    };
  }

  async download(block: Block, columns: readonly OutputColumn[]): Promise<ResultColumn[]> {
    return columns.map((_, index) => {
      const { buffers, nullCount } = host(block.columns[index]);
      const { values, offsets, validity } = buffers;
      return {
        values: new Uint8Array(values.buffer, values.byteOffset, values.byteLength).slice(),
        ...(offsets !== undefined && { offsets: offsets.slice() }),
        ...(validity !== undefined && { validity: validity.slice() }),
        nullCount,
      };
    });
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

function* piecesOf(blocks: readonly Block[]): Generator<Piece> {
  let start = 0;
  for (const { length, columns } of blocks) {
    yield { start, length, buffers: columns.map((column) => host(column).buffers), verify() {} };
    start += length;
  }
}

function copyColumn(buffers: InputBuffers, column: OutputColumn, piece: Piece): HostColumn {
  const { length } = piece;
  const { validity: bits, validityBit } = buffers;
  const validity = bits === undefined ? undefined : copyBits(bits, validityBit, length);
  const nullCount = validity === undefined ? 0 : countClear(validity, length);
  const copy = { ...copyValues(buffers, column, piece), valuesBit: 0, validityBit: 0 };
  return new HostColumn(nullCount === 0 || validity === undefined ? copy : { ...copy, validity }, nullCount);
}

function copyValues(
  buffers: InputBuffers,
  column: OutputColumn,
  { start, length }: Piece,
): Pick<InputBuffers, 'values' | 'offsets'> {
  if (column.type === 'bool') return { values: copyBits(buffers.values as Uint8Array, buffers.valuesBit, length) };
  if (!hasOffsets(column.type)) return { values: (buffers.values as NumberArray).slice(0, length) };
  const offsets = (buffers.offsets ?? new Int32Array(1)).slice(0, length + 1);
  const bytes = buffers.values as Uint8Array;
  const first = offsets[0] ?? 0;
  for (let row = 0, from = first; row < length; row += 1) {
    const to = offsets[row + 1] ?? -1;
    if (from < 0 || to < from || to > bytes.length) {
      throw malformedRow(
        { column: column.name, row: start },
        row,
        `its text runs from byte ${from} to byte ${to} of ${bytes.length}`,
      );
    }
    from = to;
  }
  const values = bytes.slice(first, offsets[length] ?? first);
  if (first !== 0) for (let row = 0; row <= length; row += 1) offsets[row] = (offsets[row] ?? 0) - first;
  return { values, offsets };
}

/** A result's memory is ours alone: nothing has to be copied. */
function resultColumn(result: ResultColumn, column: OutputColumn | undefined, length: number): HostColumn {
  return new HostColumn(columnBuffers(result, column, length), result.nullCount);
}
