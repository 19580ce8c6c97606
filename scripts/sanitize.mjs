// node scripts/sanitize.mjs [--short] [--parts threads,leaks,tests,termination,mutations] [--seed 1] [--scale 1]
//   [--samples "faults lists"] [--json bench/results/sanitizers-<date>.json]
//
// Runs the native code under the sanitizers of the C++ compiler:
//   threads      test/native/threads: the engine and the library for other languages, under TSan
//   leaks        the same program under ASan, LSan and UBSan
//   tests        the addon under ASan and UBSan, driven from Node by the tests: differential tests, malformed columns, faults, aborts
//   termination  the same addon, while workers are terminated at each property that it reads or sets, and at random moments
//   mutations    another addon of the same flags: mutations of Arrow IPC (scripts/ipc-mutations.mjs)
// --short fits into CI: few parts, few transforms, and ASan alone, because UBSan doubles the time of the build. --scale multiplies the
// cases of a long run. --samples names the folders of test/run/samples to build, all by default; kinds-of-calls.mjs needs some of them.
// The first report of a sanitizer ends the run. Needs Linux and a compiler whose sanitizers are shared libraries, as those of g++ are.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { machine } from '../bench/machine.mjs';
import { buildThreads } from './sanitize/build-threads.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = path.join(root, 'test/.sanitized');
const reports = path.join(folder, 'reports');
const compiler = process.env.CXX ?? 'g++';
const { values: options } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    parts: { type: 'string' },
    seed: { type: 'string', default: '1' },
    scale: { type: 'string', default: '1' },
    samples: { type: 'string' },
    json: { type: 'string' },
  },
});
const times = (count) => String(Math.ceil(count * Number(options.scale)));
/** Kinds of calls that need few transforms (test/addon/processes/kinds-of-calls.mjs). */
const kinds = options.short ? ['lineThatFails'] : [];
/** Tests that only a long run has. Others measure memory or time, which sanitizers change. */
const longTests = ['bad-input', 'layouts', 'one-pass', 'out', 'device-tables'].map((name) => `addon/${name}`);

// Reports go to files, since tests may expect a process to fail.
const log = `log_path=${reports}/report`;
const environment = {
  ...process.env,
  // V8 and Node keep memory until the process ends, so the parts with Node look for no leaks.
  ASAN_OPTIONS: `${log}:abort_on_error=1:detect_leaks=0`,
  UBSAN_OPTIONS: `${log}:print_stacktrace=1:halt_on_error=1`,
  TSAN_OPTIONS: `${log}:halt_on_error=1`,
};
// Without vptr: shared pointers into V8 point to objects without run-time type information.
const instruments = options.short ? '-fsanitize=address' : '-fsanitize=address,undefined -fno-sanitize=vptr';
const samples = options.samples ?? (options.short ? 'faults' : undefined);
const addon = {
  ...environment,
  CXXFLAGS: `${instruments} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1`,
  ROWFUSE_TEST_BUILD: `test/.sanitized/${options.short ? 'short' : 'long'}`,
  ROWFUSE_TEST_RUNS: times(options.short ? 20 : 100),
  ...(samples !== undefined && { ROWFUSE_TEST_SAMPLES: samples }),
};

const results = [];
/** Runs a command. `expected` matches its output if it succeeds; the match is its outcome. */
function step(name, command, args, env, expected) {
  const began = performance.now();
  const { status, signal, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const outcome = expected.exec(stdout)?.[0];
  const written = readdirSync(reports).map((file) => readFileSync(path.join(reports, file), 'utf8'));
  if (status !== 0 || outcome === undefined || written.length > 0) {
    process.stderr.write(`${stdout}${stderr}\n${written.join('\n')}\n`);
    process.stderr.write(`${name} failed (${signal ?? status}): ${command} ${args.join(' ')}\n`);
    process.exit(1);
  }
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  results.push({ name, outcome: outcome.trim(), seconds });
  process.stdout.write(`${name}: ${outcome.trim()} (${seconds} s)\n`);
}

async function driver(name, sanitizers, rounds, sanitizerOptions) {
  const program = await buildThreads({ compiler, sanitizers, folder: path.join(folder, name) });
  const expected = /^\d+ calls of \d+ transforms, .* 0 differ$/m;
  step(name, program, [options.seed, rounds], { ...environment, ...sanitizerOptions }, expected);
}

/** A library that every process loads before Node, because the addon alone would load it too late. */
function runtime() {
  const { stdout, error } = spawnSync(compiler, ['-print-file-name=libasan.so'], { encoding: 'utf8' });
  const file = stdout?.trim() ?? '';
  if (path.isAbsolute(file)) return file;
  throw new Error(`${compiler} has no libasan.so (${error?.message ?? file}). Set CXX to g++.`);
}

const parts = {
  threads: () => driver('threads', 'thread', times(options.short ? 15 : 2000), {}),

  leaks: () => driver('leaks', 'address,undefined', times(2000), { ASAN_OPTIONS: `${log}:abort_on_error=1` }),

  tests() {
    const names = ['addon/faults', 'addon/in-flight', ...(options.short ? [] : longTests)];
    const files = ['run/differential', ...names].map((name) => `test/${name}.test.ts`);
    const args = [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...files];
    step(
      'tests',
      process.execPath,
      args,
      { ...addon, ROWFUSE_TEST_PRELOAD: runtime(), NO_COLOR: '1' },
      /^ *Tests .*$/m,
    );
  },

  termination() {
    const loaded = { ...addon, LD_PRELOAD: runtime() };
    const program = (name) => path.join(root, `test/addon/processes/${name}.mjs`);
    const within = [program('terminated-within'), 'cpu', ...kinds];
    step('terminated at each property', process.execPath, within, loaded, /^terminated at \d+ places$/m);
    const workers = [program('terminated-workers'), 'cpu', options.short ? '6' : times(1000), options.seed, ...kinds];
    step('terminated at random moments', process.execPath, workers, loaded, /^terminated \d+$/m);
  },

  mutations() {
    const args = (mutants) => [
      'scripts/ipc-mutations.mjs',
      '--mutants',
      mutants,
      '--seed',
      options.seed,
      '--workers',
      '2',
    ];
    step('addon for mutations', process.execPath, args('0'), addon, /"mutants": 0/); // compilers run without the library
    step('mutations', process.execPath, args(times(20_000)), { ...addon, LD_PRELOAD: runtime() }, /"mutants": \d+/);
  },
};

const wanted = options.parts?.split(',') ?? (options.short ? ['threads', 'tests', 'termination'] : Object.keys(parts));
const unknown = wanted.find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined) throw new Error(`There is no part ${unknown}. There are ${Object.keys(parts).join(', ')}.`);
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
for (const name of wanted) await parts[name]();
if (options.json !== undefined) {
  const report = {
    ...machine(),
    benchmark: 'sanitizers',
    seed: options.seed,
    scale: Number(options.scale),
    samples,
    results,
  };
  writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
}
