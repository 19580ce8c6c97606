import type { Progress } from '../options.js';
import type { OnRead } from './line-pieces.js';
import type { OpenedText } from './lines-input.js';
import { stateOf } from './text-file.js';

/** Returns a function that sums up what is read and reports it. */
export async function progressOf(
  name: string,
  text: OpenedText,
  tell: ((progress: Progress) => void) | undefined,
): Promise<OnRead> {
  if (tell === undefined) return () => {};
  const totalBytes = await sizeOf(name, text);
  let bytes = 0;
  return (read, rows) => {
    bytes += read;
    tell({ bytes, totalBytes, rows });
  };
}

async function sizeOf(name: string, text: OpenedText): Promise<number | undefined> {
  if (text.kind === 'bytes') return text.bytes.length;
  if (text.kind !== 'file') return undefined;
  const { isRegular, size } = await stateOf({ name, path: text.path });
  return isRegular && size > 0 ? size : undefined;
}
