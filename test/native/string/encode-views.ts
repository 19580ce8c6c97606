import type { Random } from '../random.js';
import type { RecordWriter } from '../record-writer.js';
import { isHigh, isLow, loneHalves } from './random-strings.js';

/** The flags of `rowfuse::View`. */
const lowHead = 1;
const highTail = 2;
const surrogates = 4;
const ascii = 8;

export interface View {
  readonly bytes: Uint8Array;
  readonly flags: number;
}

/** Encodes WTF-8: a lone half as three bytes, everything else as UTF-8. */
function wtf8(text: string): number[] {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (isHigh(code) || isLow(code)) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
    else bytes.push(...Buffer.from(character));
  }
  return bytes;
}

/** Returns one of the ways in which a view can represent a string. A half at either end may lie in a whole character. */
export function viewOf(random: Random, text: string): View {
  let body = text;
  let flags = 0;
  const head = text.charCodeAt(0);
  if (isLow(head) && random.chance(0.7)) {
    flags |= lowHead;
    body = String.fromCharCode(0xd800 + random.below(0x400)) + body;
  }
  const tail = text.charCodeAt(text.length - 1);
  if (isHigh(tail) && random.chance(0.7)) {
    flags |= highTail;
    body += String.fromCharCode(0xdc00 + random.below(0x400));
  }
  if (loneHalves(body).length > 0 || random.chance(0.03)) flags |= surrogates;
  if (/^[\0-\x7f]*$/.test(body) && random.chance(0.5)) flags = ascii;
  return { bytes: Uint8Array.from(wtf8(body)), flags: body.length === 0 ? 0 : flags };
}

/** Cuts a string at random units, also between the halves of a pair. */
export function piecesOf(random: Random, text: string, most: number): string[] {
  const borders = Array.from({ length: random.below(most) }, () => random.below(text.length + 1)).sort((a, b) => a - b);
  const pieces: string[] = [];
  let start = 0;
  for (const border of borders) {
    pieces.push(text.slice(start, border));
    start = border;
  }
  pieces.push(text.slice(start));
  return pieces;
}

export function writeView(writer: RecordWriter, view: View): void {
  writer.u32(view.bytes.length);
  writer.u32(view.flags);
  writer.bytes(view.bytes);
}

/** Writes a view, or a rope of up to eight pieces: (is a rope, number of pieces, pieces). */
export function writeStringLike(writer: RecordWriter, random: Random, text: string): void {
  const rope = random.chance(0.4);
  const pieces = rope ? piecesOf(random, text, 8) : [text];
  writer.u8(rope ? 1 : 0);
  writer.u8(pieces.length);
  for (const piece of pieces) writeView(writer, viewOf(random, piece));
}
