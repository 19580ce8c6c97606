import type { ElementType } from '../../../schema/columns.js';
import type { DeviceColumn, DeviceFunctions } from '../../backend/addon.js';
import { StoredColumn } from '../stored-column.js';

/** A column in the memory of a GPU. A column of lists is several native columns, its parts. */
export class CudaColumn extends StoredColumn {
  readonly parts: readonly DeviceColumn[];
  readonly #device: DeviceFunctions;

  constructor(device: DeviceFunctions, parts: readonly DeviceColumn[], nullCount: number, element?: ElementType) {
    super(
      nullCount,
      parts.reduce((sum, { deviceBytes }) => sum + deviceBytes, 0),
      element,
    );
    this.#device = device;
    this.parts = parts;
  }

  /** The handles of its parts. */
  get handles(): readonly object[] {
    return this.parts.map(({ handle }) => handle);
  }

  protected free(): void {
    for (const { handle } of this.parts) this.#device.free(handle);
  }
}

/** A column that says that the elements of another column are present. It shares parts of that column, which it retains. */
export class PresentColumn extends CudaColumn {
  readonly #device: DeviceFunctions;
  readonly #own: readonly object[];
  readonly #other: StoredColumn;

  constructor(
    device: DeviceFunctions,
    parts: readonly DeviceColumn[],
    own: readonly object[],
    other: StoredColumn,
    element: ElementType,
  ) {
    super(device, parts, 0, element);
    this.#device = device;
    this.#own = own;
    this.#other = other;
    other.retain();
  }

  protected override free(): void {
    for (const handle of this.#own) this.#device.free(handle);
    this.#other.release();
  }
}

/** Returns a column of this storage. Another one is a bug. */
export function cudaColumn(column: StoredColumn | undefined): CudaColumn {
  if (!(column instanceof CudaColumn)) throw new Error('a column of another storage');
  return column;
}
