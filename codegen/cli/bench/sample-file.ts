import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { InputError } from './input-error.js';
import { shownValue } from './shown-value.js';

/** The rows of a sample file, as JSON.parse gives them, with a description of each row's place. */
export interface SampleRows {
  readonly file: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly placeOf: (row: number) => string;
}

const forms = 'A sample is a JSON array of row objects, or one row object per line';
const mostBytes = 2 ** 28;

/** Reads a JSON array of objects, or one object per line; the first character of the file tells which. */
export function readSampleFile(file: string): SampleRows {
  const text = textOf(file);
  const name = path.basename(file);
  const read = text.trimStart().startsWith('[') ? arrayRows(text, name) : lineRows(text, name);
  if (read.rows.length === 0) throw new InputError(`${name} has no rows. ${forms}.`);
  return read;
}

function textOf(file: string): string {
  const name = path.basename(file);
  const bytes = bytesOf(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InputError(`${name} is not UTF-8 text. ${forms}. Pass an Arrow file without --sample.`);
  }
}

function bytesOf(file: string): Uint8Array {
  const name = path.basename(file);
  try {
    const { size } = statSync(file);
    if (size <= mostBytes) return readFileSync(file);
  } catch (cause) {
    throw new InputError(`${name} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`);
  }
  throw new InputError(
    `${name} is larger than 256 MiB, the limit for a sample. The rows are repeated, so a few thousand are enough.`,
  );
}

function arrayRows(text: string, file: string): SampleRows {
  const values = parse(text, (reason) => `${file} is not valid JSON: ${reason}.`);
  // Text that begins with a bracket and parses is an array.
  const rows = (values as readonly unknown[]).map((value, row) => objectOf(value, `${file}, row ${row}`));
  return { file, rows, placeOf: (row) => `${file}, row ${row}` };
}

function lineRows(text: string, file: string): SampleRows {
  const lines = text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [{ line, number: index + 1 }]));
  const placeOf = (row: number): string => `${file}, line ${lines[row]?.number}`;
  const rows = lines.map(({ line }, row) => {
    const value = parse(line, (reason) => `${placeOf(row)} is not valid JSON: ${reason}. ${forms}.`);
    return objectOf(value, placeOf(row));
  });
  return { file, rows, placeOf };
}

function parse(text: string, complaint: (reason: string) => string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError(complaint(withLine(reason, text)));
  }
}

/** Adds the line to V8's message, which in Node 20 gives only the offset in the text. */
function withLine(reason: string, text: string): string {
  const [, position] = /at position (\d+)$/.exec(reason) ?? [];
  const line = text.slice(0, Number(position ?? 0)).split('\n').length;
  return line > 1 ? `${reason} (line ${line})` : reason;
}

function objectOf(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InputError(
      `${place} is ${shownValue(value)}, but a row is an object whose keys are the columns' names. ${forms}.`,
    );
  }
  return value as Readonly<Record<string, unknown>>;
}
