import { formOf, int64Range, rangeWithin, uint64Range } from '../../ir/bigint-range.js';
import type { Constant } from '../../ir/constant-value.js';
import type { Find } from '../../ir/expression.js';
import { displacedSlots } from './displaced-slots.js';
import { bitsOf } from './double-bits.js';

/** The way in which native code finds the index of a 64-bit key. */
export type KeyFinding =
  | { readonly kind: 'none' }
  /** Compares with every key. The keys are in the order of their indices, from 0. */
  | { readonly kind: 'compare'; readonly keys: readonly bigint[] }
  /** The index is the distance from `base`. */
  | { readonly kind: 'consecutive'; readonly base: bigint; readonly count: number }
  /** An index for every key from `base` on, or -1 for keys between. */
  | { readonly kind: 'dense'; readonly base: bigint; readonly indices: readonly number[] }
  | {
      readonly kind: 'hash';
      readonly displacements: readonly number[];
      readonly slots: readonly bigint[];
      readonly indices: readonly number[];
    }
  /** Keys in ascending order. */
  | { readonly kind: 'sorted'; readonly keys: readonly bigint[]; readonly indices: readonly number[] };

/** The indices of values that are not found by a key. */
export interface SpecialIndices {
  readonly nan: number;
  readonly null: number;
  readonly undefined: number;
}

/** The way in which native code finds which of many constants a value is. */
export type Finding =
  | { readonly kind: 'keys'; readonly keys: 'integer' | 'double bits'; readonly finding: KeyFinding }
  | { readonly kind: 'narrowed'; readonly form: 'int64' | 'uint64'; readonly finding: KeyFinding }
  | TextFinding
  /** Compares with one constant after the other. */
  | { readonly kind: 'each' };

/** Hashes a string, then compares it with one constant. */
export interface TextFinding {
  readonly kind: 'text hash';
  readonly texts: readonly string[];
  /** Finds the hash of a string of more than one byte. */
  readonly finding: KeyFinding;
  /** The least and the most bytes of such a string. */
  readonly shortest: number;
  readonly longest: number;
  /** The index for each ASCII character, or -1, if strings of one character are among the constants. */
  readonly units: readonly number[] | undefined;
}

/** At most this many keys are compared one by one. */
const mostCompared = 4;
/** At most this many strings are compared one by one: each comparison begins with the sizes. */
const mostStrings = 6;
/** The most places of a dense table per key, and in all: 128 KiB. */
const mostPlacesPerKey = 8n;
const mostPlaces = 65_536n;
const asciiCount = 128;
/** With more keys than this, a binary search needs less memory and less build time. */
const mostHashed = 1 << 17;

/** Chooses the search. It depends only on the constants and on the operand's representation. */
export function chooseFinding({ operand, keys }: Pick<Find, 'operand' | 'keys'>): Finding {
  const { core } = operand.type;
  // null, undefined and NaN have an index, but no place among the keys.
  const entries = keys.flatMap((key, index) => (isSpecial(key) ? [] : [{ key, index }]));
  switch (core.kind) {
    case 'bigint': {
      const bigints = entries.flatMap(({ key, index }) => (typeof key === 'bigint' ? [{ key, index }] : []));
      if (formOf(core.range) !== 'int128') return { kind: 'keys', keys: 'integer', finding: chooseKeys(bigints) };
      const form = (['int64', 'uint64'] as const).find((name) =>
        bigints.every(({ key }) => rangeWithin({ min: key, max: key }, name === 'int64' ? int64Range : uint64Range)),
      );
      return form ? { kind: 'narrowed', form, finding: chooseKeys(bigints) } : { kind: 'each' };
    }
    case 'boolean':
      return {
        kind: 'keys',
        keys: 'integer',
        finding: chooseKeys(entries.map(({ key, index }) => ({ key: key === true ? 1n : 0n, index }))),
      };
    case 'number': {
      const numbers = entries.flatMap(({ key, index }) => (typeof key === 'number' ? [{ key, index }] : []));
      const areIntegers = numbers.every(({ key }) => Number.isSafeInteger(key));
      if (core.form !== 'double' || areIntegers) {
        const integers = numbers.filter(({ key }) => Number.isSafeInteger(key));
        const found = integers.map(({ key, index }) => ({ key: BigInt(key), index }));
        return { kind: 'keys', keys: 'integer', finding: chooseKeys(found) };
      }
      const bits = numbers.map(({ key, index }) => ({ key: bitsOf(key), index }));
      return { kind: 'keys', keys: 'double bits', finding: chooseKeys(bits) };
    }
    case 'string':
      return chooseTexts(entries, keys.length) ?? { kind: 'each' };
    default:
      return { kind: 'each' };
  }
}

function isSpecial(key: Constant): boolean {
  return key === null || key === undefined || Number.isNaN(key);
}

/** Returns the indices of NaN, null and undefined among the keys, or -1. */
export function specialIndices(keys: readonly Constant[]): SpecialIndices {
  return { nan: keys.findIndex(Number.isNaN), null: keys.indexOf(null), undefined: keys.indexOf(undefined) };
}

