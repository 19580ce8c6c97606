import type { Random } from '../native/random.js';
import { type MessageRange, messageRanges } from './metadata-ranges.js';

/** Valid bytes with the facts that a mutation needs. */
export interface Seed {
  readonly bytes: Uint8Array;
  readonly messages: readonly MessageRange[];
  /** Positions of metadata: of messages and of the footer. */
  readonly metadata: readonly number[];
}

export function seedOf(bytes: Uint8Array): Seed {
  const messages = messageRanges(bytes);
  const inBody = (at: number) => messages.some(({ body, end }) => at >= body && at < end);
  return { bytes, messages, metadata: Array.from(bytes.keys()).filter((at) => !inBody(at)) };
}

const words = [0, 1, -1, 4, 8, 0x7fff, 0x8000, 0xffff, 2 ** 16, 2 ** 24, 2 ** 30, 2 ** 31 - 1, -(2 ** 31), -4, -8];
const longs = [
  ...[0n, 1n, -1n, 8n, -8n, 2n ** 31n - 1n, 2n ** 31n, 2n ** 32n, 2n ** 40n, 2n ** 52n],
  ...[2n ** 53n - 1n, 2n ** 53n, 2n ** 62n, 2n ** 63n - 1n, -(2n ** 63n)],
];
const shorts = [0, 1, 2, 4, 6, 8, 10, 12, 0x7ffe, 0x7fff, 0x8000, 0xfffe, 0xffff];
const bytesOfInterest = [0, 1, 2, 3, 4, 5, 0x7f, 0x80, 0xfe, 0xff];

/** Returns valid bytes with one to four changes, most of them in the metadata; the same for the same random numbers. */
export function mutated(seed: Seed, others: readonly Seed[], random: Random): Uint8Array {
  let bytes: Uint8Array = Uint8Array.from(seed.bytes);
  for (let change = 1 + random.below(4) * random.below(2); change > 0; change -= 1) {
    bytes = mutations[random.below(mutations.length)]?.(bytes, seed, random, others) ?? bytes;
    if (bytes.length === 0) return bytes;
  }
  return bytes;
}

type Mutation = (bytes: Uint8Array, seed: Seed, random: Random, others: readonly Seed[]) => Uint8Array;

const mutations: readonly Mutation[] = [
  bitFlip,
  bitFlip,
  byte,
  word,
  word,
  word,
  long,
  long,
  long,
  short,
  offsetBack,
  swapWords,
  truncate,
  copyWithin,
  splice,
  insertOrDelete,
  messageEdit,
];

