import type { SkipSet } from '../engines/skipping.js';
import type { ImageWriter } from './image-writer.js';

/** Writes 1 if characters above ASCII are found, then the first character of each range and the number of those behind it. */
export function writeSkip(skip: SkipSet | undefined, image: ImageWriter): number {
  if (skip === undefined) return 0;
  const ranges = skip.ranges.flatMap(([first, last]) => [first, last - first]);
  return image.add(Uint8Array.from([Number(skip.others), ...ranges]));
}
