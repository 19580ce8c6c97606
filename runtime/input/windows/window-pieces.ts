import { hasOffsets, isTextType, type NumberArray } from '../../../schema/column-types.js';
import type { InputBuffers } from '../../backend/addon.js';
import type { InputColumn, RowWindow, TransformDescription } from '../../description.js';
import { SchemaError } from '../../errors.js';
import type { MemoryBudget } from '../../memory-budget.js';
import { Pace } from '../../pace.js';
import { RowFailures } from '../../reference/row-failure.js';
import { copyBits, isSet, set } from '../../values/bitmap.js';
import { firstUnsound, judgeRows, unsoundError } from '../checks/unsound-rows.js';
import { ByteJoiner } from '../chunks/byte-joiner.js';
import { maxTextBytes } from '../chunks/chunk.js';
import type { PieceSource } from '../input-rows.js';
import type { Piece } from '../piece.js';
import { spreadOut } from '../spread-out.js';
import { permuteRows } from './permute-rows.js';
import { windowBounds } from './window-bounds.js';
import { checkText } from './window-text.js';

/** The way in which an input is cut. */
export interface PieceOptions {
  readonly maxBytes?: number | undefined;
  readonly valuesInErrors: boolean;
  /** The pace of the whole call, if it does other work as well. */
  readonly pace?: Pace | undefined;
  /** The budget of the call. */
  readonly memory: MemoryBudget;
}

type Windowed = Pick<TransformDescription, 'name' | 'input' | 'window'>;

/** Returns the pieces of an input, and undefined where the event loop should turn. */
export type CutInput = (rows: PieceSource, options: PieceOptions) => Iterable<Piece | undefined>;

/**
 * Returns the way in which a transform's input is cut. In a rolling transform each piece has the whole of each column with windows, because
 * windows reach over the borders of pieces. The column is used in place if it lies together in the right order, else copied. The cut then
 * throws SchemaError for text in several chunks that is too long for one column, and RowError for malformed text, and for values that
 * should be sorted and are not.
 */
export function inputCut(transform: Windowed): CutInput {
  const { window } = transform;
  if (window === undefined) return (rows, { maxBytes }) => rows.pieces(maxBytes);
  return (rows, options) =>
    windowPieces(transform, window, together(rows.pieces(options.maxBytes), options.memory), options);
}

/** Collects all pieces. Their conversions, which are no longer counted once the next piece is requested, stay counted. */
function together(pieces: Iterable<Piece>, memory: MemoryBudget): readonly Piece[] {
  const all: Piece[] = [];
  let kept = memory.used;
  for (const piece of pieces) {
    const converted = memory.used - kept;
    all.push(piece);
    memory.settle(memory.used, converted);
    kept += converted;
  }
  return all;
}

function* windowPieces(
  transform: Windowed,
  window: RowWindow,
  pieces: readonly Piece[],
  { valuesInErrors, pace = new Pace(), memory }: PieceOptions,
): Generator<Piece | undefined> {
  const { name, input } = transform;
  const verify = () => {
    for (const piece of pieces) piece.verify();
  };
  /** Runs a step of the work. Inputs are verified after each turn of the event loop, during which they may be transferred away. */
  function* step<Result>(work: Generator<undefined, Result>): Generator<undefined, Result> {
    for (;;) {
      const { done, value } = work.next();
      if (done === true) return value;
      yield undefined;
      verify();
    }
  }
  const [base = 0, total] = [pieces[0]?.start, pieces.reduce((sum, { length }) => sum + length, 0)];
  const failures = new RowFailures(name, base, valuesInErrors);
  const whole: (InputBuffers | undefined)[] = [];
  for (const [place, column] of input.entries()) {
    const isUsed = !column.counted && (column.read || column.orders === true);
    const together = isUsed ? joined(column, place, pieces, total, failures, memory) : undefined;
    whole.push(together && (yield* step(checkText(column, together, total, failures, pace))));
  }
  const isBounded = window.on !== undefined || window.partitionBy !== undefined;
  const bounds = isBounded ? yield* step(windowBounds(input, window, whole, total, failures, pace, memory)) : undefined;
  const ordered = whole.map((buffers, place) => {
    const column = input[place];
    const isMoved = buffers && column?.read && bounds?.order !== undefined;
    return isMoved ? { ...permuteRows(buffers, column, bounds.order, memory), ...asciiBit(column, buffers) } : buffers;
  });
  for (const { start, length, buffers } of pieces) {
    const first = start - base;
    const added = [bounds?.begin, bounds?.end, bounds?.anchor];
    const columns = input.map((column, place): InputBuffers => {
      if (column.counted) {
        const values = added.shift() ?? new Int32Array(total);
        return { values: values.subarray(first, first + length), valuesBit: 0, validityBit: 0 };
      }
      const own = buffers[place];
      const all = column.read ? ordered[place] : undefined;
      return all === undefined || own === undefined ? (own ?? noBuffers) : { ...all, rows: total, first, own };
    });
    yield { start, length, buffers: columns, verify };
  }
}

const noBuffers: InputBuffers = { values: new Uint8Array(0), valuesBit: 0, validityBit: 0 };