/** A place to change: three of four in the metadata. */
function place({ length }: Uint8Array, { metadata }: Seed, random: Random, alignment: number): number {
  const at = random.chance(0.75) ? (metadata[random.below(metadata.length)] ?? 0) : random.below(length);
  return Math.max(0, Math.min(at - (at % alignment), length - (length % alignment) - alignment));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function bitFlip(bytes: Uint8Array, seed: Seed, random: Random): Uint8Array {
  const at = place(bytes, seed, random, 1);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
  return bytes;
}

function byte(bytes: Uint8Array, seed: Seed, random: Random): Uint8Array {
  bytes[place(bytes, seed, random, 1)] = random.chance(0.3)
    ? random.below(256)
    : (bytesOfInterest[random.below(bytesOfInterest.length)] ?? 0);
  return bytes;
}

/** Replaces 4 bytes by a number of interest, a random one, or one that is near. */
function word(bytes: Uint8Array, seed: Seed, random: Random): Uint8Array {
  if (bytes.length < 4) return bytes;
  const at = place(bytes, seed, random, 4);
  const view = viewOf(bytes);
  const near = [-8, -4, -1, 1, 4, 8][random.below(6)] ?? 1;
  const made = [
    words[random.below(words.length)] ?? 0,
    view.getInt32(at, true) + near,
    random.bits(),
    bytes.length - at,
  ];
  view.setInt32(at, made[random.below(made.length)] ?? 0, true);
  return bytes;
}

/** Replaces 8 bytes: lengths, counts and places of rows, nulls, buffers and blocks. */
function long(bytes: Uint8Array, seed: Seed, random: Random): Uint8Array {
  if (bytes.length < 8) return bytes;
  const at = place(bytes, seed, random, 8);
  const view = viewOf(bytes);
  const near = [-64n, -8n, -1n, 1n, 8n, 64n][random.below(6)] ?? 1n;
  const now = view.getBigInt64(at, true);
  const made = [longs[random.below(longs.length)] ?? 0n, longs[random.below(longs.length)] ?? 0n, now + near, now * 2n];
  view.setBigInt64(at, BigInt.asIntN(64, made[random.below(made.length)] ?? 0n), true);
  return bytes;
}

/** Replaces 2 bytes: the entries of vtables. */
function short(bytes: Uint8Array, seed: Seed, random: Random): Uint8Array {
  if (bytes.length < 2) return bytes;
  const at = place(bytes, seed, random, 2);
  const view = viewOf(bytes);
  const near = view.getUint16(at, true) + ([-4, -2, 2, 4][random.below(4)] ?? 2);
  view.setUint16(at, random.chance(0.4) ? near : (shorts[random.below(shorts.length)] ?? 0), true);
  return bytes;
}

/** Makes an offset point to itself, or back. */
function offsetBack(bytes: Uint8Array, seed: Seed, random: Random): Uint8Array {
  if (bytes.length < 8) return bytes;
  const at = place(bytes, seed, random, 4);
  viewOf(bytes).setInt32(at, -4 * random.below(1 + (at >> 2)), true);
  return bytes;
}

function swapWords(bytes: Uint8Array, seed: Seed, random: Random): Uint8Array {
  if (bytes.length < 4) return bytes;
  const [one, other] = [place(bytes, seed, random, 4), place(bytes, seed, random, 4)];
  const view = viewOf(bytes);
  const kept = view.getInt32(one, true);
  view.setInt32(one, view.getInt32(other, true), true);
  view.setInt32(other, kept, true);
  return bytes;
}

function truncate(bytes: Uint8Array, _: Seed, random: Random): Uint8Array {
  return random.chance(0.5)
    ? bytes.slice(0, random.below(bytes.length))
    : bytes.slice(0, bytes.length - 1 - random.below(16));
}

function copyWithin(bytes: Uint8Array, seed: Seed, random: Random): Uint8Array {
  const [to, from] = [place(bytes, seed, random, 4), place(bytes, seed, random, 4)];
  return bytes.copyWithin(to, from, from + 4 * (1 + random.below(16)));
}

/** Replaces a part by a part of other bytes. */
function splice(bytes: Uint8Array, seed: Seed, random: Random, others: readonly Seed[]): Uint8Array {
  const other = others[random.below(others.length)];
  if (other === undefined) return bytes;
  const from = place(other.bytes, other, random, 8);
  const part = other.bytes.subarray(from, from + 8 * (1 + random.below(32)));
  const at = place(bytes, seed, random, 8);
  bytes.set(part.subarray(0, bytes.length - at), at);
  return bytes;
}

function insertOrDelete(bytes: Uint8Array, seed: Seed, random: Random): Uint8Array {
  const at = place(bytes, seed, random, 8);
  const size = 8 * (1 + random.below(8));
  const [before, after] = [
    bytes.subarray(0, at),
    bytes.subarray(random.chance(0.5) ? at : Math.min(bytes.length, at + size)),
  ];
  const between = after.length + at === bytes.length ? new Uint8Array(size).fill(random.below(256)) : new Uint8Array(0);
  return Uint8Array.from([...before, ...between, ...after]);
}

/** Doubles a message, drops it, or swaps it with another. */
function messageEdit(bytes: Uint8Array, { messages, bytes: { length } }: Seed, random: Random): Uint8Array {
  if (messages.length === 0 || bytes.length !== length) return bytes;
  const part = ({ at, end }: MessageRange) => [...bytes.subarray(at, end)];
  const first = messages[0]?.at ?? 0;
  const last = messages.at(-1)?.end ?? first;
  const order = [...messages];
  const [one, other] = [random.below(order.length), random.below(order.length)];
  const [chosen, second] = [order[one], order[other]];
  if (chosen === undefined || second === undefined) return bytes;
  if (random.chance(0.3)) order.splice(other, 0, chosen);
  else if (random.chance(0.5)) order.splice(one, 1);
  else [order[one], order[other]] = [second, chosen];
  return Uint8Array.from([...bytes.subarray(0, first), ...order.flatMap(part), ...bytes.subarray(last)]);
}
