import { fileURLToPath } from 'node:url';
import type { Binary, Dictionary, LargeBinary, LargeUtf8, Utf8, Utf8View, Vector } from 'apache-arrow';
import type { ColumnTypeName } from '../column-types.js';
import type { InputColumn } from '../description.js';
import { SchemaError } from '../errors.js';
import { type ArrowVector, isBatch, isTable, isVector } from '../input/arrow-shapes.js';
import { InputMemory, typedArrayName } from '../input/borrowed-buffers.js';
import type { InputRows } from '../input/input-rows.js';
import { readInput } from '../input/read-input.js';
import { type AnyStream, isStream, type WebStream } from '../stream/batch-source.js';
import { kindOf } from '../words.js';

/**
 * What a function over `lines()` takes: the bytes of a text, a file, parts of a text as they come, or a column whose values are
 * texts, each with lines of its own.
 */
export type LinesInput =
  | Uint8Array
  | ArrayBuffer
  | { readonly file: string | URL }
  | AsyncIterable<Uint8Array>
  | Iterable<Uint8Array>
  | WebStream<Uint8Array>
  | Vector<Utf8 | LargeUtf8 | Utf8View | Binary | LargeBinary>
  | Vector<Dictionary<Utf8>>;

/** The same, told apart. */
export type OpenedText =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; verify(): void }
  | { readonly kind: 'file'; readonly path: string }
  /** Not opened before its first part is asked for: what is refused before leaves it as it is. */
  | { readonly kind: 'stream'; readonly stream: AnyStream }
  /** A column of texts. */
  | { readonly kind: 'column'; readonly rows: InputRows };

/** @throws SchemaError for anything else, with what to pass */
export function openText(name: string, input: unknown, { copyInputs }: { readonly copyInputs: boolean }): OpenedText {
  const refused = whatInstead(input);
  if (refused !== undefined) throw new SchemaError(`${name} takes lines of text: the input is ${refused}`);
  if (isVector(input)) return { kind: 'column', rows: readTexts(name, input, copyInputs) };
  const bytes = isArrayBuffer(input) ? new Uint8Array(input) : input;
  if (typedArrayName(bytes) === 'Uint8Array') {
    const memory = new InputMemory(copyInputs).chunk();
    return { kind: 'bytes', bytes: memory.take(bytes, 'Uint8Array', 'line', 'bytes'), verify: () => memory.verify() };
  }
  const { file } = input as { readonly file?: unknown };
  if (typeof file === 'string') return { kind: 'file', path: file };
  if (file instanceof URL) return { kind: 'file', path: pathOf(name, file) };
  if (file !== undefined) {
    const kind = kindOf(file);
    throw new SchemaError(
      `${name} takes lines of text: \`file\` of the input is ${kind}. Pass its path, or a file: URL.`,
    );
  }
  if (isStream(input)) return { kind: 'stream', stream: input };
  throw new SchemaError(`${name} takes lines of text: the input is an object that is none. ${whatToPass}`);
}

function pathOf(name: string, url: URL): string {
  if (url.protocol === 'file:') return fileURLToPath(url);
  throw new SchemaError(
    `${name}: ${url.href} is no file. Pass what it gives: the body of a response is a stream of bytes, (await fetch(url)).body.`,
  );
}

const whatToPass =
  'Pass the bytes of a text, { file: path }, a stream of bytes, or an Arrow vector of texts: table.getChild(name).';

/** What was passed in place of a text, and what to pass; undefined where nothing speaks against it. */
function whatInstead(input: unknown): string | undefined {
  if (typeof input === 'string') {
    return 'a string, which could be a text or the path of a file. Pass Buffer.from(text) for the text, or { file: path } for the file.';
  }
  if (typeof input !== 'object' || input === null) {
    return `${kindOf(input)}. ${whatToPass}`;
  }
  if (Array.isArray(input) && typeof input[0] === 'string')
    return "an array of strings. Pass their bytes: Buffer.from(texts.join('\\n')).";
  if (isTable(input)) return "a Table. Pass a column of it whose values are texts: table.getChild('text').";
  if (isBatch(input)) return "a RecordBatch. Pass a column of it whose values are texts: batch.getChild('text').";
  const kind = typedArrayName(input);
  return kind === undefined || kind === 'Uint8Array' ? undefined : `${kindOf(input)}. ${whatToPass}`;
}

function readTexts(name: string, vector: ArrowVector, copyInputs: boolean): InputRows {
  const column: InputColumn = { name: 'line', type: textType(vector), nullable: true, read: true };
  return readInput({ name, input: [column] }, vector, { copyInputs, valuesInErrors: true, spreadsOut: true });
}

/** Bytes are text as well; what is neither is refused as no text. */
function textType({ type }: ArrowVector): ColumnTypeName {
  const shown = String(type);
  return shown === 'Binary' ? 'binary' : shown === 'LargeBinary' ? 'largeBinary' : 'utf8';
}

/** Of any realm. */
function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]';
}
