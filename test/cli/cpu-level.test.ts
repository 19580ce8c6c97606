import { describe, expect, test } from 'vitest';
import { chooseCpuLevel, processorIn, thisProcessor } from '../../codegen/5-build/tools/cpu-level.js';

const flags = 'fpu sse sse2 abm avx avx2 bmi1 bmi2 cx16 f16c fma lahf_lm movbe pni popcnt sse4_1 sse4_2 ssse3 xsave';
const described = (list: string) => `processor\t: 0\nmodel name\t: AMD EPYC\nflags\t\t: ${list}\nbugs\t\t: avx2\n`;

describe('the level of a processor', () => {
  test('is x86-64-v3 if it has all features of that', () => {
    expect(processorIn(described(flags))).toEqual({ name: 'AMD EPYC', level: 'x86-64-v3' });
  });

  test.each(flags.split(' ').slice(3))('is x86-64 without %s', (feature) => {
    const others = flags.split(' ').filter((name) => name !== feature);
    expect(processorIn(described(others.join(' ')))).toEqual({ name: 'AMD EPYC', level: 'x86-64' });
  });

  test('is unknown where no processor of this kind is described', () => {
    expect(processorIn('')).toBeUndefined();
    expect(processorIn('processor : 0\nFeatures : fp asimd\n')).toBeUndefined();
  });
});

describe.runIf(process.arch === 'x64' && process.platform === 'linux')('a build is for', () => {
  test.each([
    ['the level that is asked for', 'x86-64', {}, 'x86-64'],
    ['that level, whatever the environment says', 'x86-64-v3', { ROWFUSE_CPU_LEVEL: 'x86-64' }, 'x86-64-v3'],
    ['the level of the environment', undefined, { ROWFUSE_CPU_LEVEL: 'x86-64' }, 'x86-64'],
    ['the level of this machine', undefined, { CXXFLAGS: '-O2' }, thisProcessor()?.level],
    ['the processor that CXXFLAGS name', undefined, { CXXFLAGS: '-O2 -march=znver4' }, 'x86-64'],
    ['no level that does not exist', 'x86-64-v9', {}, 'invalid'],
  ])('%s', (_, asked, environment, level) => {
    expect(chooseCpuLevel(asked, environment)).toBe(level);
  });
});
