import type { InputBuffers } from '../addon.js';
import { isSet } from '../bitmap.js';
import type { ElementType } from '../column-types.js';
import type { OutputColumn } from '../description.js';
import type { SchemaError } from '../errors.js';
import { malformedRow } from '../input/chunk.js';
import type { Piece } from '../input/input-rows.js';
import { nullElement } from '../input/list-chunk.js';

/**
 * Asks of the lists of a piece whether their offsets rise within the elements, and those of text and lists among these as well.
 *
 * @throws SchemaError for the first row of which that is not so.
 */
export function checkList(buffers: InputBuffers, column: OutputColumn, { start, length }: Rows): void {
  if (column.element === undefined) return;
  const { elements, elementCount = 0, offsets = new Int32Array(1) } = buffers;
  const malformed = (row: number, why: string) => malformedRow({ column: column.name, row: start }, row, why);
  const row = firstFall(offsets, 0, length, elementCount);
  if (row >= 0)
    throw malformed(
      row,
      `the list runs from element ${offsets[row]} to element ${offsets[row + 1]} of ${elementCount}`,
    );
  if (elements === undefined) return;
  checkElements(elements, column.element, offsets[0] ?? 0, offsets[length] ?? 0, (at, why) => {
    const own = holderOf(offsets, at);
    return malformed(own, `element ${at - (offsets[own] ?? 0)} ${why}`);
  });
}

type Rows = Pick<Piece, 'start' | 'length'>;

function checkElements(
  elements: InputBuffers,
  { element }: ElementType,
  begin: number,
  end: number,
  malformed: (at: number, why: string) => SchemaError,
): void {
  const { offsets } = elements;
  if (offsets === undefined) return;
  const [unit, most] =
    element === undefined ? ['byte', elements.values.byteLength] : ['element', elements.elementCount];
  const at = firstFall(offsets, begin, end, most ?? 0);
  if (at >= 0) throw malformed(at, `runs from ${unit} ${offsets[at]} to ${unit} ${offsets[at + 1]} of ${most}`);
  if (element === undefined || elements.elements === undefined || begin === end) return;
  checkElements(elements.elements, element, offsets[begin] ?? 0, offsets[end] ?? 0, (inner, why) => {
    const own = holderOf(offsets, inner);
    return malformed(own, `is a list whose element ${inner - (offsets[own] ?? 0)} ${why}`);
  });
}

/** The first of some entries that does not run from one offset to the same or a later one within `most`; -1 for none. */
function firstFall(offsets: Int32Array, begin: number, end: number, most: number): number {
  for (let at = begin; at < end; at += 1) {
    const [from = -1, to = -1] = [offsets[at], offsets[at + 1]];
    if (from < 0 || to < from || to > most) return at;
  }
  return -1;
}

/** The entry of offsets that rise in which a place is. */
function holderOf(offsets: Int32Array, place: number): number {
  return offsets.findIndex((_, at) => (offsets[at + 1] ?? 0) > place);
}

/**
 * The error for the first null among elements that are declared without, at any depth; undefined where there is none.
 */
export function nullAmongElements(
  buffers: InputBuffers,
  column: OutputColumn,
  { start, length }: Rows,
): SchemaError | undefined {
  const { element } = column;
  if (element === undefined) return undefined;
  for (let row = 0; row < length; row += 1) {
    const places = nullIn(buffers, element, row);
    if (places) return nullElement(column.name, element, places, start + row);
  }
  return undefined;
}

/** The places of the first in a row, from outside. */
function nullIn(
  { validity, validityBit, offsets, elements }: InputBuffers,
  type: ElementType,
  row: number,
): readonly number[] | undefined {
  if (elements === undefined || (validity !== undefined && !isSet(validity, validityBit + row))) return undefined;
  const [begin = 0, end = 0] = [offsets?.[row], offsets?.[row + 1]];
  for (let at = begin; at < end; at += 1) {
    const isNull = elements.validity !== undefined && !isSet(elements.validity, elements.validityBit + at);
    if (isNull && !type.nullable) return [at - begin];
    const found = type.element && nullIn(elements, type.element, at);
    if (found) return [at - begin, ...found];
  }
  return undefined;
}
