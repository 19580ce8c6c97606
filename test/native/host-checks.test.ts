import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { build, cxx } from './toolchain.js';

function run(source: string): string {
  const { status, stdout, stderr } = spawnSync(build(cxx ?? '', source, '-O2'), { encoding: 'utf8' });
  expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: '' });
  return stdout;
}

describe.skipIf(cxx === undefined)('parts of the GPU backend that a host can run', () => {
  it('agree on the size of a UTF-8 character, by words and by bytes', () => {
    expect(run('utf8_characters.cpp')).toBe('371982336 cases\n');
  });

  it('choose which runs try one pass', () => {
    expect(run('strategy_history.cpp').split('\n')).toEqual([
      'always 1111111111',
      // The second run gets more room, and so on.
      'with room 1111111111',
      // One more try with more room; then after 8 runs of two passes, after 16.
      'never 110000000010000000000000000100',
      // The rest of the pause.
      'then always 0000000000000000000000000000001111111111',
      'longest pause 256',
      '',
    ]);
  });
});
