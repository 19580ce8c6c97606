// Writes a file of readings, one "station;12.3" per line:
//   node examples/one-billion-rows/generate.mjs measurements.txt [--rows 50000000] [--stations 413] [--seed 1]
// The stations are the first different names of weather_stations.csv (41,343 at most). The same arguments give the same bytes.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const blockBytes = 1 << 24;
const longestLine = 108; // a name of at most 100 bytes, a semicolon, "-99.9", a line feed
const spread = 100; // the standard deviation of a station's temperatures, in tenths of a degree

/**
 * Writes `rows` readings to the file `path`, and returns their size in bytes.
 *
 * @param {string} path
 * @param {{ rows: number, stations: number, seed: number }} options
 */
export function generate(path, { rows, stations, seed }) {
  const names = stationNames(stations);
  const random = xoroshiro(seed);
  const means = names.map(() => Math.floor(random() * 400) - 100); // -10.0 to 30.0
  const texts = temperatureTexts();
  const normal = normalQuantiles(4096);
  const block = Buffer.alloc(blockBytes + longestLine);
  const file = openSync(path, 'w');
  let written = 0;
  let at = 0;
  const flush = () => {
    for (let from = 0; from < at; ) from += writeSync(file, block, from, at - from);
    written += at;
    at = 0;
  };
  try {
    for (let row = 0; row < rows; row += 1) {
      const station = Math.floor(random() * names.length);
      const tenths = means[station] + Math.round(spread * normal[Math.floor(random() * normal.length)]);
      at = append(block, at, names[station]);
      at = append(block, at, texts[Math.min(Math.max(tenths, -999), 999) + 999]);
      if (at >= blockBytes) flush();
    }
    flush();
  } finally {
    closeSync(file);
  }
  return written;
}

function append(block, at, bytes) {
  for (let byte = 0; byte < bytes.length; byte += 1) block[at + byte] = bytes[byte];
  return at + bytes.length;
}

/** Returns the first `count` different names. */
function stationNames(count) {
  const text = readFileSync(new URL('./weather_stations.csv', import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const names = [...new Set(lines.map((line) => line.slice(0, line.indexOf(';'))))];
  if (!(count >= 1 && count <= names.length)) throw new RangeError(`--stations goes from 1 to ${names.length}`);
  return names.slice(0, count).map((name) => new TextEncoder().encode(name));
}

/** ";-99.9\n" to ";99.9\n". */
function temperatureTexts() {
  return Array.from({ length: 1999 }, (_, index) => new TextEncoder().encode(`;${((index - 999) / 10).toFixed(1)}\n`));
}

/** Values in equal shares of the standard normal distribution, by bisection of its distribution function. */
function normalQuantiles(count) {
  return Float64Array.from({ length: count }, (_, index) => {
    const share = (index + 0.5) / count;
    let [low, high] = [-6, 6];
    for (let step = 0; step < 50; step += 1) {
      const middle = (low + high) / 2;
      if (below(middle) < share) low = middle;
      else high = middle;
    }
    return low;
  });
}

/** The distribution function of the standard normal distribution: Abramowitz and Stegun, 26.2.17 (error below 7.5e-8). */
function below(x) {
  if (x < 0) return 1 - below(-x);
  const t = 1 / (1 + 0.2316419 * x);
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * series;
}

/** Numbers from 0 to 1 with 32 random bits: xoroshiro64** by Blackman and Vigna. */
function xoroshiro(seed) {
  let a = (seed ^ 0x9e3779b9) >>> 0 || 1;
  let b = Math.imul(seed + 1, 0x85ebca6b) >>> 0 || 2;
  const turn = (x, bits) => (x << bits) | (x >>> (32 - bits));
  return () => {
    const mixed = Math.imul(turn(Math.imul(a, 0x9e3779bb), 5), 5) >>> 0;
    b ^= a;
    a = turn(a, 26) ^ b ^ (b << 9);
    b = turn(b, 13);
    return mixed / 2 ** 32;
  };
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rows: { type: 'string', default: '50000000' },
      stations: { type: 'string', default: '413' },
      seed: { type: 'string', default: '1' },
    },
  });
  const [path] = positionals;
  if (path === undefined) throw new TypeError('Name the file to write: generate.mjs measurements.txt');
  const rows = Number(values.rows);
  const bytes = generate(path, { rows, stations: Number(values.stations), seed: Number(values.seed) });
  console.log(`${path}: ${rows.toLocaleString('en')} rows, ${bytes.toLocaleString('en')} bytes`);
}
