import { Random } from '../random.js';
import { RecordWriter } from '../record-writer.js';
import { writeStringLike } from './encode-views.js';

/** Characters that map to others, to several, to longer and shorter ones; neighbours of a sigma; surrogate halves. */
const units: readonly [string, ...string[]] = [
  ...['a', 'b', 'B', 'z', 'Z', '@', '[', '`', '{', '1', ' ', '.', "'", ':', '-', '\u00ad', '\u0301', '\u0345', 'ʰ'],
  ...['ß', 'ŉ', 'İ', 'ı', 'Σ', 'Σ', 'σ', 'ς', 'ﬃ', 'ΐ', 'ǅ', 'ᾳ', 'ᾼ', 'ſ', 'K', 'Å', 'Ⱥ', 'ɐ', 'ẞ', 'é', 'É', '✓'],
  ...['😀', '𐐀', '𐐨', '\ud83d', '\ude00', '\ud801', '\udc28', 'hello', 'World ', 'straße', 'ΟΔΟΣ'],
] as [string, ...string[]];

function randomText(random: Random): string {
  const ascii = random.chance(0.3);
  return Array.from({ length: random.below(9) }, () =>
    ascii ? random.pick(['a', 'B', 'z', 'Z', '@', '[', '`', '{', 'hello', 'WORLD! ']) : random.pick(units),
  ).join('');
}

interface Case {
  readonly upper: boolean;
  readonly source: string;
  readonly needle: string;
  readonly a: number;
  readonly b: number;
}

function writeCase(writer: RecordWriter, random: Random): Case {
  const upper = random.chance(0.5);
  const source = randomText(random);
  const s = upper ? source.toUpperCase() : source.toLowerCase();
  writer.u8(upper ? 0 : 1);
  writeStringLike(writer, random, source);
  const from = random.below(s.length + 1);
  const whole = random.chance(0.15);
  const raw = whole
    ? random.pick([source, s])
    : random.chance(0.8)
      ? s.slice(from, from + random.below(5))
      : randomText(random);
  const lowered = random.chance(0.2);
  writer.u8(lowered ? 1 : 0);
  const records = new RecordWriter();
  // Only a needle of one view is mapped.
  writeStringLike(records, random, raw);
  const bytes = records.take();
  writer.bytes(bytes);
  const needle = lowered && bytes[0] === 0 ? raw.toLowerCase() : raw;
  const a = random.below(s.length + 3) - random.below(4);
  const b = random.pick([random.below(s.length + 2), -random.below(4), Number.NaN, Infinity, 1.5]);
  writer.i32(a);
  writer.f64(b);
  for (const text of [
    s,
    s[a] ?? '',
    s.at(a) ?? '',
    s.charAt(a),
    s.slice(a),
    s.slice(a, b),
    s.substring(a, b),
    s.slice(a).slice(1, b),
    s.toUpperCase(),
    s.toLowerCase(),
  ])
    writer.units(text);
  for (const number of [s.indexOf(needle), s.indexOf(needle, b), s.lastIndexOf(needle), s.lastIndexOf(needle, a)])
    writer.i32(number);
  for (const truth of [
    s.includes(needle),
    s.includes(needle, a),
    s.startsWith(needle),
    s.startsWith(needle, a),
    s.endsWith(needle),
    s.endsWith(needle, b),
    s === needle,
    needle === s,
    s < needle,
    s >= needle,
  ])
    writer.u8(truth ? 1 : 0);
  return { upper, source, needle, a, b };
}

/** Returns random operations of mapped strings, with JavaScript's results. */
export function lazyCases(seed: number, count: number): { records: Buffer; describe: (index: number) => string } {
  const writer = new RecordWriter();
  const random = new Random(seed);
  for (let i = 0; i < count; i++) writeCase(writer, random);
  return {
    records: writer.take(),
    describe: (index) => {
      const again = new Random(seed);
      let last: Case | undefined;
      for (let i = 0; i <= index; i++) last = writeCase(new RecordWriter(), again);
      return JSON.stringify({ ...last, b: String(last?.b) });
    },
  };
}

/** Returns the mapping of every code point, and of a sigma beside each that could affect it: (string, upper, lower). */
export function mappingCases(seed: number): Buffer {
  const writer = new RecordWriter();
  const random = new Random(seed);
  const write = (text: string) => {
    writeStringLike(writer, random, text);
    writer.units(text.toUpperCase());
    writer.units(text.toLowerCase());
  };
  for (let start = 0; start <= 0x10ffff; start += 256) {
    const characters = Array.from({ length: 256 }, (_, i) => String.fromCodePoint(start + i));
    write(characters.join(''));
    if (start >= 0x20000 && (start < 0xe0000 || start >= 0xe0200)) continue;
    for (const character of characters) write(`Α${character}Σ ${character}Σ ΑΣ${character} ΑΣ${character}Α`);
  }
  return writer.take();
}
