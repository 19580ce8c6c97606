import { formOf, int64Range, rangeWithin, uint64Range } from '../../ir/bigint-range.js';
import type { Expression, Member } from '../../ir/expression.js';
import { allExpressions } from '../../ir/rewrite.js';
import type { Constant, RowFunction } from '../../ir/row-function.js';
import { displacedSlots } from './displaced-slots.js';
import { bitsOf } from './double-bits.js';
import { chooseFinding, describeFinding, type Finding } from './lookup.js';

/** The way in which native code searches for a 64-bit key among constants. */
export type KeySearch =
  | { readonly kind: 'none' }
  /** Compares with every key. */
  | { readonly kind: 'compare'; readonly keys: readonly bigint[] }
  /** Bit `i` of the words stands for `base + i`. */
  | { readonly kind: 'mask'; readonly base: bigint; readonly words: readonly bigint[] }
  /** `slots[(key - base) * multiplier >>> (32 - bits)]`, for keys less than 2^32 from `base`. */
  | HashSearch
  /** `slots[key * multiplier >>> (64 - bits)]`. */
  | {
      readonly kind: 'wide hash';
      readonly multiplier: bigint;
      readonly bits: number;
      readonly slots: readonly bigint[];
    }
  | { readonly kind: 'displaced hash'; readonly displacements: readonly number[]; readonly slots: readonly bigint[] };

interface HashSearch {
  readonly kind: 'hash';
  readonly base: bigint;
  readonly multiplier: bigint;
  readonly bits: number;
  readonly slots: readonly bigint[];
}

/** The way in which native code decides whether a value is one of many constants. */
export type Search =
  /** By 64-bit keys: integers themselves, or the bits of doubles. */
  | { readonly kind: 'keys'; readonly keys: 'integer' | 'double bits'; readonly search: KeySearch }
  /** By 64-bit keys, for a bigint of 128 bits that has to fit in them. */
  | { readonly kind: 'narrowed'; readonly form: 'int64' | 'uint64'; readonly search: KeySearch }
  /** Switches on a string's size in bytes, then compares with each string of that size. */
  | { readonly kind: 'sizes' }
  /** Finds the index among many constants. */
  | { readonly kind: 'found'; readonly finding: Finding }
  /** Compares with one constant after the other. */
  | { readonly kind: 'each' };

/** At most this many keys are compared one by one: a hash costs as many instructions, and a load. */
const mostCompared = 4;
/** The most words of a bit mask: 64 are 512 bytes, well within the first-level cache. */
const mostWords = 64;
/** With more keys than this, trying multipliers finds none without collisions. */
const mostHashed = 48;
const mostTries = 200_000;
/** At most this many strings are compared one by one: each comparison begins with the sizes. */
const mostStrings = 3;
/** With more strings than this, many have the same size: a hash tells which one to compare. */
const mostSized = 24;
/** With more keys than this, the search uses tables in memory. */
const mostInTypes = 256;

/** Chooses the search. It depends only on the constants and on the operand's representation. */
export function chooseSearch(e: Member): Search {
  const { core } = e.operand.type;
  if (e.elements.length > (core.kind === 'string' ? mostSized : mostInTypes)) {
    const finding = chooseFinding({ operand: e.operand, keys: e.elements });
    if (finding.kind !== 'each') return { kind: 'found', finding };
  }
  return chooseSmall(e);
}

function chooseSmall({ operand, elements }: Member): Search {
  const { core } = operand.type;
  const values = elements.filter((element) => element !== null && element !== undefined);
  switch (core.kind) {
    case 'bigint': {
      const form = formOf(core.range);
      const keys = values.filter((value) => typeof value === 'bigint');
      if (form !== 'int128') return { kind: 'keys', keys: 'integer', search: searchKeys(keys) };
      const narrow = (['int64', 'uint64'] as const).find((name) =>
        keys.every((key) => rangeWithin({ min: key, max: key }, name === 'int64' ? int64Range : uint64Range)),
      );
      return narrow ? { kind: 'narrowed', form: narrow, search: searchKeys(keys) } : { kind: 'each' };
    }
    case 'number': {
      const numbers = values.filter((value) => typeof value === 'number').filter((value) => !Number.isNaN(value));
      const integers = numbers.filter(Number.isSafeInteger).map(BigInt);
      if (core.form !== 'double' || integers.length === numbers.length) {
        return { kind: 'keys', keys: 'integer', search: searchKeys(integers) };
      }
      return { kind: 'keys', keys: 'double bits', search: searchKeys(numbers.map(bitsOf)) };
    }
    case 'string':
      return core.pieces === 1 && values.length > mostStrings && values.every(isWellFormed)
        ? { kind: 'sizes' }
        : { kind: 'each' };
    case 'boolean':
    case 'array':
    case 'match':
    case 'reference':
    case 'variant':
    case 'nothing':
      return { kind: 'each' };
  }
}

function isWellFormed(value: Constant): boolean {
  return typeof value === 'string' && value.isWellFormed();
}

