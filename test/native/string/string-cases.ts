import { Random } from '../random.js';
import { RecordWriter } from '../record-writer.js';
import { type View, writeStringLike, writeView } from './encode-views.js';
import { type Alphabet, randomNeedle, randomSpaced, randomString } from './random-strings.js';

/** The operations in the order of `enum class Operation` in string_cases.cpp. */
const operations = [
  'length',
  'unitAt',
  'at',
  'charAt',
  'slice1',
  'slice2',
  'substring1',
  'substring2',
  'indexOf1',
  'indexOf2',
  'lastIndexOf1',
  'lastIndexOf2',
  'includes1',
  'includes2',
  'startsWith1',
  'startsWith2',
  'endsWith1',
  'endsWith2',
  'trim',
  'trimStart',
  'trimEnd',
  'compare',
  'concat',
] as const;
export type Operation = (typeof operations)[number];

const withNeedle = /^(indexOf|lastIndexOf|includes|startsWith|endsWith|compare|concat)/;
const indexCounts: Partial<Record<Operation, number>> = {
  unitAt: 1,
  at: 1,
  charAt: 1,
  slice1: 1,
  slice2: 2,
  substring1: 1,
  substring2: 2,
  indexOf2: 1,
  lastIndexOf2: 1,
  includes2: 1,
  startsWith2: 1,
  endsWith2: 1,
};

type Result = number | boolean | string | undefined;

/** Returns JavaScript's result. */
function evaluate(operation: Operation, s: string, needle: string, a: number, b: number): Result {
  switch (operation) {
    case 'length':
      return s.length;
    case 'unitAt':
      return s[a];
    case 'at':
      return s.at(a);
    case 'charAt':
      return s.charAt(a);
    case 'slice1':
      return s.slice(a);
    case 'slice2':
      return s.slice(a, b);
    case 'substring1':
      return s.substring(a);
    case 'substring2':
      return s.substring(a, b);
    case 'indexOf1':
      return s.indexOf(needle);
    case 'indexOf2':
      return s.indexOf(needle, a);
    case 'lastIndexOf1':
      return s.lastIndexOf(needle);
    case 'lastIndexOf2':
      return s.lastIndexOf(needle, a);
    case 'includes1':
      return s.includes(needle);
    case 'includes2':
      return s.includes(needle, a);
    case 'startsWith1':
      return s.startsWith(needle);
    case 'startsWith2':
      return s.startsWith(needle, a);
    case 'endsWith1':
      return s.endsWith(needle);
    case 'endsWith2':
      return s.endsWith(needle, a);
    case 'trim':
      return s.trim();
    case 'trimStart':
      return s.trimStart();
    case 'trimEnd':
      return s.trimEnd();
    case 'compare':
      return s === needle ? 0 : s < needle ? -1 : 1;
    case 'concat':
      return s + needle;
  }
}

function randomNumber(random: Random, length: number): number {
  switch (random.below(12)) {
    case 0:
      return random.pick([Number.NaN, -0, Infinity, -Infinity, 0.5, -0.5, -0.999, 1.5]);
    case 1:
      return random.pick([2 ** 31, -(2 ** 31), 2 ** 31 - 1, -(2 ** 31) + 1, 2 ** 32, 1e300, -1e300, 2 ** 53, 5e-324]);
    case 2:
      return random.below(length + 3) + random.pick([0.1, 0.5, 0.999]);
    case 3:
    case 4:
      return -random.below(length + 3);
    case 5:
      return length + random.below(3) - 1;
    default:
      return random.below(length + 2);
  }
}

/** Writes an index argument: an int32, a double, or the position of a search in the receiver or in the string it was cut from. */
function writeIndex(writer: RecordWriter, random: Random, source: string, s: string): number {
  if (random.chance(0.35)) {
    const searchSource = random.chance(0.5);
    const searched = searchSource ? source : s;
    const needle = randomNeedle(random, searched, 'wellFormed').slice(0, 3);
    const last = random.chance(0.3);
    const delta = random.chance(0.4) ? 0 : random.pick([1, -1, 2, -2, 3, -5, 40, -40, 2 ** 31 - 1, -(2 ** 31)]);
    writer.u8(2);
    writer.u8((searchSource ? 1 : 0) | (last ? 2 : 0));
    writeStringLike(writer, random, needle);
    writer.i32(delta);
    return (last ? searched.lastIndexOf(needle) : searched.indexOf(needle)) + delta;
  }
  const number = randomNumber(random, s.length);
  const integer = number === (number | 0) && !Object.is(number, -0);
  if (integer && random.chance(0.7)) {
    writer.u8(0);
    writer.i32(number);
  } else {
    writer.u8(1);
    writer.f64(number);
  }
  return number;
}

