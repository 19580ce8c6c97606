import { hasOffsets, type NumberArray } from '../../schema/column-types.js';
import type { DeclaredType } from '../../schema/columns.js';
import type { InputBuffers } from '../backend/addon.js';
import type { InputColumn } from '../description.js';
import type { MemoryBudget } from '../memory-budget.js';
import { isSet, set } from '../values/bitmap.js';
import type { Piece } from './piece.js';

/** Consecutive rows. */
export interface RowRun {
  readonly from: number;
  readonly length: number;
}

/** The bytes that V8 takes for a {@link RowRun}. */
export const runBytes = 48;

/** Returns the rows without a mark, as runs. */
export function unmarkedRuns(marks: Uint8Array, memory: MemoryBudget): RowRun[] {
  const runs: RowRun[] = [];
  for (let row = 0; row < marks.length; ) {
    while (row < marks.length && marks[row] !== 0) row += 1;
    const from = row;
    while (row < marks.length && marks[row] === 0) row += 1;
    if (row === from) continue;
    memory.takeObjects(runBytes);
    runs.push({ from, length: row - from });
  }
  return runs;
}

/** Copies some rows of a piece. Their numbers are those of the copy, so they must not be used in errors. */
export function gatherRows(
  piece: Piece,
  columns: readonly InputColumn[],
  runs: readonly RowRun[],
  memory: MemoryBudget,
): Piece {
  const length = runs.reduce((sum, run) => sum + run.length, 0);
  const buffers = piece.buffers.map((buffer, index) => {
    const column = columns[index];
    return column?.read === true ? gatherColumn(buffer, column, runs, length, memory) : buffer;
  });
  return { start: piece.start, length, buffers, verify: () => piece.verify() };
}

function gatherColumn(
  { values, valuesBit, offsets, indices, longest, elements, validity, validityBit }: InputBuffers,
  { type, element }: DeclaredType,
  runs: readonly RowRun[],
  length: number,
  memory: MemoryBudget,
): InputBuffers {
  const bits = { valuesBit: 0, validityBit: 0 };
  // A bitmap of values and one of nulls.
  memory.take(length >>> 2);
  const valid = validity === undefined ? {} : { validity: gatherBits(validity, validityBit, runs, length) };
  if (elements !== undefined && element !== undefined && offsets !== undefined)
    return { ...bits, ...valid, values, ...gatherLists(elements, element, offsets, runs, length, memory) };
  if (indices !== undefined)
    return {
      ...bits,
      ...valid,
      values,
      ...(offsets && { offsets }),
      indices: gatherNumbers(indices, runs, length, memory),
      ...(longest !== undefined && { longest }),
    };
  if (hasOffsets(type))
    return { ...bits, ...valid, ...gatherText(values as Uint8Array, offsets, runs, length, memory) };
  if (type === 'bool') return { ...bits, ...valid, values: gatherBits(values as Uint8Array, valuesBit, runs, length) };
  return { ...bits, ...valid, values: gatherNumbers(values as NumberArray, runs, length, memory) };
}

function gatherLists(
  elements: InputBuffers,
  element: DeclaredType,
  offsets: Int32Array,
  runs: readonly RowRun[],
  length: number,
  memory: MemoryBudget,
): Pick<InputBuffers, 'offsets' | 'elements' | 'elementCount'> {
  memory.take(4 * length);
  const gathered = new Int32Array(length + 1);
  const inner: RowRun[] = [];
  let row = 0;
  let count = 0;
  for (const { from, length: rows } of runs) {
    const begin = offsets[from] ?? 0;
    memory.takeObjects(runBytes);
    inner.push({ from: begin, length: (offsets[from + rows] ?? 0) - begin });
    for (let index = 1; index <= rows; index += 1) gathered[row + index] = count + (offsets[from + index] ?? 0) - begin;
    row += rows;
    count = gathered[row] ?? 0;
  }
  return { offsets: gathered, elements: gatherColumn(elements, element, inner, count, memory), elementCount: count };
}

function gatherNumbers<Numbers extends NumberArray>(
  source: Numbers,
  runs: readonly RowRun[],
  length: number,
  memory: MemoryBudget,
): Numbers {
  memory.take(length * source.BYTES_PER_ELEMENT);
  const gathered = new (source.constructor as new (length: number) => Numbers)(length);
  let at = 0;
  for (const run of runs) {
    // The cast picks one of the number arrays for `set`'s types; all of them behave alike.
    (gathered as Float64Array).set(source.subarray(run.from, run.from + run.length) as Float64Array, at);
    at += run.length;
  }
  return gathered;
}

function gatherBits(source: Uint8Array, bit: number, runs: readonly RowRun[], length: number): Uint8Array {
  const bits = new Uint8Array((length + 7) >>> 3);
  let at = 0;
  for (const { from, length: count } of runs) {
    for (let row = from; row < from + count; row += 1, at += 1) if (isSet(source, bit + row)) set(bits, at);
  }
  return bits;
}

function gatherText(
  values: Uint8Array,
  given: Int32Array | undefined,
  runs: readonly RowRun[],
  length: number,
  memory: MemoryBudget,
) {
  const offsets: Int32Array = given ?? new Int32Array(1);
  const size = runs.reduce((sum, { from, length: count }) => sum + textBytes(offsets, from, count), 0);
  memory.take(size + 4 * length);
  const gathered = { values: new Uint8Array(size), offsets: new Int32Array(length + 1) };
  let row = 0;
  let at = 0;
  for (const { from, length: count } of runs) {
    const begin = offsets[from] ?? 0;
    gathered.values.set(values.subarray(begin, begin + textBytes(offsets, from, count)), at);
    for (let index = 1; index <= count; index += 1)
      gathered.offsets[row + index] = at + (offsets[from + index] ?? 0) - begin;
    row += count;
    at += textBytes(offsets, from, count);
  }
  return gathered;
}

function textBytes(offsets: Int32Array, from: number, count: number): number {
  return (offsets[from + count] ?? 0) - (offsets[from] ?? 0);
}
