// Runs long campaigns that are written in TypeScript beside the tests: compiles the package, then the program, and starts it.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const tsc = path.join(root, 'node_modules/typescript/bin/tsc');

/** Runs Node in the repository. If that fails, this process ends with its status. */
export function node(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** Compiles a program by its tsconfig.json, and runs it with the arguments of this process. */
export function runProgram(project, main) {
  // The package is compiled first, because transforms run on its output.
  node(tsc, '-p', 'tsconfig.build.json');
  node(tsc, '-p', project);
  node(main, ...process.argv.slice(2));
}
