import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { challengeText } from './challenge-text.mjs';

/** The obvious first version: lines as strings, a Map. */
export function contestant(file) {
  return async () => {
    const stations = new Map();
    for await (const line of createInterface({ input: createReadStream(file) })) {
      const end = line.indexOf(';');
      const name = line.slice(0, end);
      const tenths = Math.round(Number(line.slice(end + 1)) * 10);
      const station = stations.get(name);
      if (station === undefined) {
        stations.set(name, { low: tenths, high: tenths, sum: tenths, count: 1 });
      } else {
        station.low = Math.min(station.low, tenths);
        station.high = Math.max(station.high, tenths);
        station.sum += tenths;
        station.count += 1;
      }
    }
    return challengeText(Array.from(stations, ([name, { low, sum, count, high }]) => [name, low, sum / count, high]));
  };
}
