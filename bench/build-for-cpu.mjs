import { execFileSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const cli = fileURLToPath(new URL('../dist/codegen/cli/main.js', import.meta.url));

/** Builds the transforms of a module into the folder `generated` of another. Returns the address to import them from. */
export function buildForCpu(source, work) {
  const generated = `${work}/generated`;
  execFileSync(process.execPath, [cli, 'build', source, '--out', generated, '--no-cuda'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return pathToFileURL(`${generated}/index.js`).href;
}
