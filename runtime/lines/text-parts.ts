import { createReadStream } from 'node:fs';
import { SchemaError } from '../errors.js';
import type { MemoryBudget } from '../memory-budget.js';
import { type AnyStream, openStream } from '../stream/batch-source.js';
import { pullParts } from '../stream/pull-parts.js';
import { typedArrayName } from '../values/typed-arrays.js';
import type { OpenedText } from './lines-input.js';
import { asFileError, OpenFile, readNow, stateOf, stateOfNow, type TextFile } from './text-file.js';

/** Bytes of a text. They are valid until the next part is requested. */
export interface TextPart {
  readonly bytes: Uint8Array;
  /** Throws if the bytes have changed. */
  verify(): void;
}

/** The reader of a text. */
export interface TextReader {
  /** The name that errors begin with. */
  readonly name: string;
  /** The budget of the call. */
  readonly memory?: MemoryBudget | undefined;
}

/** A text that comes in parts. */
export type PartedText = Exclude<OpenedText, { kind: 'column' }>;

/** The bytes that are read at a time. */
const readBytes = 2 ** 20;

/** Returns the parts of a text as they come. Parts of a file have `fileBytes` bytes. A source is closed if the reader stops early. */
export async function* textParts(
  { name, memory }: TextReader,
  text: PartedText,
  signal: AbortSignal | undefined,
  fileBytes: number = readBytes,
): AsyncGenerator<TextPart, void> {
  if (text.kind === 'bytes') yield* partsOf(text);
  else if (text.kind === 'stream') yield* streamParts(name, text.stream, signal);
  else {
    const file = { name, path: text.path };
    const { isRegular } = await stateOf(file);
    yield* isRegular ? fileParts(file, fileBytes, memory) : pipeParts(file, signal);
  }
}

/**
 * Returns the parts of a text at once.
 *
 * @throws SchemaError for a stream or a pipe, whose parts come in their own time
 */
export function* textPartsNow({ name, memory }: TextReader, text: PartedText): Generator<TextPart, void> {
  if (text.kind === 'bytes') yield* partsOf(text);
  else if (text.kind === 'stream') throw notAtOnce(name, 'a stream');
  else {
    const file = { name, path: text.path };
    if (!stateOfNow(file).isRegular) throw notAtOnce(name, `what ${text.path} gives`);
    memory?.take(readBytes);
    for (const bytes of readNow(file, new Uint8Array(readBytes))) yield { bytes, verify() {} };
  }
}

function notAtOnce(name: string, what: string): SchemaError {
  return new SchemaError(
    `${name}: the reference computes everything at once, and ${what} comes in its own time. Read it before: pass its bytes.`,
  );
}

/** Bytes of a part of a text in memory. The signal is checked between parts, and a Buffer need not be larger. */
const partBytes = 2 ** 28;

function* partsOf({ bytes, verify }: Extract<OpenedText, { kind: 'bytes' }>): Generator<TextPart, void> {
  for (let from = 0; from < bytes.length; from += partBytes)
    yield { bytes: bytes.subarray(from, from + partBytes), verify };
}

/** Reads a part of a file while the one before is in use. */
async function* fileParts(
  file: TextFile,
  size: number,
  memory: MemoryBudget | undefined,
): AsyncGenerator<TextPart, void> {
  memory?.take(2 * size);
  const opened = await OpenFile.open(file);
  let reading: Promise<Uint8Array> | undefined;
  try {
    let [next, other] = [new Uint8Array(size), new Uint8Array(size)];
    reading = opened.read(next);
    for (;;) {
      const bytes = await reading;
      if (bytes.length === 0) break;
      [next, other] = [other, next];
      reading = opened.read(next);
      // The failure is reported when this part is awaited, or never.
      reading.catch(() => undefined);
      yield { bytes, verify() {} };
    }
    await opened.end();
  } finally {
    await reading?.catch(() => undefined);
    await opened.close();
  }
}

/** Reads a pipe or a device until it ends. The signal is heard while waiting for it. */
async function* pipeParts(file: TextFile, signal: AbortSignal | undefined): AsyncGenerator<TextPart, void> {
  try {
    yield* streamParts(file.name, createReadStream(file.path), signal);
  } catch (error) {
    throw asFileError(file, error);
  }
}

async function* streamParts(
  name: string,
  stream: AnyStream,
  signal: AbortSignal | undefined,
): AsyncGenerator<TextPart, void> {
  let part = 0;
  for await (const value of pullParts(openStream(name, stream), signal)) {
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
