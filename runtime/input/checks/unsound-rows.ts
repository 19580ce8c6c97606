import type { DeclaredType } from '../../../schema/columns.js';
import type { InputBuffers } from '../../backend/addon.js';
import type { InputColumn } from '../../description.js';
import type { RowError } from '../../errors.js';
import type { RowFailures } from '../../reference/row-failure.js';
import { firstSet, isSet, set } from '../../values/bitmap.js';
import type { Piece } from '../piece.js';
import type { UnsoundRows } from './unsound-row-set.js';

/** Collects the unsound rows of a column. Most columns have none, and get no bitmap. */
export class UnsoundCollector {
  readonly #length: number;
  #bits: Uint8Array | undefined;

  constructor(length: number) {
    this.#length = length;
  }

  add(row: number): void {
    this.#bits ??= new Uint8Array((this.#length + 7) >>> 3);
    set(this.#bits, row);
  }

  /** Returns the unsound rows as a part of buffers; undefined if there are none. */
  rows(
    describe: (row: number) => string,
    isUnderNull: (row: number) => boolean,
  ): { readonly unsound: UnsoundRows } | undefined {
    return this.#bits && { unsound: { bits: this.#bits, bit: 0, isUnderNull, describe } };
  }
}

function isSound({ unsound }: InputBuffers): boolean {
  return unsound === undefined;
}

/** Returns the first row of a piece that is unsound in some column, or -1. */
export function firstUnsound({ buffers, length }: Pick<Piece, 'buffers' | 'length'>): number {
  let first = -1;
  if (buffers.every(isSound)) return first;
  for (const { unsound } of buffers) {
    const row = unsound === undefined ? -1 : firstSet(unsound.bits, unsound.bit, length);
    if (row >= 0 && (first < 0 || row < first)) first = row;
  }
  return first;
}

/** Marks the unsound rows of a piece. */
export function markUnsound(
  { buffers, length }: Pick<Piece, 'buffers' | 'length'>,
  codes: Uint8Array,
  code: number,
): void {
  for (const { unsound } of buffers) {
    if (unsound === undefined) continue;
    for (let row = 0; row < length; row += 1) if (isSet(unsound.bits, unsound.bit + row)) codes[row] = code;
  }
}

/** Returns a function that makes the error for an unsound row; undefined for a piece without such rows. */
export function unsoundError(
  { buffers, length }: Pick<Piece, 'buffers' | 'length'>,
  columns: readonly Pick<InputColumn, 'name'>[],
  failures: RowFailures,
): ((row: number) => RowError | undefined) | undefined {
  if (firstUnsound({ buffers, length }) < 0) return undefined;
  return (row) => {
    const place = buffers.findIndex(({ unsound }) => unsound !== undefined && isSet(unsound.bits, unsound.bit + row));
    const { unsound } = buffers[place] ?? {};
    return unsound && malformedRow(failures, columns[place]?.name ?? '', row, unsound.describe(unsound.bit + row));
  };
}

/** Returns the error for a row whose memory contradicts itself. */
export function malformedRow(failures: RowFailures, column: string, row: number, why: string): RowError {
  return failures.at(row, {
    column,
    what: () => why,
    fix: 'The vector was built wrongly or its memory was overwritten: build it again',
    value: undefined,
  });
}

/** Adds the rows of text or bytes whose offsets decrease or leave the values as unsound. */
export function judgeRows(column: DeclaredType, buffers: InputBuffers, length: number): InputBuffers {
  // Lists and converted columns were judged already.
  if (buffers.offsets === undefined || buffers.unsound !== undefined || column.element !== undefined) return buffers;
  const reasonOf = textReason(buffers);
  const unsound = new UnsoundCollector(length);
  for (let row = 0; row < length; row += 1) if (reasonOf(row) !== undefined) unsound.add(row);
  return {
    ...buffers,
    ...unsound.rows(
      (row) => `malformed offsets: ${reasonOf(row)}`,
      () => true,
    ),
  };
}

function textReason({ offsets = new Int32Array(1), values: { byteLength } }: InputBuffers) {
  return (row: number): string | undefined => {
    const [begin = -1, end = -1] = [offsets[row], offsets[row + 1]];
    return begin < 0 || end < begin || end > byteLength ? describeBytes(begin, end, byteLength) : undefined;
  };
}

/** Describes the range of a row's text. */
export function describeBytes(begin: number, end: number, size: number): string {
  return `the text runs from byte ${begin} to byte ${end} of ${size}`;
}