/** Chooses how to find one of the keys, which are all within int64 or all within uint64. */
function searchKeys(given: readonly bigint[]): KeySearch {
  const keys = [...new Set(given)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const [least] = keys;
  const greatest = keys.at(-1);
  if (least === undefined || greatest === undefined) return { kind: 'none' };
  const span = greatest - least + 1n;
  if (keys.length > 1 && span <= 64n) return mask(keys, least, 1);
  if (keys.length <= mostCompared) return { kind: 'compare', keys };
  // A mask of several words is used if it takes no more memory than the keys themselves.
  const words = Number((span + 63n) / 64n);
  if (words <= mostWords && words <= keys.length) return mask(keys, least, words);
  if (keys.length <= mostHashed) {
    const found = span <= 2n ** 32n ? hash(keys, least) : wideHash(keys);
    if (found) return found;
  }
  return displacedHash(keys) ?? { kind: 'compare', keys };
}

function mask(keys: readonly bigint[], base: bigint, count: number): KeySearch {
  const words = Array.from({ length: count }, () => 0n);
  for (const key of keys) {
    const bit = Number(key - base);
    words[bit >> 6] = (words[bit >> 6] ?? 0n) | (1n << BigInt(bit & 63));
  }
  return { kind: 'mask', base, words };
}

function hash(keys: readonly bigint[], base: bigint): KeySearch | undefined {
  const offsets = keys.map((key) => Number(key - base));
  for (const bits of slotBits(keys.length)) {
    const multiplier = tryMultipliers(offsets.length, bits, (random) => {
      const factor = (random() | 1) >>> 0;
      return { factor, slotsOf: () => offsets.map((offset) => Math.imul(offset, factor) >>> (32 - bits)) };
    });
    if (!multiplier) continue;
    const slots = fill(offsets.map(BigInt), multiplier.slots, 2 ** bits);
    return { kind: 'hash', base, multiplier: BigInt(multiplier.factor), bits, slots };
  }
  return undefined;
}

function wideHash(keys: readonly bigint[]): KeySearch | undefined {
  const unsigned = keys.map((key) => BigInt.asUintN(64, key));
  for (const bits of slotBits(keys.length)) {
    const multiplier = tryMultipliers(keys.length, bits, (random) => {
      const factor = (BigInt(random()) << 32n) | BigInt((random() | 1) >>> 0);
      const slotsOf = () => unsigned.map((key) => Number(BigInt.asUintN(64, key * factor) >> BigInt(64 - bits)));
      return { factor, slotsOf };
    });
    if (!multiplier) continue;
    return {
      kind: 'wide hash',
      multiplier: multiplier.factor,
      bits,
      slots: fill(unsigned, multiplier.slots, 2 ** bits),
    };
  }
  return undefined;
}

/** The sizes of tables to try, as powers of two, beginning with the smallest possible. A table of one cache line costs least to read. */
function slotBits(count: number): readonly number[] {
  const least = Math.ceil(Math.log2(count));
  return [least, least + 1, least + 2, least + 3, least + 4];
}

/** Returns the first multiplier of a fixed sequence that gives each key a slot of its own. */
function tryMultipliers<Factor>(
  count: number,
  bits: number,
  draw: (random: () => number) => { readonly factor: Factor; readonly slotsOf: () => readonly number[] },
): { readonly factor: Factor; readonly slots: readonly number[] } | undefined {
  // Sizes with almost no chance are skipped, to save build time. The birthday bound gives the chance that all slots differ.
  let chance = 1;
  for (let index = 0; index < count; index += 1) chance *= 1 - index / 2 ** bits;
  if (chance * mostTries < 10) return undefined;
  const random = xorshift(0x9e3779b9);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { factor, slotsOf } = draw(random);
    const slots = slotsOf();
    if (new Set(slots).size === count) return { factor, slots };
  }
  return undefined;
}

/** Fills the slots. A slot without a key holds the key of another slot, which no key that hashes to this slot can equal. */
function fill(keys: readonly bigint[], places: readonly number[], count: number): readonly bigint[] {
  const slots = Array.from({ length: count }, () => keys[0] ?? 0n);
  keys.forEach((key, index) => {
    slots[places[index] ?? 0] = key;
  });
  return slots;
}

function displacedHash(keys: readonly bigint[]): KeySearch | undefined {
  const found = displacedSlots(keys);
  return found && { kind: 'displaced hash', ...found };
}

/** G. Marsaglia's xorshift32, which gives the same numbers in every build. */
function xorshift(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** Returns one line per test for membership and per lookup, for `explain`. */
export function describeMemberships(fn: RowFunction): readonly string[] {
  return allExpressions(fn.body).flatMap((e) => {
    if (e.kind === 'find')
      return [`which of ${e.keys.length} ${kindOf(e.operand)}s: ${describeFinding(chooseFinding(e))}`];
    return e.kind === 'member' ? [describe(e)] : [];
  });
}

function kindOf({ type: { core } }: Expression): string {
  return core.kind === 'nothing' ? 'value' : core.kind;
}

function describe(e: Member): string {
  const search = chooseSearch(e);
  return `one of ${e.elements.length} ${kindOf(e.operand)}s: ${describeSearch(search)}`;
}

function describeSearch(search: Search): string {
  if (search.kind === 'found') return describeFinding(search.finding);
  if (search.kind === 'each') return 'compared one after the other';
  if (search.kind === 'sizes') return 'by size in bytes, then compared with those of that size';
  switch (search.search.kind) {
    case 'none':
      return 'never';
    case 'compare':
      return 'compared one after the other';
    case 'mask':
      return `a bit mask of ${search.search.words.length * 64} bits`;
    case 'hash':
      return `a perfect hash, ${search.search.slots.length} slots of 4 bytes`;
    case 'wide hash':
    case 'displaced hash':
      return `a perfect hash, ${search.search.slots.length} slots of 8 bytes`;
  }
}
