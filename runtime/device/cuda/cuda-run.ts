import { hasOffsets } from '../../../schema/column-types.js';
import type { DeviceFunctions } from '../../backend/addon.js';
import { tooLarge } from '../../backend/native-failures.js';
import { type ChunkLimits, mostRows } from '../../chunk-limits.js';
import { applyConfiguration } from '../../configure.js';
import type { OutputColumn } from '../../description.js';
import { RowError } from '../../errors.js';
import { maxTextBytes } from '../../input/chunks/chunk.js';
import { partCount } from '../../input/lower-list.js';
import type { StorageResult, StorageRun } from '../device-storage.js';
import { type Block, releaseAll } from '../stored-column.js';
import { CudaColumn } from './cuda-column.js';
import type { CudaDevice } from './cuda-device.js';
import { explainRow } from './explain-row.js';
import { inputHandles } from './input-handles.js';
import { runOnHost } from './run-on-host.js';

/** One transform over blocks on a device. */
export class CudaRun {
  readonly #device: CudaDevice;
  readonly #run: StorageRun;
  readonly #made: Block[] = [];
  #deviceMs = 0;

  constructor(device: CudaDevice, run: StorageRun) {
    this.#device = device;
    this.#run = run;
  }

  /** Runs all blocks. An error frees the blocks that were made before. */
  async result(): Promise<StorageResult> {
    applyConfiguration(this.#device.addon);
    try {
      let start = 0;
      for (const block of this.#run.blocks) {
        await this.#runBlock(block, start);
        start += block.length;
      }
      return { blocks: this.#made, deviceMs: this.#deviceMs };
    } catch (error) {
      releaseAll(this.#made);
      throw error;
    }
  }

  /** Runs a block as if no row failed. If one does, and the run goes on without such rows, runs it again on the host. */
  async #runBlock(block: Block, start: number): Promise<void> {
    const before = this.#made.length;
    try {
      await this.#runRows(block, start, 0, block.length);
    } catch (error) {
      if (this.#run.failed === undefined || !(error instanceof RowError)) throw error;
      releaseAll(this.#made.splice(before));
      for await (const made of runOnHost(this.#device, this.#run, block, start)) this.#made.push(made);
    }
  }

  /** Runs rows of a block, and those whose result is too large in two halves. */
  async #runRows(block: Block, start: number, first: number, length: number): Promise<void> {
    const { transform, signal } = this.#run;
    const launched = await this.#launch(block, start, first, length);
    if (launched !== tooLarge) {
      this.#made.push(launched.block);
      this.#deviceMs += launched.deviceMs;
      signal?.throwIfAborted();
      return;
    }
    if (length === 1) {
      const row = start + first;
      throw new RowError(
        `${transform.name}: row ${row}: the text takes more bytes than utf8 can address. Return a shorter text.`,
        { row },
      );
    }
    // Cut at a multiple of 64 rows, so that both halves are as aligned as the whole.
    const half = length >= 128 ? (length >>> 1) & ~63 : length >>> 1;
    await this.#runRows(block, start, first, half);
    await this.#runRows(block, start, first + half, length - half);
  }

  async #launch(block: Block, start: number, first: number, length: number) {
    const { transform, params } = this.#run;
    const { functions } = this.#device;
    const scalars = params.scalars(start + first);
    const made: object[] = [];
    try {
      const handles = await inputHandles(this.#device, transform, block, made);
      const columns = [...handles, ...scalars.map(() => undefined)];
      const values = [...handles.map(() => undefined), ...scalars];
      const result = await this.#device.guard(transform.name, () =>
        functions.run(transform.name, first, length, columns, values),
      );
      if (result === tooLarge) return tooLarge;
      const { fault, rows = length } = result;
      if (fault !== undefined) throw await explainRow(this.#device, this.#run, block, first + fault.row, start, fault);
      return resultBlock(functions, transform.output, result, rows, this.#run);
    } finally {
      for (const handle of made) functions.free(handle);
    }
  }
}

/** The answer of the addon to a run. */
type Ran = Awaited<ReturnType<DeviceFunctions['run']>>;

/** Makes a block of `length` rows of the columns of a result. A result past the limits is freed, and is `tooLarge`. */
function resultBlock(
  device: DeviceFunctions,
  output: readonly OutputColumn[],
  result: Ran,
  length: number,
  { maxBytes = maxTextBytes, maxRows = mostRows }: ChunkLimits,
) {
  let place = 0;
  const columns = output.map((column) => {
    const count = column.element === undefined ? 1 : partCount(column.element);
    const parts = result.columns.slice(place, place + count);
    const nullCount = column.nullable ? (result.nullCounts[place] ?? 0) : 0;
    place += count;
    return new CudaColumn(device, parts, nullCount, column.element);
  });
  const fits = columns.every(
    ({ parts }, index) =>
      !hasOffsets(output[index]?.type ?? 'bool') || parts.every(({ valuesBytes }) => valuesBytes <= maxBytes),
  );
  if (fits && (result.rows ?? 0) <= maxRows) return { block: { length, columns }, deviceMs: result.deviceMs };
  for (const column of columns) column.release();
  return tooLarge;
}
