import type { Addon, DeviceColumn } from '../../backend/addon.js';
import { tooLarge } from '../../backend/native-failures.js';
import type { OutputColumn } from '../../description.js';
import type { MemoryBudget } from '../../memory-budget.js';
import type { ResultColumn } from '../../output/result-columns.js';
import type { DeviceStorage, StorageResult, StorageRun } from '../device-storage.js';
import type { Block, StoredColumn } from '../stored-column.js';
import { presentElement, presentParts } from '../stored-element.js';
import { CudaColumn, cudaColumn, PresentColumn } from './cuda-column.js';
import { CudaDevice } from './cuda-device.js';
import { CudaRun } from './cuda-run.js';
import { downloadBlock } from './download.js';
import { takePart } from './input-handles.js';

/** The memory of one GPU. */
export class CudaStorage implements DeviceStorage {
  readonly owner: object;
  readonly backends = ['cuda'] as const;
  readonly #device: CudaDevice;

  constructor(owner: object, addon: Addon, ordinal: number) {
    this.owner = owner;
    this.#device = new CudaDevice(addon, ordinal);
  }

  get device(): string {
    return this.#device.name;
  }

  run(run: StorageRun): Promise<StorageResult> {
    return new CudaRun(this.#device, run).result();
  }

  download(block: Block, columns: readonly OutputColumn[], memory: MemoryBudget): Promise<ResultColumn[]> {
    return downloadBlock(this.#device, block, columns, memory);
  }

  async present(length: number): Promise<StoredColumn> {
    const column = await this.#device.present(length);
    if (column === tooLarge) throw new Error('one bit per row cannot be too large');
    return new CudaColumn(this.#device.functions, [column], 0);
  }

  async presentIn(column: StoredColumn, lists: number, length: number): Promise<StoredColumn> {
    const { parts, element } = cudaColumn(column);
    if (element === undefined) throw new Error('no elements of a column that is no list');
    const own: object[] = [];
    const taken: DeviceColumn[] = [];
    for (const part of presentParts(element, lists)) {
      const found = await takePart(this.#device, length, part, parts, own);
      if (found === undefined) throw new Error('a list has all of its parts');
      taken.push(found);
    }
    return new PresentColumn(this.#device.functions, taken, own, column, presentElement(element, lists));
  }

  async firstNull(column: StoredColumn): Promise<number> {
    const { functions } = this.#device;
    const [handle = {}] = cudaColumn(column).handles;
    const row = await this.#device.guard('firstNull', () => functions.firstNull(handle));
    return row === tooLarge ? -1 : row;
  }
}
