// Random programs, as many as one likes:
//   npm run fuzz -- --programs 1000 --seed 7
//   npm run fuzz -- --minutes 60 --json fuzz.json
// ROWFUSE_TEST_BACKENDS names the backends; by default there is one, cpu. Finds are shrunk, and printed as modules.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');

function node(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

// The package first: programs run on what it is compiled to.
node(tsc, '-p', 'tsconfig.build.json');
node(tsc, '-p', 'test/fuzz/tsconfig.json');
node('test/.fuzz/js/test/fuzz/main.js', ...process.argv.slice(2));
