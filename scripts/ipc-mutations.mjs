// node scripts/ipc-mutations.mjs [--mutants 50000] [--seed 1] [--workers 1] [--json bench/results/ipc-mutations-<date>.json]
//
// Changes files and streams of Arrow IPC at random (test/ipc/mutate.ts): flipped bits, lengths, offsets, vtables, cuts, splices, messages that
// come twice. Each is given to transforms that take its columns, on js and cpu: it is refused by a SchemaError, or the result
// is that of the reference. A process of its own, with a bound of time for each, finds what hangs or crashes. Needs a C++ compiler.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');

function node(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

node(tsc, '-p', 'tsconfig.build.json');
node(tsc, '-p', 'test/ipc/campaign/tsconfig.json');
node('test/.ipc/js/test/ipc/campaign/main.js', ...process.argv.slice(2));
