import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { challengeText } from './challenge-text.mjs';

const workers = 2;
const blockBytes = 1 << 22;
const longestLine = 128;

/** Bytes by hand: one worker per half of the file, blocks of it in one buffer, a hash table of typed arrays. */
export function contestant(file) {
  const threads = Array.from({ length: workers }, () => new Worker(new URL(import.meta.url), { workerData: 'share' }));
  const ask = (thread, share) =>
    new Promise((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', reject);
      thread.postMessage({ file, share });
    });
  return async () => {
    const parts = await Promise.all(threads.map((thread, share) => ask(thread, share)));
    const stations = new Map();
    for (const [name, low, sum, count, high] of parts.flat()) {
      const station = stations.get(name);
      if (station === undefined) stations.set(name, { low, sum, count, high });
      else {
        station.low = Math.min(station.low, low);
        station.high = Math.max(station.high, high);
        station.sum += sum;
        station.count += count;
      }
    }
    return challengeText(Array.from(stations, ([name, { low, sum, count, high }]) => [name, low, sum / count, high]));
  };
}

const slots = 1 << 16;

class Stations {
  #numbers = new Int32Array(slots); // station + 1, or 0
  #hashes = new Int32Array(slots);
  #starts = new Int32Array(slots);
  #lengths = new Int32Array(slots);
  #names = new Uint8Array(1 << 22);
  #used = 0;
  count = 0;
  lows = new Int16Array(slots);
  highs = new Int16Array(slots);
  sums = new Float64Array(slots);
  counts = new Int32Array(slots);

  find(buffer, from, length, hash) {
    const names = this.#names;
    for (let slot = (hash ^ (hash >>> 15)) & (slots - 1); ; slot = (slot + 1) & (slots - 1)) {
      const number = this.#numbers[slot] - 1;
      if (number < 0) return this.#add(buffer, from, length, hash, slot);
      if (this.#hashes[slot] !== hash || this.#lengths[number] !== length) continue;
      const start = this.#starts[number];
      let same = 0;
      while (same < length && names[start + same] === buffer[from + same]) same += 1;
      if (same === length) return number;
    }
  }

  #add(buffer, from, length, hash, slot) {
    const number = this.count;
    this.count += 1;
    this.#numbers[slot] = number + 1;
    this.#hashes[slot] = hash;
    this.#starts[number] = this.#used;
    this.#lengths[number] = length;
    this.#names.set(buffer.subarray(from, from + length), this.#used);
    this.#used += length;
    this.lows[number] = 999;
    this.highs[number] = -999;
    return number;
  }

  entries() {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    return Array.from({ length: this.count }, (_, number) => {
      const start = this.#starts[number];
      const name = decoder.decode(this.#names.subarray(start, start + this.#lengths[number]));
      return [name, this.lows[number], this.sums[number], this.counts[number], this.highs[number]];
    });
  }
}

/** The lines of a block, all of them complete. */
function aggregate(buffer, end, stations) {
  let at = 0;
  while (at < end) {
    const from = at;
    let hash = 0;
    let byte = buffer[at];
    while (byte !== 59) {
      hash = Math.imul(hash, 31) + byte;
      at += 1;
      byte = buffer[at];
    }
    const number = stations.find(buffer, from, at - from, hash | 0);
    at += 1;
    const negative = buffer[at] === 45;
    if (negative) at += 1;
    let tenths = buffer[at] - 48;
    if (buffer[at + 1] !== 46) {
      at += 1;
      tenths = tenths * 10 + buffer[at] - 48;
    }
    tenths = tenths * 10 + buffer[at + 2] - 48;
    at += 4;
    if (negative) tenths = -tenths;
    if (tenths < stations.lows[number]) stations.lows[number] = tenths;
    if (tenths > stations.highs[number]) stations.highs[number] = tenths;
    stations.sums[number] += tenths;
    stations.counts[number] += 1;
  }
}

function run({ file, share }) {
  const size = statSync(file).size;
  const begin = Math.floor((size * share) / workers);
  const end = Math.floor((size * (share + 1)) / workers);
  const descriptor = openSync(file, 'r');
  const buffer = new Uint8Array(blockBytes + longestLine);
  const stations = new Stations();
  // A line that crosses a border belongs to the share in which it begins.
  let position = begin === 0 ? 0 : begin - 1;
  let isFirst = begin !== 0;
  while (position < end) {
    const read = readSync(descriptor, buffer, 0, blockBytes, position);
    if (read === 0) break;
    let from = 0;
    if (isFirst) from = buffer.indexOf(10) + 1;
    isFirst = false;
    const last = end - position < read ? buffer.indexOf(10, end - position - 1) : buffer.lastIndexOf(10, read - 1);
    const bytes = buffer.subarray(from, last + 1);
    aggregate(bytes, bytes.length, stations);
    position += last + 1;
  }
  closeSync(descriptor);
  return stations.entries();
}

if (!isMainThread && workerData === 'share')
  parentPort.on('message', (message) => parentPort.postMessage(run(message)));
