import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { build, cxx, run } from '../toolchain.js';

const seed = process.env.ROWFUSE_SEED ?? '2025';
const none = Buffer.alloc(0);

describe.skipIf(cxx === undefined)('bench/cuda/number_sweep.cu, with the host in place of the GPU', () => {
  let program = '';
  beforeAll(() => {
    program = build(cxx ?? '', 'number/number_sweep_host.cpp', '-O2');
  });

  it('finds no difference between equal results', () => {
    const { status, stdout } = run(program, ['--count', '20000', '--others', '5000', '--seed', seed], none);
    expect(stdout).toMatch(/\n270000 cases, 0 differences, [\d.]+ s\n$/);
    expect(status).toBe(0);
  });

  it.each([
    ['String', /"[^"]+", read as 0x\w{16} \(\S+\) on the device, "[^"]+", read as/],
    ['Number', /"[^"]*" is 0x\w{16} \(\S+\) on the device, 0x\w{16} \(\S+\) on the host/],
    ['toFixed', /0x\w{16} \(\S+\), 0x\w{16} \(\d+\) is "[^"]+" on the device, "[^"]+" on the host/],
    ['parseInt', /"[^"]*", -?\d+ is 0x\w{16} \(\S+\) on the device/],
    ['BigInt toString(radix)', /0x\w{16} \* 2\^64 \+ 0x\w{16}, base \d+ is "-?\w+" on the device/],
    ['pow', /0x\w{16} \(\S+\), 0x\w{16} \(\S+\) is 0x\w{16} \(\S+\) on the device/],
  ])('finds what is wrong with %s, and shows it', (name, example) => {
    const cases = ['--count', '30000', '--others', '30000', '--seed', seed, '--operations', `cos,${name}`];
    const { status, stdout } = run(program, [...cases, '--break', name], none);
    expect(stdout).toMatch(/cos +30000 of +30000 compared, 0 differences/);
    expect(stdout).toMatch(/ +30000 of +30000 compared, 3 differences/);
    expect(stdout).toContain(`  ${name} of case 15010: `);
    expect(stdout).toMatch(example);
    expect(stdout).toMatch(/\n60000 cases, 3 differences, [\d.]+ s\n$/);
    expect(status).toBe(1);
  });

  it('stops in time, and reports how far it came', () => {
    const { status, stdout } = run(program, ['--operations', 'Number,sin', '--seconds', '0'], none);
    expect(stdout).toContain('0 of    100000000 compared');
    expect(stdout).toContain('stopped by --seconds');
    expect(status).toBe(0);
  });
});

/** A million of each are compared in every run; bench/results holds the hundred million. */
describe.skipIf(cxx === undefined)('scripts/number-sweep.mjs, C++ against V8', () => {
  const script = fileURLToPath(new URL('../../../scripts/number-sweep.mjs', import.meta.url));
  const sweep = (cases: readonly string[], ...nodeOptions: string[]) =>
    spawnSync(process.execPath, [...nodeOptions, script, '--seed', seed, ...cases], {
      encoding: 'utf8',
      env: { ...process.env, CXX: cxx },
    });

  it('finds no difference in a million numbers and a million texts', () => {
    const { status, stdout, stderr } = sweep(['--count', '1000000', '--others', '20000']);
    expect(stderr).toBe('');
    for (const name of ['String', 'Number'])
      expect(stdout).toMatch(new RegExp(`${name} +1000000 compared, 0 differences\n`));
    expect(stdout).toMatch(/ cases, 0 differences, [\d.]+ s\n$/);
    expect(status).toBe(0);
  });

  it('finds planted differences', () => {
    const other = `
      const { cbrt } = Math;
      Math.cbrt = (x) => cbrt(x) * (x > 1e300 ? 1 + 2 ** -52 : 1);
      const { toFixed } = Number.prototype;
      Number.prototype.toFixed = function (digits) { return toFixed.call(this, digits === 7 ? 8 : digits); };
      const { parseInt } = globalThis;
      globalThis.parseInt = (text, radix) => (radix === 3 ? 0 : parseInt(text, radix));`;
    const changed = `data:text/javascript,${encodeURIComponent(other)}`;
    const names = ['cbrt', 'toFixed', 'parseInt', 'sin', 'toPrecision'];
    const { status, stdout } = sweep(['--others', '40000', '--operations', names.join(',')], '--import', changed);
    for (const name of ['cbrt', 'toFixed', 'parseInt'])
      expect(stdout).toMatch(new RegExp(`${name} +40000 compared, [1-9]\\d* differences\n`));
    for (const name of ['sin', 'toPrecision'])
      expect(stdout).toMatch(new RegExp(`${name} +40000 compared, 0 differences\n`));
    expect(stdout).toMatch(/ {2}cbrt of case \d+: 0x7\w{15} \(\S+\), 0: \S+, not \S+\n/);
    expect(stdout).toMatch(/ {2}parseInt of case \d+: "[^"]*", 3: \S+, not 0\n/);
    expect(status).toBe(1);
  });
});
