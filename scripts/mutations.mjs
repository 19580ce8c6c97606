// node scripts/mutations.mjs [--count 400] [--seed 1] [--runs 1500] [--minutes 60] [--json bench/results/mutations-<date>.json] [files or folders]
//
// Changes the planner and the code of ranges in one place at a time, and runs the fast tests on a random sample of these mutants. The
// tests are the properties of test/plan, and the plans of the samples of test/compile. All mutants of a copy of the sources are compiled at once, as
// conditional expressions that a global variable chooses from (as in mutant schemata: R. Untch and others, 1993), so one process runs them
// all. A mutant that is evaluated while a module loads gets a process of its own.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { machine } from '../bench/machine.mjs';
import { equivalent } from './mutations/equivalent.mjs';
import { instrument } from './mutations/instrument.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
  options: {
    count: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '60' },
    runs: { type: 'string', default: '1500' },
    json: { type: 'string' },
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
const excluded = /describe-|3-plan\/(?:lookups|hints)\//;
/** The first process also analyses the samples, and runs each test without a mutant. */
const secondsPerMutant = 60;
const secondsToStart = 600;

const files = (positionals.length > 0 ? positionals : subjects)
  .flatMap((subject) => sourcesIn(subject))
  .filter((file) => !excluded.test(file));
const folder = mkdtempSync(path.join(tmpdir(), 'rowfuse-mutations-'));
for (const part of [
  'codegen',
  'schema',
  'dsl',
  'runtime',
  'test/root.ts',
  'test/plan',
  'test/compile',
  'test/run/samples',
  'examples',
  'bench/functions',
  'package.json',
  'tsconfig.json',
])
  cpSync(path.join(root, part), path.join(folder, part), {
    recursive: true,
    filter: (file) => !file.includes('node_modules'),
  });
symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));

const mutants = instrument(folder, files).filter((mutant) => !equivalent.some((one) => isOf(mutant, one)));
const chosen = shuffled(mutants, Number(values.seed)).slice(0, Number(values.count));
console.log(`${mutants.length} mutants in ${files.length} files, of which ${chosen.length} are run`);
const until = Date.now() + Number(values.minutes) * 60_000;
const results = new Map();
await run(chosen.filter(({ isStatic }) => !isStatic));
for (const mutant of chosen.filter(({ isStatic }) => isStatic)) await run([mutant]);
report();
rmSync(folder, { recursive: true });

/** True for a mutant that a list describes by its file and texts. */
function isOf(mutant, { file, before, after }) {
  return mutant.file === file && mutant.before === before && mutant.after === after;
}

/** Returns the elements in a random order (Fisher and Yates; the generator is mulberry32). */
function shuffled(elements, seed) {
  const [all, state] = [[...elements], { value: seed }];
  const random = () => {
    state.value = (state.value + 0x6d2b79f5) | 0;
    let bits = Math.imul(state.value ^ (state.value >>> 15), 1 | state.value);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  for (let left = all.length - 1; left > 0; left -= 1) {
    const other = Math.floor(random() * (left + 1));
    [all[left], all[other]] = [all[other], all[left]];
  }
  return all;
}

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
  const args = ['--import', 'tsx', 'test/plan/run-mutants.ts', path.join(folder, 'functions.bin'), values.runs];
  const env = { ...process.env, ...(first.isStatic && { ROWFUSE_MUTANT: String(first.id) }) };
  const child = spawn(process.execPath, [...args, ...given.map(({ id }) => String(id))], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let current = first.id;
  let timer = setTimeout(() => child.kill('SIGKILL'), secondsToStart * 1000);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [kind, id, result] = line.split(' ');
    if (kind === 'start') current = Number(id);
    if (kind === 'end') {
      results.set(Number(id), result);
      console.log(describe(mutantOf(Number(id)), result));
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
        console.log(describe(mutantOf(current), 'crash or timeout'));
      }
      resolve();
    });
  });
}

function mutantOf(number) {
  return mutants.find(({ id }) => id === number);
}

function describe({ place, before, after }, result) {
  return `${result.padEnd(18)} ${place}: \`${before}\` becomes \`${after}\``;
}

function report() {
  const tried = chosen.filter(({ id }) => results.has(id));
  const isSurvivor = ({ id }) => results.get(id) === 'survived' || results.get(id) === 'unreached';
  const survivors = tried.filter(isSurvivor);
  const killed = tried.length - survivors.length;
  const by = {};
  for (const { id } of tried) by[results.get(id)] = (by[results.get(id)] ?? 0) + 1;
  const perFile = {};
  for (const mutant of tried) {
    perFile[mutant.file] ??= { killed: 0, survived: 0 };
    perFile[mutant.file][isSurvivor(mutant) ? 'survived' : 'killed'] += 1;
  }
  const [low, high] = interval(killed, tried.length).map((share) => (100 * share).toFixed(1));
  console.log(`${killed} of ${tried.length} killed (95 %: ${low} to ${high} %), ${survivors.length} survived`);
  if (!values.json) return;
  const places = survivors.map(({ id, place, before, after }) => ({ place, before, after, result: results.get(id) }));
  const summary = { mutants: mutants.length, seed: Number(values.seed), tried: tried.length, killed };
  writeFileSync(
    path.join(root, values.json),
    `${JSON.stringify({ machine: machine(), ...summary, percent: [low, high], by, perFile, survivors: places }, null, 2)}\n`,
  );
}

/** Returns the interval of a share that is found in a sample (E. Wilson, 1927), with 95 % confidence. */
function interval(found, count) {
  const [share, z] = [found / count, 1.96];
  const middle = share + z ** 2 / (2 * count);
  const half = z * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2));
  return [middle - half, middle + half].map((end) => end / (1 + z ** 2 / count));
}
