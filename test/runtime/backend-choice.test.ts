import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BuildError, createRuntime, DeviceError, OptionError } from '../../runtime/index.js';
import { abiVersion } from '../../schema/abi.js';
import { temporaryDirectory } from '../cli/temporary-directory.js';
import { describeTransform, testRuntime } from './describe-transform.js';
import { fakeAddon } from './fake-addon.js';

const upper = describeTransform({ text: 'utf8' }, 'utf8', ({ text }) => String(text).toUpperCase(), 'upper');

/** A generated folder without an addon, and the command that would make it. */
function generatedFolder() {
  const folder = temporaryDirectory();
  writeFileSync(join(folder, 'manifest.json'), '{}');
  const expectation = { directory: pathToFileURL(join(folder, 'index.js')).href, abi: abiVersion, buildHash: 'hash' };
  const command = `\`npx rowfuse build examples/upper.ts --out ${folder}\``;
  return { folder, expectation, command };
}

beforeEach(() => {
  vi.stubEnv('ROWFUSE_BACKEND', undefined);
  vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('the default backend is the first that works', () => {
  test('is cuda if it works', () => {
    const cuda = () => ({ available: true, reason: 'found', device: 'NVIDIA H100' });
    expect(testRuntime([upper], { cuda }).backend()).toEqual({ backend: 'cuda', reason: 'NVIDIA H100' });
  });

  test('is cpu without a device', () => {
    const cuda = () => ({ available: false, reason: 'built without CUDA' });
    expect(testRuntime([upper], { cuda }).backend()).toEqual({
      backend: 'cpu',
      reason: 'cuda does not work here: built without CUDA',
    });
  });

  test('is js without an addon, with a reason that names the file and the command', async () => {
    const { folder, expectation, command } = generatedFolder();
    const runtime = createRuntime(expectation);
    const call = runtime.transform(upper);
    const file = join(folder, 'native', `${process.platform}-${process.arch}`, 'rowfuse.node');
    expect(runtime.backend()).toEqual({ backend: 'js', reason: `there is no addon at ${file}: run ${command}` });
    expect([...(await call({ text: ['a'] }))]).toEqual(['A']);
  });

  test('is js if the addon cannot be loaded', async () => {
    const { folder, expectation } = generatedFolder();
    const native = join(folder, 'native', `${process.platform}-${process.arch}`);
    mkdirSync(native, { recursive: true });
    writeFileSync(join(native, 'rowfuse.node'), 'half a file');
    const runtime = createRuntime(expectation);
    expect(runtime.backend()).toMatchObject({ backend: 'js' });
    expect(runtime.backend().reason).toContain('cannot be loaded');
    const rejection = runtime.transform(upper)({ text: ['a'] }, { backend: 'cpu' });
    await expect(rejection).rejects.toThrow(BuildError);
  });
});

describe('a requested backend', () => {
  test('is chosen per call or by ROWFUSE_BACKEND, and the call wins', async () => {
    const addon = fakeAddon([upper]);
    const runtime = createRuntime({
      directory: import.meta.url,
      abi: abiVersion,
      buildHash: 'hash',
      load: () => addon,
    });
    const call = runtime.transform(upper);
    vi.stubEnv('ROWFUSE_BACKEND', 'js');
    expect(runtime.backend()).toEqual({ backend: 'js', reason: 'ROWFUSE_BACKEND asks for it' });
    await call({ text: ['a'] });
    expect(addon.calls).toEqual([]);
    await call({ text: ['a'] }, { backend: 'cpu' });
    expect(addon.calls[0]).toMatchObject({ call: 'measure', backend: 'cpu' });
    vi.stubEnv('ROWFUSE_BACKEND', '');
    expect(runtime.backend().backend).toBe('cpu');
  });

  test('is refused if it does not exist', async () => {
    vi.stubEnv('ROWFUSE_BACKEND', 'gpu');
    const runtime = testRuntime([upper]);
    expect(() => runtime.backend()).toThrow(OptionError);
    expect(() => runtime.backend()).toThrow(
      'ROWFUSE_BACKEND is "gpu", which is no backend. Set it to one of cuda, cpu, js',
    );
    await expect(runtime.transform(upper)({ text: [] })).rejects.toThrow(OptionError);
  });

  test('is refused if cuda does not work', async () => {
    const call = testRuntime([upper], { cuda: () => ({ available: false, reason: 'the driver is too old' }) });
    const rejection = call.transform(upper)({ text: ['a'] }, { backend: 'cuda' });
    await expect(rejection).rejects.toThrow(DeviceError);
    await expect(rejection).rejects.toThrow('the driver is too old. Run `npx rowfuse doctor`');
  });

  test.each(['cpu', 'cuda'] as const)('is refused without an addon: %s', async (backend) => {
    const { expectation, command } = generatedFolder();
    const rejection = createRuntime(expectation).transform(upper)({ text: ['a'] }, { backend });
    await expect(rejection).rejects.toThrow(BuildError);
    await expect(rejection).rejects.toThrow(command);
  });
});

describe('a stale addon is an error, never a silent fallback', () => {
  test.each([
    ['another interface', { abiVersion: 6 }, `has interface version 6, this release of rowfuse needs ${abiVersion}`],
    [
      'other sources',
      { buildHash: 'older' },
      'was built from other sources than this generated code (older against hash)',
    ],
    ['a transform is missing', { transforms: ['other'] }, 'The addon has no transform upper'],
  ])('%s', async (_, addon, message) => {
    const { expectation, command } = generatedFolder();
    const runtime = testRuntime([upper], addon, expectation);
    const call = runtime.transform(upper);
    const rejection = call({ text: ['a'] });
    await expect(rejection).rejects.toThrow(BuildError);
    await expect(rejection).rejects.toThrow(message);
    await expect(rejection).rejects.toThrow(command);
    // Operations that need no addon still work.
    expect([...call.reference({ text: ['a'] })]).toEqual(['A']);
    expect([...(await call({ text: ['a'] }, { backend: 'js' }))]).toEqual(['A']);
  });
});

test('generated code with another interface version than the runtime is refused', () => {
  const { expectation } = generatedFolder();
  const make = () => createRuntime({ ...expectation, abi: abiVersion + 1 });
  expect(make).toThrow(BuildError);
  expect(make).toThrow(`has interface version ${abiVersion + 1}, the installed @rowfuse/runtime has ${abiVersion}`);
  expect(make).toThrow(
    /Install rowfuse and @rowfuse\/runtime in the same version, then run `npx rowfuse build --out .*`\.$/,
  );
});

test('nothing is loaded before it is needed', async () => {
  const load = vi.fn(() => fakeAddon([upper]));
  const runtime = createRuntime({ directory: import.meta.url, abi: abiVersion, buildHash: 'hash', load });
  const call = runtime.transform(upper);
  expect(call.name).toBe('upper');
  call.reference({ text: ['a'] });
  await call({ text: ['a'] }, { backend: 'js' });
  expect(load).not.toHaveBeenCalled();
  await call({ text: ['a'] });
  runtime.backend();
  expect(load).toHaveBeenCalledTimes(1);
});
