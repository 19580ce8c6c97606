// Measures one contestant with one function, in a process of its own. The function comes as JSON, and so do the results:
//   node --expose-gc bench/functions/measure.mjs <native|javascript> <function as JSON> [oneThread]
import { median } from '../statistics.mjs';
import { shapesOf, valuesOf } from './columns.mjs';

const runs = 5;
/** A run calls the function as often as fits into this time. Calls have more rows until one takes the time, or all rows are in. */
const runMs = 4;
/** A function that takes longer than this for the least number of rows is measured by that one call. */
const limitMs = 200;
const leastRows = 16;
/** V8 compiles hot functions in the background, and threads and pages of an addon begin cold, so the warm-up is a time and not a count. */
const warmUpMs = 24;
/**
 * Calls of few rows before the first measurement, or as many as fit into this time. V8 compiles the sixty functions on the path of a call
 * by and by. Until then a call takes 20 to 80 µs more, which the functions of a few nanoseconds would show instead of themselves.
 */
const settlingCalls = 8000;
const settlingMs = 400;
/** Calls that must all be long enough before no more rows are added. */
const probes = 8;
const rowsOf = (length) => (length === null || length <= 100 ? 10_000 : 2_000);

const [contestantName, text, onlyThreads] = process.argv.slice(2);
const description = JSON.parse(text);
const module = await import(`./${contestantName}.mjs`);
const prepared = await module.prepare(description);
const versions = prepared.versions.filter((version) => !(onlyThreads === 'oneThread' && version === 'allThreads'));
const names = description.input.map(({ name }) => name);

/** Returns the CPU time of all threads and the elapsed time of some calls, in milliseconds. */
async function timed(run, calls) {
  const cpuFrom = process.cpuUsage();
  const from = performance.now();
  for (let call = 0; call < calls; call += 1) await run();
  const wall = performance.now() - from;
  const { user, system } = process.cpuUsage(cpuFrom);
  return { cpu: (user + system) / 1000, wall };
}

/**
 * True if one of some calls is over before a run may end, so that a call should have more rows. Cold code, cold memory and other programs
 * make single calls many times as slow. If such a call decided, a call would have few rows, and measure the call instead of the function.
 */
async function isShort(run) {
  for (let call = 0; call < probes; call += 1) if ((await timed(run, 1)).cpu < runMs) return true;
  return false;
}

/** Returns the time per row in nanoseconds: of all threads, and elapsed. */
async function measured(runOf, most) {
  const toNs = (ms, rows) => Number(((ms * 1e6) / rows).toPrecision(4));
  // The first call of a process loads the addon.
  await runOf(1)();
  let rows = Math.min(leastRows, most);
  let run = runOf(rows);
  let time = await timed(run, 1);
  if (time.cpu > limitMs) return { cpu: toNs(time.cpu, rows), wall: toNs(time.wall, rows), rows, limited: true };
  while (rows < most && (await isShort(run))) {
    rows = Math.min(most, rows * 8);
    run = runOf(rows);
  }
  const begin = performance.now();
  do time = await timed(run, 1);
  while (performance.now() - begin < warmUpMs);
  const calls = Math.max(1, Math.round(runMs / Math.max(time.cpu, 0.001)));
  const times = [];
  globalThis.gc?.({ type: 'minor' });
  for (let index = 0; index < runs; index += 1) times.push(await timed(run, calls));
  const ofRuns = (key) => toNs(median(times.map((each) => each[key])), calls * rows);
  return { cpu: ofRuns('cpu'), wall: ofRuns('wall'), rows };
}

/** Calls a contestant until V8 has compiled all that is not the row function. */
async function settle(run) {
  const end = performance.now() + settlingMs;
  for (let call = 0; call < settlingCalls && performance.now() < end; call += 1) await run();
}

const results = [];
const settled = new Set();
for (const shape of shapesOf(names)) {
  const most = rowsOf(shape.length);
  const values = Object.fromEntries(names.map((name) => [name, valuesOf(name, shape, most)]));
  const result = { ...shape };
  for (const version of versions) {
    const runOf = prepared.contestant(version, values);
    if (!settled.has(version)) await settle(runOf(leastRows));
    settled.add(version);
    result[version] = await measured(runOf, most);
  }
  if (prepared.isEqual) result.equal = await prepared.isEqual(values);
  results.push(result);
}
process.stdout.write(`${JSON.stringify(results)}\n`);
process.exit(0);
