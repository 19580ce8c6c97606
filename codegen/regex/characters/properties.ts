import { CharacterSet, type Range } from './character-set.js';

const known = new Map<string, CharacterSet>();

/** Returns the code points with a property of Unicode, such as `L` or `Script=Greek`, as the running Node knows them. */
export function propertySet(property: string): CharacterSet {
  const set = known.get(property) ?? computeSet(property);
  known.set(property, set);
  return set;
}

let scalars: string | undefined;

/** All code points but surrogates, in order. */
function scalarValues(): string {
  if (scalars !== undefined) return scalars;
  const planes: string[] = [];
  for (let block = 0; block < 0x110000; block += 0x800)
    if (block !== 0xd800)
      planes.push(String.fromCodePoint(...Array.from({ length: 0x800 }, (_, place) => block + place)));
  scalars = planes.join('');
  return scalars;
}

/** Returns the code point at a unit of `scalarValues`. */
function codePointAt(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xf800 ? unit + 0x800 : 0x10000 + (unit - 0xf800) / 2;
}

const surrogates = CharacterSet.of([0xd800, 0xdfff]);

function computeSet(property: string): CharacterSet {
  const runs: Range[] = [];
  for (const { index, 0: run } of scalarValues().matchAll(new RegExp(`\\p{${property}}+`, 'gu')))
    runs.push([codePointAt(index), codePointAt(index + run.length) - 1]);
  const single = new RegExp(`\\p{${property}}`, 'u');
  const halves = Array.from({ length: 0x800 }, (_, place) => 0xd800 + place);
  const members = halves.filter((code) => single.test(String.fromCharCode(code)));
  // A run across the surrogates' place does not contain them.
  return CharacterSet.of(...runs)
    .difference(surrogates)
    .union(CharacterSet.ofCharacters(members));
}
