/** The program of `node scripts/ipc-mutations.mjs`: see there. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildTransforms } from '../../build-transforms.js';
import { root } from '../../root.js';
import { MutantSource } from './mutant-source.js';
import { type Lost, patienceSeconds, runMutants } from './run-mutants.js';
import { Tally } from './tally.js';

const { values } = parseArgs({
  options: {
    mutants: { type: 'string', default: '50000' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '1' },
    json: { type: 'string' },
  },
});
const [mutants, seed, workers] = [Number(values.mutants), Number(values.seed), Number(values.workers)];

const generated = path.join(root, 'test/.ipc/generated');
await buildTransforms([path.join(root, 'test/run/samples/ipc-columns/input.ts')], generated, { quick: true });

const source = new MutantSource(seed);
const tally = new Tally();
const began = performance.now();
const each = Math.ceil(mutants / workers);
const parts = Array.from({ length: workers }, (_, part) => ({
  generated,
  seed,
  first: Math.min(part * each, mutants),
  end: Math.min((part + 1) * each, mutants),
}));
const lost: Lost[] = (await Promise.all(parts.map((part) => runMutants(part, (message) => tally.add(message))))).flat();
const report = {
  benchmark: 'mutations of Arrow IPC',
  seed,
  mutants,
  fixtures: source.fixtures.length,
  patienceSeconds,
  seconds: Math.round((performance.now() - began) / 1000),
  ...tally.report(),
  hangs: lost
    .filter(({ how }) => how === 'hang')
    .map(({ index, ended }) => ({ index, fixture: source.mutant(index).fixture, ended })),
  crashes: lost
    .filter(({ how }) => how === 'crash')
    .map(({ index, ended }) => ({ index, fixture: source.mutant(index).fixture, ended })),
};
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
if (values.json !== undefined) {
  const { machine } = await import(path.join(root, 'bench/machine.mjs'));
  writeFileSync(values.json, `${JSON.stringify({ ...machine(), ...report }, null, 2)}\n`);
}
if (lost.length > 0 || report.problems.count > 0) process.exitCode = 1;
