import type { Alphabet } from '../automaton/alphabet.js';

/** The characters at which a search goes on: those in ranges of ASCII, and all others if `others` is set. */
export interface SkipSet {
  /** Three ranges, which may be equal. */
  readonly ranges: readonly (readonly [first: number, last: number])[];
  readonly others: boolean;
}

const mostRanges = 3;

/** Characters that are most of a text: searching for more than a few of them costs more than going through the text. */
const frequent = ' etaoinsrhldcum';
const mostFrequent = 2;

/**
 * Returns the characters that leave a state, if a vectorised search for them pays: ranges that cover them, with others where there would be
 * more than three.
 *
 * @param stays True for the classes that do not leave the state.
 */
export function skipSet({ ascii, ranges }: Alphabet, stays: (characterClass: number) => boolean): SkipSet | undefined {
  const found: [number, number][] = [];
  ascii.forEach((characterClass, character) => {
    if (stays(characterClass)) return;
    const last = found.at(-1);
    if (last && last[1] === character - 1) last[1] = character;
    else found.push([character, character]);
  });
  while (found.length > mostRanges) joinNearest(found);
  const covers = (letter: string) =>
    found.some(([first, last]) => first <= letter.charCodeAt(0) && letter.charCodeAt(0) <= last);
  const [first] = found;
  if (first === undefined || [...frequent].filter(covers).length > mostFrequent) return undefined;
  while (found.length < mostRanges) found.push(first);
  return { ranges: found, others: !ranges.every(({ characterClass }) => stays(characterClass)) };
}

/** Joins the two neighbouring ranges with the fewest characters between them. */
function joinNearest(ranges: [number, number][]): void {
  const gaps = ranges.slice(1).map(([first], place) => first - (ranges[place]?.[1] ?? 0));
  const place = gaps.indexOf(Math.min(...gaps));
  const [left, right] = [ranges[place], ranges[place + 1]];
  if (left && right) ranges.splice(place, 2, [left[0], right[1]]);
}
