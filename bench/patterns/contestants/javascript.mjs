// V8: the plain row function in a loop over strings that are decoded already. Results are kept in an array. With two threads each of two
// workers has half of the rows.
import { pathToFileURL } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { decoded, readColumn } from '../column-file.mjs';

const block = 8192;

/** Returns the groups of some rows as a map: host to the sum of lengths, the count and the least referer. */
function groupsOf(referers) {
  const groups = new Map();
  for (const referer of referers) {
    if (referer === '') continue;
    const host = referer.replace(/^https?:\/\/(?:www\.)?([^/]+)\/.*$/, '$1');
    const group = groups.get(host);
    if (group === undefined) groups.set(host, { sum: referer.length, n: 1, least: referer });
    else {
      group.sum += referer.length;
      group.n += 1;
      if (referer < group.least) group.least = referer;
    }
  }
  return groups;
}

/** Adds the groups of one map to another. */
function merge(into, groups) {
  for (const [host, { sum, n, least }] of groups) {
    const group = into.get(host);
    if (group === undefined) into.set(host, { sum, n, least });
    else {
      group.sum += sum;
      group.n += n;
      if (least < group.least) group.least = least;
    }
  }
  return into;
}

/** Returns a loop over rows that is compiled for one row function, as an app would write it. */
function loopOf(column) {
  return new Function(
    'row',
    column,
    `const results = new Array(${column}.length); for (let i = 0; i < ${column}.length; i++) results[i] = row({ ${column}: ${column}[i] }); return results;`,
  );
}

/** Returns a function that computes the results of a share of the rows. */
async function shareOf({ name, column, path, isGrouped, share, shares }) {
  const whole = readColumn(path);
  const rows = whole.offsets.length - 1;
  const strings = decoded(whole, Math.floor((rows * share) / shares), Math.floor((rows * (share + 1)) / shares));
  if (isGrouped) return () => groupsOf(strings);
  const folder = pathToFileURL(`${import.meta.dirname}/../../.work/patterns/generated/`);
  const { row } = await import(new URL(`${name}/${name}.reference.js`, folder).href);
  const loop = loopOf(column);
  return () => loop(row, strings);
}

function blocksOf(results, isGrouped) {
  const all = isGrouped ? Array.from(results, ([host, { sum, n, least }]) => [host, sum / n, n, least]) : results;
  return Array.from({ length: Math.ceil(all.length / block) }, (_, at) => all.slice(at * block, (at + 1) * block));
}

export async function prepare({ job, path, threads }) {
  const task = { name: job.name, column: job.column, path, isGrouped: job.isGrouped ?? false, shares: threads };
  if (threads === 1) {
    const run = await shareOf({ ...task, share: 0 });
    return { run, blocks: (results) => blocksOf(results, task.isGrouped) };
  }
  const resourceLimits = { maxOldGenerationSizeMb: 8192 };
  const workers = Array.from(
    { length: threads },
    (_, share) => new Worker(new URL(import.meta.url), { workerData: { ...task, share }, resourceLimits }),
  );
  const ask = (request) =>
    Promise.all(
      workers.map(
        (worker) =>
          new Promise((resolve, reject) => {
            worker.once('message', resolve);
            worker.once('error', reject);
            worker.postMessage(request);
          }),
      ),
    );
  await ask('prepare');
  return {
    // Groups of the shares are merged here. Other results stay in their worker.
    run: async () => {
      const parts = await ask('run');
      return task.isGrouped ? parts.reduce(merge, new Map()) : undefined;
    },
    async *blocks(results) {
      if (task.isGrouped) yield* blocksOf(results, true);
      else for (const part of await ask('results')) yield* blocksOf(part, false);
    },
  };
}

if (!isMainThread && workerData?.shares !== undefined) {
  const run = shareOf(workerData);
  let results;
  parentPort.on('message', async (request) => {
    const compute = await run;
    if (request === 'run') results = compute();
    parentPort.postMessage(request === 'results' || (request === 'run' && workerData.isGrouped) ? results : null);
  });
}
