/** The functions of the platform that are compiled. To add one, add it to the file of its family, or a family here. */
import { bigintOperations } from './bigint-operations.js';
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

/** Undefined where there is none of the name. */
export function findIntrinsic(name: string): Intrinsic | undefined {
  return byName.get(name);
}

/** The function that a call names. */
export function intrinsicOf({ intrinsic }: { readonly intrinsic: string }): Intrinsic {
  const found = byName.get(intrinsic);
  if (!found) throw new RangeError(`There is no intrinsic ${intrinsic}`);
  return found;
}

/** The functions of a built-in object that are compiled: `floor` of `Math`. */
export function membersOf(object: string): readonly string[] {
  return [...byName.keys()]
    .filter((name) => name.startsWith(`${object}.`))
    .map((name) => name.slice(object.length + 1))
    .filter((name) => !name.includes('.'))
    .sort();
}