/** Copies the ASCII flag of a text column, which does not depend on the order of rows. */
function asciiBit({ type }: InputColumn, { valuesBit }: InputBuffers): Pick<InputBuffers, 'valuesBit'> | undefined {
  return isTextType(type) ? { valuesBit } : undefined;
}

/** A column's buffers in one of the pieces. */
type Part = InputBuffers & { readonly start: number; readonly length: number };

/**
 * Joins the rows of all pieces of a column.
 *
 * @throws RowError for the first malformed row, because it might seem sound once it is joined
 */
function joined(
  column: InputColumn,
  place: number,
  pieces: readonly Piece[],
  total: number,
  failures: RowFailures,
  memory: MemoryBudget,
): InputBuffers {
  const [{ start: base } = { start: 0 }] = pieces;
  const parts = pieces.flatMap(({ start, buffers, length }) => {
    const part = buffers[place];
    return part === undefined ? [] : [withOwnText({ ...part, start, length }, column, memory)];
  });
  for (const { start, length, ...part } of parts) {
    const rows = { buffers: [judgeRows(column, part, length)], length };
    const error = unsoundError(rows, [column], failures.countedFrom(base - start))?.(firstUnsound(rows));
    if (error !== undefined) throw error;
  }
  const [first] = parts;
  if (first === undefined) return noBuffers;
  if (parts.length === 1) return first;
  // A bitmap of values and one of nulls.
  memory.take(total >>> 2);
  const validity = joinValidity(parts, total);
  if (hasOffsets(column.type)) return { ...joinText(column, parts, total, memory), ...validity };
  if (column.type === 'bool') return { values: joinBits(parts.map(valueBits), total), valuesBit: 0, ...validity };
  const numbers = parts.map(({ values }) => values as NumberArray);
  memory.take(total * (numbers[0]?.BYTES_PER_ELEMENT ?? 0));
  return { values: joinNumbers(numbers, total), valuesBit: 0, ...validity };
}

/** Converts rows that refer to text by index to text of their own. */
function withOwnText(part: Part, column: InputColumn, memory: MemoryBudget): Part {
  if (part.indices === undefined) return part;
  const { start, length } = part;
  const text = spreadOut(part, length, maxTextBytes, memory);
  if (text === 'too large') throw tooMuchText(column, start);
  return { ...text, start, length };
}

function tooMuchText({ name }: InputColumn, row: number): SchemaError {
  return new SchemaError(
    `Column ${JSON.stringify(name)}: windows are of a column that lies together, and its text takes more than ${maxTextBytes} bytes. Pass fewer rows per call.`,
    { column: name, row },
  );
}

function joinText(column: InputColumn, parts: readonly Part[], total: number, memory: MemoryBudget) {
  const sizes = parts.map(({ offsets, length }) => Math.max((offsets?.[length] ?? 0) - (offsets?.[0] ?? 0), 0));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes > maxTextBytes) throw tooMuchText(column, 0);
  memory.take(bytes + 4 * total);
  const joiner = new ByteJoiner(bytes);
  const offsets = new Int32Array(total + 1);
  let [row, at] = [0, 0];
  for (const [index, { values, offsets: own = new Int32Array(1), length }] of parts.entries()) {
    const [begin = 0] = own;
    joiner.append(values as Uint8Array, begin, sizes[index] ?? 0);
    for (let one = 1; one <= length; one += 1) offsets[row + one] = at + (own[one] ?? 0) - begin;
    row += length;
    at += sizes[index] ?? 0;
  }
  return { values: joiner.finish(), valuesBit: 0, offsets };
}

function joinNumbers(parts: readonly NumberArray[], total: number): NumberArray {
  const [first = new Uint8Array(0)] = parts;
  const all = new (first.constructor as new (length: number) => NumberArray)(total);
  let at = 0;
  for (const part of parts) {
    // The cast picks one of the number arrays for `set`'s types; all of them behave alike.
    (all as Float64Array).set(part as Float64Array, at);
    at += part.length;
  }
  return all;
}

/** Bits of the rows of a piece. If undefined, all bits are set. */
interface Bits {
  readonly bits: Uint8Array | undefined;
  readonly bit: number;
  readonly length: number;
}

function valueBits({ values, valuesBit, length }: Part): Bits {
  return { bits: values as Uint8Array, bit: valuesBit, length };
}

function joinValidity(parts: readonly Part[], total: number): Pick<InputBuffers, 'validity' | 'validityBit'> {
  if (parts.every(({ validity }) => validity === undefined)) return { validityBit: 0 };
  const bits = parts.map(({ validity, validityBit, length }) => ({ bits: validity, bit: validityBit, length }));
  return { validity: joinBits(bits, total), validityBit: 0 };
}

function joinBits(parts: readonly Bits[], total: number): Uint8Array {
  const all = new Uint8Array((total + 7) >>> 3);
  let at = 0;
  for (const { bits, bit, length } of parts) {
    if (bits !== undefined && (at & 7) === 0) all.set(copyBits(bits, bit, length), at >>> 3);
    else for (let row = 0; row < length; row += 1) if (bits === undefined || isSet(bits, bit + row)) set(all, at + row);
    at += length;
  }
  return all;
}
