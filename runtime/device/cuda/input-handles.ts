import type { DeviceColumn } from '../../backend/addon.js';
import { tooLarge } from '../../backend/native-failures.js';
import type { ComputedTransform } from '../../description.js';
import { partCount } from '../../input/lower-list.js';
import type { Block } from '../stored-column.js';
import { type TakenPart, takenParts } from '../stored-element.js';
import { cudaColumn } from './cuda-column.js';
import type { CudaDevice } from './cuda-device.js';

/**
 * Returns the handles that native code takes for the inputs of a transform, several for a list; undefined for each part that is not
 * read. Columns that are made for this call are added to `made`.
 */
export async function inputHandles(
  device: CudaDevice,
  transform: ComputedTransform,
  block: Block,
  made: object[],
): Promise<readonly (object | undefined)[]> {
  const handles: (object | undefined)[] = [];
  for (const [index, { read, element }] of transform.input.entries()) {
    if (!read) {
      handles.push(...Array.from({ length: element ? partCount(element) : 1 }, () => undefined));
      continue;
    }
    const { parts, element: stored } = cudaColumn(block.columns[index]);
    const taken = element && stored ? takenParts(element, stored) : [0];
    for (const part of taken) handles.push((await takePart(device, block.length, part, parts, made))?.handle);
  }
  return handles;
}

/** Returns a stored part, or makes the one that says that all elements are present and adds its handle to `made`. */
export async function takePart(
  device: CudaDevice,
  length: number,
  part: TakenPart,
  parts: readonly DeviceColumn[],
  made: object[],
): Promise<DeviceColumn | undefined> {
  if (typeof part === 'number') return parts[part];
  const present = await device.present(length, parts[part.counted]?.handle, part.width);
  if (present === tooLarge) throw new Error('elements have more bytes than they are');
  made.push(present.handle);
  return present;
}
