// Malformed Arrow inputs over every example and run sample, on the reference and each backend, which have to agree:
//   node scripts/malformed-inputs.mjs --cases 200 --seed 7 --json bench/results/malformed-inputs.json
// `--only name` takes one transform. ROWFUSE_TEST_BACKENDS names the backends; by default there are cpu and js.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');

function node(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

// The package first: transforms run on what it is compiled to.
node(tsc, '-p', 'tsconfig.build.json');
node(tsc, '-p', 'test/malformed/tsconfig.json');
node('test/.fuzz/malformed/test/malformed/main.js', ...process.argv.slice(2));
