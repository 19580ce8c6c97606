// The waiting time of a newcomer: the build of one transform by the command line, and an app's first call.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const CLI = path('../../dist/codegen/cli/main.js');
const ROOT = path('../..').replace(/\/$/, '');
const WORK = path('../.work');
mkdirSync(WORK, { recursive: true });

function node(...args) {
  const from = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  const seconds = (performance.now() - from) / 1000;
  if (status !== 0) throw new Error(`${args.join(' ')} failed:\n${stderr}${stdout}`);
  return { seconds, stdout };
}

const BUILDS = { cpu: ['--no-cuda'], 'cpu and cuda, one architecture': ['--cuda-arch', '90'] };

/** Builds examples/redact.ts into an empty folder, builds it again, and calls it in fresh processes. */
export async function coldStart() {
  if (!existsSync(CLI)) return { skipped: 'dist/codegen/cli/main.js is missing: npm run compile' };
  const builds = {};
  const firstCall = {};
  try {
    for (const [name, flags] of Object.entries(BUILDS)) {
      // Inside the package, so that the generated code finds `rowfuse`. A new folder each time, so that nothing is cached.
      const out = mkdtempSync(join(WORK, 'cold-'));
      try {
        const build = () => node(CLI, 'build', 'examples/redact.ts', '--out', out, ...flags).seconds;
        builds[name] = { first: build(), again: build() };
        if (name !== 'cpu') continue;
        for (const backend of ['cpu', 'js']) {
          const { stdout } = node(path('./first-call.mjs'), join(out, 'index.js'), backend);
          firstCall[backend] = JSON.parse(stdout.trim().split('\n').at(-1));
        }
      } finally {
        rmSync(out, { recursive: true, force: true });
      }
    }
    return { builds, firstCall };
  } catch (error) {
    return { failed: error.message.replaceAll(`${ROOT}/`, '').slice(0, 1000) };
  }
}
