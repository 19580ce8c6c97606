import { stat } from 'node:fs/promises';
import type { Progress } from '../options.js';
import type { OnRead } from './line-pieces.js';
import type { OpenedText } from './lines-input.js';

/** Adds up what is read, and tells it. */
export async function progressOf(text: OpenedText, tell: ((progress: Progress) => void) | undefined): Promise<OnRead> {
  if (tell === undefined) return () => {};
  const totalBytes = await sizeOf(text);
  let bytes = 0;
  return (read, rows) => {
    bytes += read;
    tell({ bytes, totalBytes, rows });
  };
}

async function sizeOf(text: OpenedText): Promise<number | undefined> {
  if (text.kind === 'bytes') return text.bytes.length;
  if (text.kind !== 'file') return undefined;
  const file = await stat(text.path);
  return file.isFile() ? file.size : undefined;
}
