import type { OutputColumn } from '../description.js';
import type { DeviceStorage } from './device-storage.js';
import type { Block } from './stored-column.js';

/** The parts of a device table. */
export interface TableContent {
  readonly storage: DeviceStorage;
  readonly columns: readonly OutputColumn[];
  readonly blocks: readonly Block[];
  readonly deviceMs?: number | undefined;
}

/** True if a value is the content of a table. Programs that call the constructor of a table pass anything. */
export function isContent(value: unknown): value is TableContent {
  try {
    const { storage, columns, blocks } = value as Partial<TableContent>;
    return typeof storage?.owner === 'object' && Array.isArray(columns) && Array.isArray(blocks);
  } catch {
    return false;
  }
}

/** Returns the number of rows. */
export function rowsOf({ blocks }: TableContent): number {
  return blocks.reduce((sum, { length }) => sum + length, 0);
}