function writeResult(writer: RecordWriter, result: Result): void {
  switch (typeof result) {
    case 'number':
      writer.u8(0);
      writer.f64(result);
      break;
    case 'boolean':
      writer.u8(1);
      writer.u8(result ? 1 : 0);
      break;
    case 'string':
      writer.u8(2);
      writer.units(result);
      break;
    default:
      writer.u8(3);
  }
}

/** Returns a string that shares much with another one, so that comparisons do not end at once. */
function relative(random: Random, s: string, alphabet: Alphabet): string {
  switch (random.below(4)) {
    case 0:
      return s;
    case 1:
      return s.slice(0, random.below(s.length + 1)) + randomString(random, alphabet);
    case 2:
      return s.slice(0, random.below(s.length + 1));
    default:
      return randomString(random, alphabet);
  }
}

/** Writes one case: (operation, source, cut of it or not, needle if any, indices, expected result). Returns its description. */
function writeCase(writer: RecordWriter, random: Random, counts: Map<Operation, number>): string {
  const operation = random.pick(operations);
  counts.set(operation, (counts.get(operation) ?? 0) + 1);
  const alphabet = random.pick<Alphabet>(['ascii', 'wellFormed', 'wellFormed', 'any']);
  const source = operation.startsWith('trim') ? randomSpaced(random, alphabet) : randomString(random, alphabet);
  writer.u8(operations.indexOf(operation));
  writeStringLike(writer, random, source);

  let s = source;
  const cut = random.chance(0.4);
  writer.u8(cut ? 1 : 0);
  if (cut) {
    const from = random.below(source.length + 1);
    const to = random.chance(0.3) ? 0x7fffffff : random.below(source.length + 2);
    writer.i32(from);
    writer.i32(to);
    s = source.slice(from, to);
  }

  let needle = '';
  if (withNeedle.test(operation)) {
    needle =
      operation === 'compare' || operation === 'concat'
        ? relative(random, s, alphabet)
        : randomNeedle(random, random.chance(0.8) ? s : source, alphabet);
    writeStringLike(writer, random, needle);
  }

  const indices = [0, 0];
  const count = indexCounts[operation] ?? 0;
  for (let i = 0; i < count; i++) indices[i] = writeIndex(writer, random, source, s);
  const [a = 0, b = 0] = indices;
  const result = evaluate(operation, s, needle, a, b);
  writeResult(writer, result);
  return `${operation}: ${JSON.stringify({ source, s, needle, a: String(a), b: String(b), result })}`;
}

export interface StringCases {
  readonly records: Buffer;
  readonly counts: ReadonlyMap<Operation, number>;
  readonly describe: (index: number) => string;
}

/** Returns `count` random cases of every operation, with JavaScript's results. */
export function stringCases(seed: number, count: number): StringCases {
  const writer = new RecordWriter();
  const random = new Random(seed);
  const counts = new Map<Operation, number>();
  for (let i = 0; i < count; i++) writeCase(writer, random, counts);
  return {
    records: writer.take(),
    counts,
    describe: (index) => {
      const again = new Random(seed);
      const scratch = new RecordWriter();
      let description = '';
      for (let i = 0; i <= index; i++) description = writeCase(scratch, again, new Map());
      return description;
    },
  };
}

function damagedView(random: Random): View {
  const size = random.below(random.pick([2, 4, 9, 24]));
  const bytes = Uint8Array.from({ length: size }, () =>
    random.chance(0.3)
      ? random.below(128)
      : random.pick([0xf0, 0xf4, 0xff, 0x9f, 0x80, 0xbf, 0xe2, 0xed, 0xa0, 0xc3, 0xee]),
  );
  return { bytes, flags: size === 0 ? 0 : random.below(16) };
}

/** Returns views whose bytes break the promise of their flags (memory that changed during the call), for memory safety alone. */
export function damagedCases(seed: number, count: number): Buffer {
  const writer = new RecordWriter();
  const random = new Random(seed);
  for (let i = 0; i < count; i++) {
    const pieces = 1 + random.below(3);
    writer.u8(random.below(2));
    writer.u8(pieces);
    for (let piece = 0; piece < pieces; piece++) writeView(writer, damagedView(random));
    writer.u8(0);
    writer.u8(1);
    writeView(writer, damagedView(random));
    writer.i32(random.below(12) - 5);
    writer.i32(random.below(12) - 5);
  }
  return writer.take();
}
