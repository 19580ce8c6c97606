// How long a newcomer waits: the build of one transform by the command line, and an app's first call.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const CLI = path('../../dist/codegen/cli/main.js');
const ROOT = path('../..');

function node(...args) {
  const from = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  const seconds = (performance.now() - from) / 1000;
  if (status !== 0) throw new Error(`${args.join(' ')} failed:\n${stderr}${stdout}`);
  return { seconds, stdout };
}

/** Builds examples/redact.ts into an empty folder, builds it again, and calls it in fresh processes. */
export async function coldStart() {
  if (!existsSync(CLI)) return { skipped: 'dist/codegen/cli/main.js is missing: npm run compile' };
  const out = path('../.work/cold'); // inside the package, so that the generated code finds `rowfuse`
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  try {
    const build = () => node(CLI, 'build', 'examples/redact.ts', '--out', out).seconds;
    const cold = build();
    const again = build();
    const calls = {};
    for (const backend of ['cpu', 'js']) {
      const { stdout } = node(path('./first-call.mjs'), `${out}/index.js`, backend);
      calls[backend] = JSON.parse(stdout.trim().split('\n').at(-1));
    }
    return { buildSeconds: cold, secondBuildSeconds: again, firstCall: calls };
  } catch (error) {
    return { failed: error.message };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
