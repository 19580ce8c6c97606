import type { CompiledPattern } from './compile-pattern.js';
import { skipSetSize, skips } from './image/skip-tables.js';

/**
 * Returns the characters that are searched for by vectors before an automaton starts, as a class of regular expressions. Undefined if the
 * automaton reads all characters.
 */
export function prefilterOf({ layout, image }: CompiledPattern): string | undefined {
  const start = layout.searchStates > 0 ? layout.searchStart : -1;
  if (start < 0 || (start & skips) === 0) return undefined;
  const words = new DataView(image.buffer, image.byteOffset, image.byteLength);
  const row = layout.searchTransitions + 2 * (start - skips);
  const number = words.getUint16(row + 2 * (layout.classes + 1), true);
  const bits = layout.searchSkips + skipSetSize * number + 16;
  const has = (character: number) =>
    ((words.getUint32(bits + 4 * (character >> 5), true) >>> (character & 31)) & 1) === 1;
  const others = words.getUint32(bits + 16, true) !== 0 ? '\\x80-\\uffff' : '';
  return `[${rangesOf(has)}${others}]`;
}

function rangesOf(has: (character: number) => boolean): string {
  let ranges = '';
  for (let first = 0; first < 128; first++) {
    if (!has(first)) continue;
    let last = first;
    while (last < 127 && has(last + 1)) last++;
    ranges += last > first + 1 ? `${shown(first)}-${shown(last)}` : shown(first) + (last > first ? shown(last) : '');
    first = last;
  }
  return ranges;
}

function shown(character: number): string {
  const text = String.fromCharCode(character);
  if (character <= 32 || character === 127) return `\\x${character.toString(16).padStart(2, '0')}`;
  return /[\]\\^-]/.test(text) ? `\\${text}` : text;
}
