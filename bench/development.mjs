// The waiting times of a developer: node bench/development.mjs [--runs 5] [--out FILE]
// Each of the command's usual tasks, in new projects with the packed package, on the CPU alone. Every run has its own cache and
// projects. Writes JSON; report.mjs makes the table of docs/explanation/measurements.md from it. Run it on an idle machine.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { machine } from './machine.mjs';
import { summary } from './statistics.mjs';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    out: { type: 'string', default: path(`./results/development-${new Date().toISOString().slice(0, 10)}.json`) },
  },
});

const redact = readFileSync(path('../examples/redact.ts'), 'utf8');
/** Transforms that differ, so that none is compiled from another's cache. */
const variant = (number) =>
  redact.replaceAll('redact', `redact${number}`).replaceAll("'X X'", `'${'X '.repeat((number % 7) + 1)}${number}'`);

const work = mkdtempSync(join(tmpdir(), 'rowfuse-development-'));
const cli = 'node_modules/rowfuse/dist/codegen/cli/main.js';

/** Packs the package of a folder, and returns the tarball. */
function pack(folder) {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', work];
  const [{ filename }] = JSON.parse(execFileSync('npm', args, { cwd: path(folder), encoding: 'utf8' }));
  return join(work, filename);
}

/** A user's project, with both packages installed as npm does it. */
function installedProject() {
  const template = join(work, 'template');
  mkdirSync(join(template, 'src'), { recursive: true });
  writeFileSync(join(template, 'package.json'), '{ "name": "app", "type": "module" }\n');
  const tarballs = [pack('..'), pack('../runtime')];
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...tarballs, 'apache-arrow'];
  execFileSync('npm', install, { cwd: template, stdio: 'ignore' });
  return template;
}

function newProject(template, name) {
  const project = join(work, name);
  cpSync(template, project, { recursive: true });
  return project;
}

function source(project, name, text) {
  writeFileSync(join(project, 'src', name), text);
}

/** Returns the seconds that a command of a project takes, from the start of its process to its end. */
function seconds(project, cache, ...args) {
  const environment = { ...process.env, ROWFUSE_CACHE: cache, ROWFUSE_CACHE_KEY: 'benchmark' };
  const from = performance.now();
  const { status, stderr, stdout } = spawnSync(process.execPath, [cli, ...args], {
    cwd: project,
    env: environment,
    encoding: 'utf8',
  });
  const took = (performance.now() - from) / 1000;
  if (status !== 0) throw new Error(`rowfuse ${args.join(' ')} failed:\n${stderr}${stdout}`);
  return took;
}

const build = ['build', 'src/*.ts', '--no-cuda'];

/** One run of every task. */
function measure(template, run) {
  const cache = join(work, `cache-${run}`);
  const first = newProject(template, `first-${run}`);
  source(first, 'redact.ts', redact);
  const times = { 'the first transform of a new project, nothing in the cache': seconds(first, cache, ...build) };
  times['the same command again, nothing changed'] = seconds(first, cache, ...build);
  times['`check` of one file'] = seconds(first, cache, 'check', 'src/redact.ts');
  times['`--version`'] = seconds(first, cache, '--version');

  const second = newProject(template, `second-${run}`);
  source(second, 'other.ts', variant(99));
  times['the first transform of a second project'] = seconds(second, cache, ...build);

  const third = newProject(template, `third-${run}`);
  for (let number = 0; number < 20; number++) source(third, `redact${number}.ts`, variant(number));
  times['twenty transforms of another project'] = seconds(third, cache, ...build);
  source(third, 'added.ts', variant(20));
  times['one transform added to twenty'] = seconds(third, cache, ...build);
  source(third, 'added.ts', `${variant(20)}// a comment\n`);
  times['a comment added to one of them'] = seconds(third, cache, ...build);

  const clone = newProject(third, `clone-${run}`);
  for (const folder of ['generated', 'node_modules/.cache'])
    rmSync(join(clone, folder), { recursive: true, force: true });
  times['all of them in a fresh clone on the same machine'] = seconds(clone, cache, ...build);
  for (const project of [first, second, third, clone]) rmSync(project, { recursive: true });
  return times;
}

try {
  const template = installedProject();
  const all = {};
  for (let run = 0; run < Number(options.runs); run++) {
    for (const [task, time] of Object.entries(measure(template, run))) all[task] = [...(all[task] ?? []), time];
  }
  const tasks = Object.entries(all).map(([task, times]) => ({ task, seconds: summary(times) }));
  const report = { benchmark: 'what a developer waits for', machine: machine(), tasks };
  mkdirSync(join(options.out, '..'), { recursive: true });
  writeFileSync(options.out, `${JSON.stringify(report, null, 2)}\n`);
  for (const {
    task,
    seconds: { median },
  } of tasks)
    console.log(`${median.toFixed(2).padStart(7)} s  ${task}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
