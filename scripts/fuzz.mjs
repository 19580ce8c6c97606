// Random programs, as many as one likes:
//   npm run fuzz -- --programs 1000 --seed 7
// ROWFUSE_TEST_BACKENDS names the backends, as for the tests.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '240' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
for (const [name, value] of Object.entries(values)) {
  if (!/^\d+$/.test(value)) {
    console.error(`--${name} takes a number, not ${value}.`);
    process.exit(2);
  }
}
console.log(`${values.programs} programs of seed ${values.seed}`);
const { status } = spawnSync('npx', ['vitest', 'run', '--config', 'test/fuzz/vitest.config.ts'], {
  stdio: 'inherit',
  env: { ...process.env, ROWFUSE_FUZZ_PROGRAMS: values.programs, ROWFUSE_FUZZ_SEED: values.seed },
});
process.exitCode = status ?? 1;
