import { fileURLToPath } from 'node:url';
import type { Binary, Dictionary, LargeBinary, LargeUtf8, Utf8, Utf8View, Vector } from 'apache-arrow';
import type { ColumnTypeName } from '../../schema/column-types.js';
import type { InputColumn } from '../description.js';
import { RowfuseError, SchemaError } from '../errors.js';
import { type ArrowVector, isBatch, isTable, isVector } from '../input/arrow-shapes.js';
import { InputMemory } from '../input/borrowed-buffers.js';
import { unreadable } from '../input/checks/unreadable.js';
import type { InputRows } from '../input/input-rows.js';
import { readInput } from '../input/read-input.js';
import type { MemoryBudget } from '../memory-budget.js';
import { type AnyStream, isStream, type WebStream } from '../stream/batch-source.js';
import { showValue } from '../values/show-value.js';
import { typedArrayName } from '../values/typed-arrays.js';
import { kindOf } from '../words.js';

/**
 * The input of a function over `lines()`. It is the bytes of a text in UTF-8, a file by its path or `file:` URL, a stream of parts of a
 * text, or a column of texts, each with its own lines. Parts may end at any byte of a line.
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

/** An input whose kind is known. */
export type OpenedText =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; verify(): void }
  | { readonly kind: 'file'; readonly path: string }
  /** A stream. It is not opened before its first part is requested, so an input that is rejected earlier stays untouched. */
  | { readonly kind: 'stream'; readonly stream: AnyStream }
  /** A column of texts. */
  | { readonly kind: 'column'; readonly rows: InputRows };

/** The way in which a text is read. */
interface TextOptions {
  readonly copyInputs: boolean;
  /** The budget of the call. */
  readonly memory: MemoryBudget;
}

/**
 * Finds the kind of an input.
 *
 * @throws SchemaError for any other input, with advice
 */
export function openText(name: string, input: unknown, options: TextOptions): OpenedText {
  try {
    return opened(name, input, options);
  } catch (error) {
    const cause = options.memory.explain(error);
    throw cause instanceof RowfuseError ? cause : unreadable(name, 'the input', cause);
  }
}

function opened(name: string, input: unknown, options: TextOptions): OpenedText {
  const { copyInputs, memory: budget } = options;
  const refused = whatInstead(input);
  if (refused !== undefined) throw new SchemaError(`${name} takes lines of text: the input is ${refused}`);
  if (isVector(input)) return { kind: 'column', rows: readTexts(name, input, options) };
  const bytes = isArrayBuffer(input) ? new Uint8Array(input) : input;
  if (typedArrayName(bytes) === 'Uint8Array') {
    const memory = new InputMemory(copyInputs, budget).chunk();
    return { kind: 'bytes', bytes: memory.take(bytes, 'Uint8Array', 'line', 'bytes'), verify: () => memory.verify() };
  }
  const { file } = input as { readonly file?: unknown };
  if (typeof file === 'string') return { kind: 'file', path: whole(name, file) };
  if (file instanceof URL) return { kind: 'file', path: whole(name, pathOf(name, file)) };
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
  if (url.protocol !== 'file:') {
    throw new SchemaError(
      `${name}: ${url.href} is no file. Pass what it gives: the body of a response is a stream of bytes, (await fetch(url)).body.`,
    );
  }
  try {
    return fileURLToPath(url);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new SchemaError(`${name}: ${url.href} is the path of no file here: ${why}. Pass its path.`, {}, { cause });
  }
}

/** Rejects a path with a NUL. Systems end a path there, and would open another file than the one named. */
function whole(name: string, path: string): string {
  if (!path.includes('\0')) return path;
  throw new SchemaError(
    `${name}: the path ${showValue(path)} has a NUL, which no file has in its name. Pass the path without it.`,
  );
}

const whatToPass =
  'Pass the bytes of a text, { file: path }, a stream of bytes, or an Arrow vector of texts: table.getChild(name).';

/** Describes an input that is not a text, with advice; undefined if nothing speaks against it. */
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

function readTexts(name: string, vector: ArrowVector, options: TextOptions): InputRows {
  const column: InputColumn = { name: 'line', type: textType(vector), nullable: true, read: true };
  return readInput({ name, input: [column] }, vector, { ...options, valuesInErrors: true, spreadsOut: true });
}

/** Returns the type of the column. Bytes are accepted as text; any other type is rejected later. */
function textType({ type }: ArrowVector): ColumnTypeName {
  const shown = String(type);
  return shown === 'Binary' ? 'binary' : shown === 'LargeBinary' ? 'largeBinary' : 'utf8';
}

/** True for an ArrayBuffer of any realm. */
function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]';
}
