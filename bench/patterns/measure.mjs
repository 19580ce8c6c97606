// Measures one contestant with one job, in a process of its own, and prints one line of JSON:
//   node --expose-gc bench/patterns/measure.mjs <contestant> <job> <content> <path of the column> <threads> <runs>
import { jobOf } from './jobs.mjs';
import { checksumOf } from './results.mjs';

const [contestant, name, content, path, threads, runs] = process.argv.slice(2);
const job = jobOf(name);
const { prepare } = await import(`./contestants/${contestant}.mjs`);
const { run, blocks, formulation } = await prepare({ job, path, content, threads: Number(threads) });
// The first run is not measured.
const checked = await checksumOf(blocks(await run()), job.isGrouped);
const seconds = [];
for (let index = 0; index < Number(runs); index += 1) {
  globalThis.gc?.();
  const from = performance.now();
  await run();
  seconds.push((performance.now() - from) / 1000);
}
const peakBytes = process.resourceUsage().maxRSS * 1024;
process.stdout.write(`${JSON.stringify({ ...checked, seconds, peakBytes, formulation })}\n`, () => process.exit(0));
