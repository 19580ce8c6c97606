import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { machine } from '../../bench/machine.mjs';

const isSurvivor = (result) => result === 'survived' || result === 'unreached';

/** Returns the counts of a run and its survivors. */
export function reportOf(summary, chosen, results) {
  const tried = chosen.filter(({ id }) => results.has(id));
  const [by, perFile] = [{}, {}];
  for (const { id, file } of tried) {
    const result = results.get(id);
    by[result] = (by[result] ?? 0) + 1;
    perFile[file] ??= { killed: 0, survived: 0 };
    perFile[file][isSurvivor(result) ? 'survived' : 'killed'] += 1;
  }
  const survivors = tried
    .filter(({ id }) => isSurvivor(results.get(id)))
    .map(({ id, place, before, after }) => ({ place, before, after, result: results.get(id) }));
  return { machine: machine(), ...summary, ...counted(tried.length, survivors), by, perFile, survivors };
}

/** Returns one report of several shards of the same mutants. */
export function joinReports(files) {
  const reports = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
  const [{ machine: first, seed }] = reports;
  const [by, perFile] = [{}, {}];
  for (const report of reports) {
    for (const [result, count] of Object.entries(report.by)) by[result] = (by[result] ?? 0) + count;
    for (const [file, { killed, survived }] of Object.entries(report.perFile)) {
      perFile[file] ??= { killed: 0, survived: 0 };
      perFile[file].killed += killed;
      perFile[file].survived += survived;
    }
  }
  const survivors = reports.flatMap((report) => report.survivors);
  const sum = (key) => reports.reduce((total, report) => total + report[key], 0);
  const [mutants, withTypeErrors, tried] = ['mutants', 'withTypeErrors', 'tried'].map(sum);
  return { machine: first, mutants, withTypeErrors, seed, ...counted(tried, survivors), by, perFile, survivors };
}

export function print({ tried, killed, percent, survivors }) {
  console.log(
    `${killed} of ${tried} killed, ${((100 * killed) / tried).toFixed(1)} % (95 %: ${percent.join(' to ')} %), ${survivors.length} survived`,
  );
}

export function write(file, report) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}

function counted(tried, survivors) {
  const killed = tried - survivors.length;
  return { tried, killed, percent: interval(killed, tried).map((share) => (100 * share).toFixed(1)) };
}

/** Returns the interval of a share that is found in a sample (E. Wilson, 1927), with 95 % confidence. */
function interval(found, count) {
  const [share, z] = [found / count, 1.96];
  const middle = share + z ** 2 / (2 * count);
  const half = z * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2));
  return [middle - half, middle + half].map((end) => end / (1 + z ** 2 / count));
}
