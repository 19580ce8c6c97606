// node scripts/mutations.mjs [--every 1] [--from 0] [--minutes 60] [--runs 600] [--json test/plan/mutations-<date>.json] [files or folders]
//
// Changes the planner and the code of ranges in one place at a time, and runs the fast tests on each mutant: the property test of
// test/plan, and the plans of the samples of test/compile. All mutants of a copy of the sources are compiled at once, as conditional
// expressions that a global variable chooses from (as in mutant schemata: R. Untch and others, 1993). A mutant that is evaluated while a
// module loads gets a process of its own.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { instrument } from './mutations/instrument.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
  options: {
    every: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    minutes: { type: 'string', default: '60' },
    runs: { type: 'string', default: '600' },
    json: { type: 'string' },
  },
  allowPositionals: true,
});

/** The planner, without the texts of explanations, and the ranges of the IR. */
const subjects = [
  'codegen/3-plan',
  'codegen/ir/interval.ts',
  'codegen/ir/intrinsics',
  'codegen/ir/bigint-range.ts',
  'codegen/ir/bitwise.ts',
];
const excluded = /describe-|3-plan\/lookups\//;
const secondsPerMutant = 30;

const files = (positionals.length > 0 ? positionals : subjects)
  .flatMap((subject) => sourcesIn(subject))
  .filter((file) => !excluded.test(file));
const folder = mkdtempSync(path.join(tmpdir(), 'rowfuse-mutations-'));
for (const part of [
  'codegen',
  'schema',
  'dsl',
  'runtime',
  'test/plan',
  'test/compile',
  'package.json',
  'tsconfig.json',
])
  cpSync(path.join(root, part), path.join(folder, part), {
    recursive: true,
    filter: (file) => !file.includes('node_modules'),
  });
symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));

const mutants = instrument(folder, files);
const spread = (index) => (index * 7919) % mutants.length;
const chosen = mutants
  .filter((_, index) => index % Number(values.every) === Number(values.from))
  // All files get their share of a run that time ends.
  .sort((a, b) => spread(a.id) - spread(b.id));
console.log(`${mutants.length} mutants in ${files.length} files, of which ${chosen.length} are run`);
const until = Date.now() + Number(values.minutes) * 60_000;
const results = new Map();
await run(chosen.filter(({ isStatic }) => !isStatic));
for (const mutant of chosen.filter(({ isStatic }) => isStatic)) await run([mutant]);
report();
rmSync(folder, { recursive: true });

function sourcesIn(subject) {
  if (statSync(path.join(root, subject)).isFile()) return [subject];
  return readdirSync(path.join(root, subject), { recursive: true })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.join(subject, file))
    .sort();
}

/** Runs mutants in one process, and in another one after each that does not end. */
async function run(given) {
  for (let left = given; left.length > 0 && Date.now() < until; ) {
    await runProcess(left);
    left = left.filter(({ id }) => !results.has(id));
  }
}

function runProcess(given) {
  const [first] = given;
  const args = ['--import', 'tsx', 'test/plan/run-mutants.ts', path.join(folder, 'baseline.txt'), values.runs];
  const env = { ...process.env, ...(first.isStatic && { ROWFUSE_MUTANT: String(first.id) }) };
  const child = spawn(process.execPath, [...args, ...given.map(({ id }) => String(id))], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let current = first.id;
  let timer = setTimeout(() => child.kill('SIGKILL'), secondsPerMutant * 1000);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [kind, id, result] = line.split(' ');
    if (kind === 'start') current = Number(id);
    if (kind === 'end') {
      results.set(Number(id), result);
      console.log(describe(mutants[Number(id) - 1], result));
      if (Date.now() > until) child.kill('SIGKILL');
    }
    clearTimeout(timer);
    timer = setTimeout(() => child.kill('SIGKILL'), secondsPerMutant * 1000);
  });
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearTimeout(timer);
      if (code !== 0 && Date.now() <= until && !results.has(current)) {
        results.set(current, 'crash or timeout');
        console.log(describe(mutants[current - 1], 'crash or timeout'));
      }
      resolve();
    });
  });
}

function describe({ place, before, after }, result) {
  return `${result.padEnd(18)} ${place}: \`${before}\` becomes \`${after}\``;
}

function report() {
  const tried = chosen.filter(({ id }) => results.has(id));
  const survivors = tried.filter(({ id }) => results.get(id) === 'survived');
  const killed = tried.length - survivors.length;
  const by = {};
  for (const { id } of tried) by[results.get(id)] = (by[results.get(id)] ?? 0) + 1;
  const perFile = {};
  for (const { file, id } of tried) {
    perFile[file] ??= { killed: 0, survived: 0 };
    perFile[file][results.get(id) === 'survived' ? 'survived' : 'killed'] += 1;
  }
  console.log(`${killed} of ${tried.length} killed, ${survivors.length} survived`);
  if (!values.json) return;
  const places = survivors.map(({ place, before, after }) => ({ place, before, after }));
  const summary = { mutants: mutants.length, tried: tried.length, killed, survived: survivors.length, by };
  writeFileSync(
    path.join(root, values.json),
    `${JSON.stringify({ ...summary, perFile, survivors: places }, null, 2)}\n`,
  );
}
