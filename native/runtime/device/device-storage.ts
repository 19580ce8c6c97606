import type { ChunkLimits } from '../chunk-limits.js';
import type { ComputedTransform, OutputColumn } from '../description.js';
import type { FailedRows } from '../faults/failed-rows.js';
import type { MemoryBudget } from '../memory-budget.js';
import type { Backend } from '../options.js';
import type { ResultColumn } from '../output/result-columns.js';
import type { Params } from '../params.js';
import type { Block, StoredColumn } from './stored-column.js';

/** One transform over blocks. */
export interface StorageRun extends ChunkLimits {
  readonly transform: ComputedTransform;
  /** Columns in the order of the transform's inputs. */
  readonly blocks: readonly Block[];
  readonly backend: Backend;
  readonly params: Params;
  readonly valuesInErrors: boolean;
  /** Takes the rows that fail; undefined where the first of them ends the run. */
  readonly failed?: FailedRows | undefined;
  readonly signal: AbortSignal | undefined;
  /** Of the call. */
  readonly memory: MemoryBudget;
}

/** What a run made. */
export interface StorageResult {
  readonly blocks: readonly Block[];
  /** Milliseconds on the device, where there is one. */
  readonly deviceMs?: number;
}

/** A place for the columns of device tables: a GPU, or memory of this process. Its columns know how to free themselves. */
export interface DeviceStorage {
  /** The runtime that it belongs to: its addon, its transforms. */
  readonly owner: object;
  /** `cuda:0` and so on, or `cpu`. */
  readonly device: string;
  /** The backends that run over it, the default first. */
  readonly backends: readonly Backend[];
  /** @throws RowError for a row that fails, unless the run takes those. Nothing is left behind then. */
  run(run: StorageRun): Promise<StorageResult>;
  /** Copies columns of one block to fresh memory of this process. */
  download(block: Block, columns: readonly OutputColumn[], memory: MemoryBudget): Promise<ResultColumn[]>;
  /** A column that says of so many structs that they are there. */
  present(length: number): Promise<StoredColumn>;
  /** The same of all elements, so many lists deep in another column, which stays as long as this one. */
  presentIn(column: StoredColumn, lists: number, length: number): Promise<StoredColumn>;
  /** The first null of a column that has one. */
  firstNull(column: StoredColumn, length: number): Promise<number>;
}
