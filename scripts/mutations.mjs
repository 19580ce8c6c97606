// node scripts/mutations.mjs [--count 400] [--shard 1/2] [--seed 1] [--runs 600] [--jobs 64] [--minutes 60]
//   [--tests plan,random] [--json bench/results/mutations-<date>.json] [files or folders]
// node scripts/mutations.mjs --again bench/results/mutations-<date>.json
// node scripts/mutations.mjs --join first.json,second.json --json bench/results/mutations-<date>.json
//
// Changes the planner and the code of ranges in one place at a time, and runs the fast tests on these mutants. `--count` takes a random
// sample, `--shard` a part of a random order, `--again` the survivors of another run. Mutants that do not type-check are none. The tests
// are those of test/plan: properties of values, and the plans of samples. All mutants of a copy of the sources are compiled at once, as
// conditional expressions that a global variable chooses from (as in mutant schemata: R. Untch and others, 1993), so one process runs
// many. A mutant that is evaluated while a module loads gets a process of its own.
import { readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { copySources, sourcesIn, stripTypes } from './mutations/copied-sources.mjs';
import { equivalent } from './mutations/equivalent.mjs';
import { instrument } from './mutations/instrument.mjs';
import { prepare } from './mutations/preparation.mjs';
import { Processes } from './mutations/processes.mjs';
import { joinReports, print, reportOf, write } from './mutations/report.mjs';
import { shuffled } from './mutations/shuffled.mjs';
import { wellTyped } from './mutations/well-typed.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const text = { type: 'string' };
const { values, positionals } = parseArgs({
  options: {
    count: text,
    shard: { ...text, default: '1/1' },
    seed: { ...text, default: '1' },
    runs: { ...text, default: '600' },
    jobs: { ...text, default: String(availableParallelism()) },
    minutes: { ...text, default: '60' },
    json: text,
    join: text,
    again: text,
    tests: { ...text, default: '' },
  },
  allowPositionals: true,
});

/** The planner, without the texts of explanations and hints, and the ranges of the IR. */
const subjects = [
  'codegen/3-plan',
  'codegen/ir/interval.ts',
  'codegen/ir/intrinsics',
  'codegen/ir/bigint-range.ts',
  'codegen/ir/bitwise.ts',
];
/** Runs first, to see that each test gives what it gave before. */
const noMutant = { id: 0, place: 'no mutant', before: '', after: '' };
const excluded = /describe-|why-double|3-plan\/(?:lookups|hints)\//;

const report = values.join ? joinReports(values.join.split(',')) : await runMutants();
print(report);
if (values.json) write(path.resolve(root, values.json), report);

async function runMutants() {
  const until = Date.now() + Number(values.minutes) * 60_000;
  const jobs = Number(values.jobs);
  const files = (positionals.length > 0 ? positionals : subjects)
    .flatMap((subject) => sourcesIn(root, subject))
    .filter((file) => !excluded.test(file));
  const folder = copySources(root);
  const made = instrument(folder, files);
  stripTypes(folder);
  const survivors = values.again && JSON.parse(readFileSync(path.resolve(root, values.again), 'utf8')).survivors;
  const isAsked = (one) => !survivors || survivors.some((other) => isOf(one, { file: fileOf(other), ...other }));
  const [part, parts] = values.shard.split('/').map(Number);
  const count = Number(values.count ?? made.length);
  // About 70 % of all mutants type-check, so twice as many are enough.
  const candidates = shuffled(made.filter(isAsked), Number(values.seed))
    .filter((_, place) => place % parts === part - 1)
    .slice(0, 2 * count);
  const program = 'test/plan/run-mutants.js';
  const { runs, tests } = values;
  const [typed] = await Promise.all([
    wellTyped(root, candidates.toSorted(byNumber), Math.min(jobs, 16)),
    prepare(folder, { program, runs, tests, mutants: made.length, jobs }),
  ]);
  const known = candidates.filter((one) => typed.has(one.id));
  if (candidates.length === made.length) printOutdated(files, known);
  const chosen = known.filter((one) => !equivalent.some((other) => isOf(one, other))).slice(0, count);
  console.log(
    `${known.length} of ${candidates.length} mutants type-check, in ${files.length} files; ${chosen.length} are run`,
  );
  const results = new Map();
  const onResult = (mutant, result) => {
    if (mutant === noMutant && result !== 'survived') throw new Error(`a test fails without a mutant: ${result}`);
    results.set(mutant.id, result);
    const { place, before, after } = mutant;
    console.log(`${result.padEnd(18)} ${place}: \`${before}\` becomes \`${after}\``);
  };
  const args = [program, 'run', folder, runs, tests];
  await new Processes({ folder, args, mutants: [noMutant, ...chosen], until, onResult }).run(jobs);
  rmSync(folder, { recursive: true });
  const summary = {
    mutants: known.length,
    withTypeErrors: candidates.length - known.length,
    seed: Number(values.seed),
  };
  return reportOf(summary, chosen, results);
}

/** Returns the file of a place, which is followed by a line and a column. */
function fileOf({ place }) {
  return place.replace(/:\d+:\d+$/, '');
}

function byNumber(a, b) {
  return a.id - b.id;
}

/** Names the entries of the list of equivalent mutants that no mutant has. */
function printOutdated(files, mutants) {
  for (const one of equivalent.filter(({ file }) => files.includes(file)))
    if (!mutants.some((mutant) => isOf(mutant, one)))
      console.log(`no mutant, remove it from the list: ${one.file}: \`${one.before}\``);
}

/** True for a mutant that a list describes by its file and texts. */
function isOf(mutant, { file, before, after }) {
  return mutant.file === file && mutant.before === before && mutant.after === after;
}
