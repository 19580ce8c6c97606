// node scripts/campaign.mjs [--minutes 9] [--only mutations,checked] [--seed 1] [--programs 2000] [--out bench/results]
//
// Runs the long tests of the planner on all processors, side by side: every mutant (scripts/mutations.mjs), and every checked build
// (scripts/checked.mjs). It leaves mutations-<date>.json, checked-<date>.json and their logs in the folder. On a machine without Node it
// runs after scripts/gpu-unpack.py. Mutants that are left after the time are not counted.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '9' },
    only: { type: 'string', default: 'mutations,checked' },
    seed: { type: 'string', default: '1' },
    programs: { type: 'string', default: '2000' },
    shard: { type: 'string', default: '1/1' },
    out: { type: 'string', default: 'bench/results' },
  },
});
const out = path.resolve(root, values.out);
const began = Date.now();
const options = {
  mutations: ['--minutes', values.minutes, '--shard', values.shard],
  checked: ['--programs', values.programs],
};
mkdirSync(out, { recursive: true });
const statuses = await Promise.all(values.only.split(',').map(run));
process.exitCode = Math.max(...statuses);

/** Runs a script of this folder, which writes its own result file, and returns its status. */
function run(name) {
  const date = new Date().toISOString().slice(0, 10);
  const json = path.join(out, `${name}-${date}.json`);
  const log = createWriteStream(path.join(out, `${name}.log`));
  const args = [`scripts/${name}.mjs`, '--seed', values.seed, '--json', json, ...options[name]];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => log.write(data));
  const timer = setTimeout(() => child.kill(), (Number(values.minutes) + 0.5) * 60_000);
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearTimeout(timer);
      log.end();
      console.log(`${name}: status ${code}, ${Math.round((Date.now() - began) / 1000)} s`);
      resolve(code ?? 1);
    });
  });
}
