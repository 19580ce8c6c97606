/**
 * Any number of malformed Arrow inputs over every example and run sample. scripts/malformed-inputs.mjs compiles this and runs it.
 *
 *   node scripts/malformed-inputs.mjs --cases 200 --seed 7 --json malformed.json
 */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { backendsUnderTest } from '../backends.js';
import setup from '../build-samples.js';
import { builtCalls, builtTransforms, takesLines } from '../run/built-transforms.js';
import { type Disagreement, runCase, type Tally } from './malformed-cases.js';

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    json: { type: 'string' },
  },
});
const [cases, seed] = [Number(values.cases), Number(values.seed)];
/** An input has a few dozen rows, so a call that takes longer hangs. */
const longest = 20_000;

await setup();
const transforms = [...(await builtTransforms()), ...(await builtCalls()).filter((call) => !takesLines(call))];
const wanted = transforms.filter(({ name }) => values.only === undefined || name === values.only);
const tally: Tally = {};
const disagreements: Disagreement[] = [];
let slowest = { transform: '', seed: 0, ms: 0 };
const began = performance.now();
for (const [place, transform] of wanted.entries()) {
  for (let one = 0; one < cases; one += 1) {
    const start = performance.now();
    const own = seed * 1_000_003 + place * 10_007 + one;
    const watch = setTimeout(() => {
      console.log(`${transform.name}, seed ${own}: more than ${longest} ms`);
      process.exit(1);
    }, longest);
    const found = await runCase(transform, own, backendsUnderTest, tally);
    clearTimeout(watch);
    const took = performance.now() - start;
    if (took > slowest.ms) slowest = { transform: transform.name, seed: own, ms: Math.round(took) };
    if (found === undefined) continue;
    disagreements.push(found);
    console.log(JSON.stringify(found, null, 2));
  }
}
const seconds = Math.round((performance.now() - began) / 1000);
const summary = {
  date: new Date().toISOString().slice(0, 10),
  processor: cpus()[0]?.model,
  node: process.version,
  seed,
  backends: ['reference', ...backendsUnderTest],
  transforms: wanted.length,
  inputs: wanted.length * cases,
  outcomes: tally,
  disagreements: disagreements.length,
  slowest,
  seconds,
};
console.log(JSON.stringify(summary, null, 2));
if (values.json !== undefined)
  writeFileSync(values.json, `${JSON.stringify({ ...summary, found: disagreements }, null, 2)}\n`);
process.exitCode = disagreements.length > 0 ? 1 : 0;
