import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { InputChangedError, SchemaError } from '../errors.js';
import { typedArrayName } from '../input/borrowed-buffers.js';
import { openStream } from '../stream/batch-source.js';
import { pullParts } from '../stream/pull-parts.js';
import type { OpenedText } from './lines-input.js';

/** Bytes of a text, which are worth nothing once the next are asked for. */
export interface TextPart {
  readonly bytes: Uint8Array;
  /** Throws where they are not what they were. */
  verify(): void;
}

/** A text that comes in parts. */
export type PartedText = Exclude<OpenedText, { kind: 'column' }>;

/** Bytes that are read at a time. */
const readBytes = 2 ** 20;

/** The parts of a text as they come, those of a file of so many bytes. A source that is left is closed. */
export async function* textParts(
  name: string,
  text: PartedText,
  signal: AbortSignal | undefined,
  fileBytes: number = readBytes,
): AsyncGenerator<TextPart, void> {
  if (text.kind === 'bytes') yield* partsOf(text);
  else if (text.kind === 'file') yield* fileParts(name, text.path, fileBytes);
  else yield* streamParts(name, text, signal);
}

/** The same at once, of what does not come by itself. */
export function* textPartsNow(name: string, text: PartedText): Generator<TextPart, void> {
  if (text.kind === 'bytes') yield* partsOf(text);
  else if (text.kind === 'file') yield* filePartsNow(name, text.path);
  else {
    throw new SchemaError(
      `${name}: the reference computes everything at once, and a stream comes in its own time. Read it before: pass its bytes.`,
    );
  }
}

/** Bytes of a text in memory that are a part: signals are looked at between two, and no Buffer has to reach further. */
const partBytes = 2 ** 28;

function* partsOf({ bytes, verify }: Extract<OpenedText, { kind: 'bytes' }>): Generator<TextPart, void> {
  for (let from = 0; from < bytes.length; from += partBytes)
    yield { bytes: bytes.subarray(from, from + partBytes), verify };
}

/** A part is read while the one before is in use. */
async function* fileParts(name: string, path: string, size: number): AsyncGenerator<TextPart, void> {
  const file = await open(path);
  let reading: Promise<Uint8Array> | undefined;
  const read = async (buffer: Uint8Array) => {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, null).catch((error) => throwNamed(error, path));
    return buffer.subarray(0, bytesRead);
  };
  try {
    const before = await file.stat();
    let [next, other] = [new Uint8Array(size), new Uint8Array(size)];
    let total = 0;
    reading = read(next);
    for (;;) {
      const bytes = await reading;
      if (bytes.length === 0) break;
      total += bytes.length;
      [next, other] = [other, next];
      reading = read(next);
      // Told when its turn comes, or not at all.
      reading.catch(() => undefined);
      yield { bytes, verify() {} };
    }
    if (before.isFile()) checkSize(name, path, before.size, total);
  } finally {
    await reading?.catch(() => undefined);
    await file.close();
  }
}

function* filePartsNow(name: string, path: string): Generator<TextPart, void> {
  const file = openSync(path, 'r');
  try {
    const before = fstatSync(file);
    const buffer = new Uint8Array(readBytes);
    let total = 0;
    for (;;) {
      const bytesRead = readNow(file, buffer, path);
      if (bytesRead === 0) break;
      total += bytesRead;
      yield { bytes: buffer.subarray(0, bytesRead), verify() {} };
    }
    if (before.isFile()) checkSize(name, path, before.size, total);
  } finally {
    closeSync(file);
  }
}

function readNow(file: number, buffer: Uint8Array, path: string): number {
  try {
    return readSync(file, buffer, 0, readBytes, null);
  } catch (error) {
    return throwNamed(error, path);
  }
}

/** Node's errors of reading, that of a folder among them, do not name the file, as those of opening do. */
function throwNamed(error: unknown, path: string): never {
  if (!(error instanceof Error) || 'path' in error) throw error;
  error.message += ` '${path}'`;
  throw Object.assign(error, { path });
}

/** A file that grows or shrinks while it is read has no lines that could be told. */
function checkSize(name: string, path: string, before: number, read: number): void {
  if (before === read) return;
  throw new InputChangedError(
    `${name}: ${path} had ${before} bytes when the call began, and ${read} when it was read. ` +
      'Wait until nothing writes to it, or pass a stream of the part that is meant: createReadStream(path, { end }).',
  );
}

async function* streamParts(
  name: string,
  { stream }: Extract<OpenedText, { kind: 'stream' }>,
  signal: AbortSignal | undefined,
): AsyncGenerator<TextPart, void> {
  let part = 0;
  for await (const value of pullParts(openStream(stream), signal)) {
    if (typedArrayName(value) !== 'Uint8Array') throw notBytes(name, part, value);
    yield { bytes: value as Uint8Array, verify() {} };
    part += 1;
  }
}

function notBytes(name: string, part: number, value: unknown): SchemaError {
  const kind = typedArrayName(value) ?? (value === null ? 'null' : typeof value);
  const fix =
    kind === 'string'
      ? 'Open the stream without an encoding, so that it gives the bytes.'
      : 'Pass a stream whose parts are Uint8Arrays: bytes of UTF-8.';
  return new SchemaError(`${name}: part ${part} of the stream is of type ${kind}. ${fix}`);
}
