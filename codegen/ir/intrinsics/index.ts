/**
 * The functions of the platform that are compiled. A new function belongs in the file of its family; a new family belongs in the list
 * below.
 */
import { bigintOperations } from './bigint-operations.js';
import { checkedIntegers } from './checked-integers.js';
import { columns } from './columns.js';
import { constantIndices } from './constant-indices.js';
import { dates } from './dates.js';
import { extremes } from './extremes.js';
import { hashes } from './hashes.js';
import { integerBits } from './integer-bits.js';
import type { Intrinsic } from './intrinsic.js';
import { numberTests } from './number-tests.js';
import { numberTexts } from './number-texts.js';
import { parsers } from './parsers.js';
import { rounding } from './rounding.js';
import { transcendental } from './transcendental.js';

export type { Intrinsic, Parameter, Service } from './intrinsic.js';

const families: readonly (readonly Intrinsic[])[] = [
  rounding,
  transcendental,
  extremes,
  integerBits,
  checkedIntegers,
  numberTests,
  bigintOperations,
  constantIndices,
  parsers,
  numberTexts,
  dates,
  hashes,
  columns,
];

const byName: ReadonlyMap<string, Intrinsic> = new Map(families.flat().map((intrinsic) => [intrinsic.name, intrinsic]));

/** Returns the intrinsic with a name, or undefined. */
export function findIntrinsic(name: string): Intrinsic | undefined {
  return byName.get(name);
}

/** Returns the intrinsic that a call names. */
export function intrinsicOf({ intrinsic }: { readonly intrinsic: string }): Intrinsic {
  const found = byName.get(intrinsic);
  if (!found) throw new RangeError(`There is no intrinsic ${intrinsic}`);
  return found;
}

/** Returns the functions of a built-in object that are compiled: `floor` for `Math`. */
export function membersOf(object: string): readonly string[] {
  return [...byName.keys()]
    .filter((name) => name.startsWith(`${object}.`))
    .map((name) => name.slice(object.length + 1))
    .filter((name) => !name.includes('.'))
    .sort();
}