function chooseTexts(
  entries: readonly { readonly key: Constant; readonly index: number }[],
  count: number,
): Finding | undefined {
  const texts = entries.map(({ key }) => String(key));
  if (texts.length <= mostStrings || texts.length < count || !texts.every((text) => text.isWellFormed()))
    return undefined;
  const longer = entries.filter(({ key }) => !isAsciiUnit(String(key)));
  const hashes = longer.map(({ key, index }) => ({ key: hashOfText(String(key)), index }));
  // Two strings with the same hash: the probability is 2^-64 per pair.
  if (new Set(hashes.map(({ key }) => key)).size < hashes.length) return undefined;
  const sizes = longer.map(({ key }) => Buffer.byteLength(String(key)));
  return {
    kind: 'text hash',
    texts,
    finding: chooseKeys(hashes),
    shortest: sizes.reduce((least, size) => Math.min(least, size), Number.MAX_SAFE_INTEGER),
    longest: sizes.reduce((most, size) => Math.max(most, size), 0),
    units: longer.length < entries.length ? indicesOfUnits(entries) : undefined,
  };
}

function isAsciiUnit(text: string): boolean {
  return text.length === 1 && text.charCodeAt(0) < asciiCount;
}

function indicesOfUnits(entries: readonly { readonly key: Constant; readonly index: number }[]): readonly number[] {
  const indices = Array.from({ length: asciiCount }, () => -1);
  for (const { key, index } of entries) if (isAsciiUnit(String(key))) indices[String(key).charCodeAt(0)] = index;
  return indices;
}

/** Hashes a text as `text_hash` in value/lookup.hpp does. */
function hashOfText(text: string): bigint {
  const bytes = Buffer.from(text, 'utf8');
  let hash = BigInt.asUintN(64, BigInt(bytes.length) * 0x9e3779b97f4a7c15n);
  for (let at = 0; at < bytes.length; at += 4) {
    const word = bytes.readUIntLE(at, Math.min(4, bytes.length - at));
    hash = BigInt.asUintN(64, (hash ^ BigInt(word)) * 0xd6e8feb86659fd93n);
    hash ^= hash >> 29n;
  }
  return hash;
}

/** Chooses how to find one of the keys, which are all within int64 or all within uint64, each once. */
function chooseKeys(entries: readonly { readonly key: bigint; readonly index: number }[]): KeyFinding {
  const sorted = [...entries].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const [least] = sorted;
  const greatest = sorted.at(-1);
  if (!least || !greatest) return { kind: 'none' };
  const count = sorted.length;
  const span = greatest.key - least.key + 1n;
  const isConsecutive = span === BigInt(count) && sorted.every(({ index }, place) => index === place);
  if (isConsecutive) return { kind: 'consecutive', base: least.key, count };
  const isInOrder = entries.every(({ index }, place) => index === place);
  if (count <= mostCompared && isInOrder) return { kind: 'compare', keys: entries.map(({ key }) => key) };
  if (span <= BigInt(count) * mostPlacesPerKey && span <= mostPlaces) {
    const indices = Array.from({ length: Number(span) }, () => -1);
    for (const { key, index } of sorted) indices[Number(key - least.key)] = index;
    return { kind: 'dense', base: least.key, indices };
  }
  return (count <= mostHashed ? hash(sorted) : undefined) ?? halving(sorted);
}

function hash(entries: readonly { readonly key: bigint; readonly index: number }[]): KeyFinding | undefined {
  const found = displacedSlots(entries.map(({ key }) => key));
  if (!found) return undefined;
  const byKey = new Map(entries.map(({ key, index }) => [BigInt.asUintN(64, key), index]));
  return { kind: 'hash', ...found, indices: found.slots.map((slot) => byKey.get(slot) ?? 0) };
}

function halving(entries: readonly { readonly key: bigint; readonly index: number }[]): KeyFinding {
  const unsigned = entries.map(({ key, index }) => ({ key: BigInt.asUintN(64, key), index }));
  unsigned.sort((a, b) => (a.key < b.key ? -1 : 1));
  return { kind: 'sorted', keys: unsigned.map(({ key }) => key), indices: unsigned.map(({ index }) => index) };
}

/** Describes a search in words. */
export function describeFinding(finding: Finding): string {
  switch (finding.kind) {
    case 'each':
      return 'compared one after the other';
    case 'text hash':
      return `${describeKeys(finding.finding)}, of a hash of its bytes, then compared with one`;
    case 'keys':
    case 'narrowed':
      return describeKeys(finding.finding);
  }
}

function describeKeys(finding: KeyFinding): string {
  switch (finding.kind) {
    case 'none':
      return 'never';
    case 'compare':
      return 'compared one after the other';
    case 'consecutive':
      return 'by its distance from the first';
    case 'dense':
      return `a table of ${finding.indices.length} places`;
    case 'hash':
      return `a perfect hash, ${finding.slots.length} slots of 8 bytes`;
    case 'sorted':
      return `halving ${finding.keys.length} sorted keys`;
  }
}
