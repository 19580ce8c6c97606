import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Other versions format and report differently. */
const versions = { 'clang-format': '23.1.1', 'clang-tidy': '22.1.8' };

/** The programs, in the Python environment that .ci/run also has for pyarrow; undefined if they are neither installed nor available. */
export function clangTools(root) {
  const environment = path.join(root, 'node_modules/.cache/python');
  const program = (name) => path.join(environment, 'bin', name);
  const succeeds = (command, ...args) =>
    spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  const isThere = ([name, version]) =>
    spawnSync(program(name), ['--version'], { encoding: 'utf8' }).stdout?.includes(version);
  const packages = Object.entries(versions);
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  const isReady =
    packages.every(isThere) ||
    (succeeds('python3', '-m', 'venv', environment) &&
      succeeds(program('python'), ...install, ...packages.map(([name, version]) => `${name}==${version}`)));
  return isReady ? { format: program('clang-format'), tidy: program('clang-tidy') } : undefined;
}
