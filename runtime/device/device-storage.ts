import type { ChunkLimits } from '../chunk-limits.js';
import type { ComputedTransform, OutputColumn } from '../description.js';
import type { FailedRows } from '../faults/failed-rows.js';
import type { MemoryBudget } from '../memory-budget.js';
import type { Backend } from '../options.js';
import type { ResultColumn } from '../output/result-columns.js';
import type { Params } from '../params.js';
import type { Block, StoredColumn } from './stored-column.js';

/** One run of a transform over blocks. */
export interface StorageRun extends ChunkLimits {
  readonly transform: ComputedTransform;
  /** Blocks with the columns in the order of the transform's inputs. */
  readonly blocks: readonly Block[];
  readonly backend: Backend;
  readonly params: Params;
  readonly valuesInErrors: boolean;
  /** Takes the rows that fail; undefined if the first of them ends the run. */
  readonly failed?: FailedRows | undefined;
  readonly signal: AbortSignal | undefined;
  /** The budget of the call. */
  readonly memory: MemoryBudget;
}

/** The result of a run. */
export interface StorageResult {
  readonly blocks: readonly Block[];
  /** Milliseconds on the device, if there is one. */
  readonly deviceMs?: number;
}

/** The storage of device tables' columns: a GPU, or memory of this process. Columns free themselves. */
export interface DeviceStorage {
  /** The runtime that the storage belongs to, with its addon and transforms. */
  readonly owner: object;
  /** The name of the device: `cuda:0` and so on, or `cpu`. */
  readonly device: string;
  /** The backends that run on this storage, the default first. */
  readonly backends: readonly Backend[];
  /**
   * Runs a transform.
   *
   * @throws RowError for a row that fails, unless the run takes those. Nothing is left behind then.
   */
  run(run: StorageRun): Promise<StorageResult>;
  /** Copies columns of one block to new memory of this process. */
  download(block: Block, columns: readonly OutputColumn[], memory: MemoryBudget): Promise<ResultColumn[]>;
  /** Makes a column that marks `length` structs as present. */
  present(length: number): Promise<StoredColumn>;
  /**
   * Makes a column that marks all elements, `lists` lists deep in another column, as present. The other column stays as long as this one.
   */
  presentIn(column: StoredColumn, lists: number, length: number): Promise<StoredColumn>;
  /** Returns the first null of a column that has one. */
  firstNull(column: StoredColumn, length: number): Promise<number>;
}
