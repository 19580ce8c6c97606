// Transforms fused into one row function. Values change as columns between them would change them. Stages filter rows, keep columns and
// have params, and constants of two modules share a name.
import { bool, float32, float64, int8, int32, int64, nullable, pipe, timestamp, transform, uint8, uint32, utf8 } from 'rowfuse';
import { longerThan, separator as other } from './stages.js';

const separator = ', ';

/** Gives text whose surrogate halves a column would replace. */
export const pipedHalves = transform({
  input: { name: utf8, count: int32 },
  output: { left: utf8, right: nullable(utf8), both: utf8 },
  row({ name, count }) {
    const at = Math.abs(count) % 7;
    return { left: name.slice(0, at), right: name[at] as string, both: name.charAt(at) + name.charAt(at + 1) };
  },
});

export const pipedJoin = transform({
  input: { left: utf8, right: nullable(utf8), both: utf8 },
  output: utf8,
  row: ({ left, right, both }) => `${left.length}${separator}${right ?? 'none'}${separator}${both.isWellFormed()}${left}${right}`,
});

export const halvesThroughColumns = pipe(pipedHalves, pipedJoin);

export const pipedTrim = transform({ input: { text: utf8 }, output: utf8, row: ({ text }) => text.trim() });
export const pipedUpper = transform({ input: { words: utf8 }, output: utf8, row: ({ words }) => words.toUpperCase() });
export const pipedFirst = transform({
  input: { name: utf8 },
  output: utf8,
  row({ name }) {
    const space = name.indexOf(' ');
    if (space < 0) return name;
    return name.charAt(space + 1) + other + name.slice(0, space);
  },
});

/** A stage that computes nothing. */
const unexportedStage = transform({ input: { words: utf8 }, output: utf8, row: ({ words }) => words.replaceAll('a', ' b') });
export const throughUnexported = pipe(unexportedStage, pipedFirst);

export const trimmedFirst = pipe(pipedTrim, pipedFirst);
/** A stage that is written in place, and an alias of one. */
const firstAgain = pipedFirst;
export const trimmedFirstInPlace = pipe(
  transform({ input: { text: utf8 }, output: utf8, row: ({ text }) => text.trim() }),
  firstAgain,
);
/** A pipe as a stage, and case mapping that no column ever holds. */
export const trimmedUpperFirst = pipe(pipedTrim, pipedUpper, pipedFirst, pipedUpper);

/** Numbers that columns round, and refuse. */
export const pipedNumbers = transform({
  input: { x: float64, n: int32, big: int64, maybe: nullable(float64) },
  output: {
    small: int8,
    byte: nullable(uint8),
    unsigned: uint32,
    rounded: float32,
    wide: int64,
    time: timestamp('ms'),
    flag: nullable(bool),
  },
  row: ({ x, n, big, maybe }) => ({
    small: n % 128,
    byte: maybe === null ? (undefined as unknown as null) : Math.abs(Math.trunc(maybe)) % 300,
    unsigned: n >>> 0,
    rounded: x,
    wide: big / 3n,
    time: Math.trunc(x % 1e9),
    flag: n === 0 ? null : n > 0,
  }),
});

export const pipedSum = transform({
  input: { small: int8, byte: nullable(uint8), rounded: float32, unsigned: uint32, wide: int64, time: timestamp('ms'), flag: nullable(bool) },
  output: { sum: float64, text: utf8, isNegativeZero: bool },
  row: ({ small, byte, rounded, unsigned, wide, time, flag }) => ({
    sum: small + (byte ?? 1000) + rounded + unsigned,
    text: `${wide}|${time}|${flag}|${byte}|${rounded}`,
    isNegativeZero: 1 / small === -Infinity,
  }),
});

export const numbersThroughColumns = pipe(pipedNumbers, pipedSum);

/** Filters twice, and keeps a column. */
export const pipedLong = transform({
  input: { id: int32, text: nullable(utf8), limit: uint8 },
  output: { words: nullable(utf8) },
  params: { least: int32 },
  keep: ['id'],
  where: ({ text, limit }, { params: { least } }) => longerThan(text, Math.min(limit, Math.abs(least) % 5)),
  row: ({ text }) => ({ words: text?.trim() as string | null }),
});

export const pipedEven = transform({
  input: { id: int32, words: nullable(utf8) },
  output: { shown: utf8 },
  params: { least: int32, mark: utf8 },
  keep: ['id', 'words'],
  where({ id, words }) {
    if (words === null) return false;
    return id % 2 === 0;
  },
  row: ({ id, words }, { params }) => ({ shown: `${params.mark}${id + params.least}${words}` }),
});

export const filteredTwice = pipe(pipedLong, pipedEven);

/** The numbers of rows before any filter. */
export const pipedNumbered = transform({
  input: { text: utf8 },
  output: { row: int32, text: utf8 },
  row: ({ text }, { index }) => ({ row: index, text }),
});

export const pipedOdd = transform({
  input: { row: int32, text: utf8 },
  output: { text: utf8 },
  keep: ['row'],
  where: ({ row, text }) => row % 2 === 1 && text !== '',
  row: ({ row, text }) => ({ text: `${row}${separator}${text}` }),
});

export const oddRows = pipe(pipedNumbered, pipedOdd);

/** Loops in both stages: their steps are counted together. */
export const pipedCount = transform({
  input: { text: utf8 },
  output: { text: utf8, vowels: int32 },
  row({ text }) {
    let vowels = 0;
    for (const character of text) if ('aeiou'.includes(character)) vowels += 1;
    let at = 0;
    while (at < text.length && text[at] !== ' ') at += 1;
    return { text: text.slice(at), vowels };
  },
});

export const pipedRepeat = transform({
  input: { text: utf8, vowels: int32 },
  output: utf8,
  row({ text, vowels }) {
    let result = '';
    for (let left = vowels % 100; left > 0; left -= 1) result += text.charAt(left);
    return result;
  },
});

export const loopsInStages = pipe(pipedCount, pipedRepeat);
