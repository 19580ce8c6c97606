import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { abiVersion } from '../../schema/abi.js';
import { temporaryDirectory } from '../cli/temporary-directory.js';
import { describeTransform } from './describe-transform.js';
import { fakeAddon } from './fake-addon.js';

const upper = describeTransform({ text: 'utf8' }, 'utf8', ({ text }) => String(text).toUpperCase(), 'upper');

let folder: string;
beforeEach(() => {
  folder = temporaryDirectory();
  vi.resetModules();
  vi.stubEnv('ROWFUSE_BACKEND', undefined);
  vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Writes files whose addons have these build hashes; one without a hash cannot be loaded. */
async function withAddons(hashes: Readonly<Record<string, string | undefined>>) {
  const { configure, createRuntime } = await import('../../runtime/index.js');
  const file = (name: string) => join(folder, name);
  for (const name of Object.keys(hashes)) writeFileSync(file(name), '');
  const load = vi.fn((path: string) => {
    const name = Object.keys(hashes).find((known) => file(known) === path);
    if (name === undefined) return undefined;
    const buildHash = hashes[name];
    if (buildHash === undefined) throw new Error('file too short');
    return fakeAddon([upper], { buildHash });
  });
  const runtime = (buildHash: string, directory?: string) => {
    const made = createRuntime({ directory, abi: abiVersion, buildHash, load });
    const call = made.transform(upper);
    return { backend: made.backend, call: () => call({ text: ['a'] }) };
  };
  return { configure, runtime, file, load };
}

describe('configure({ addon })', () => {
  test('sets the addon of a bundle that does not know its own place', async () => {
    const { configure, runtime, file } = await withAddons({ 'one.node': 'one' });
    const made = runtime('one');
    configure({ addon: file('one.node') });
    expect(made.backend().backend).toBe('cpu');
    expect([...(await made.call())]).toEqual(['A']);
  });

  test.each([
    ['a path', (path: string) => path],
    ['a URL', (path: string) => pathToFileURL(path)],
    ['the text of a URL', (path: string) => pathToFileURL(path).href],
  ])('takes %s', async (_, form) => {
    const { configure, runtime, file } = await withAddons({ 'a b.node': 'one' });
    configure({ addon: form(file('a b.node')) });
    expect(runtime('one').backend().backend).toBe('cpu');
  });

  test('gives each generated folder the addon that was built from it', async () => {
    const { configure, runtime, file } = await withAddons({ 'one.node': 'one', 'two.node': 'two' });
    configure({ addon: [file('one.node'), file('two.node')] });
    expect([runtime('two').backend().backend, runtime('one').backend().backend]).toEqual(['cpu', 'cpu']);
  });

  test('leaves folders unchanged whose addon it does not name', async () => {
    const own = `native/${process.platform}-${process.arch}/rowfuse.node`;
    const { configure, runtime, file, load } = await withAddons({ 'one.node': 'one' });
    configure({ addon: file('one.node') });
    load.mockImplementation((path) => fakeAddon([upper], { buildHash: path === file(own) ? 'two' : 'one' }));
    expect(runtime('two', pathToFileURL(file('index.js')).href).backend().backend).toBe('cpu');
  });

  test('is an error if no addon was built from the generated code, never a silent fallback', async () => {
    const { configure, runtime, file } = await withAddons({ 'one.node': 'one' });
    configure({ addon: file('one.node') });
    await expect(runtime('two').call()).rejects.toMatchObject({
      code: 'BuildError',
      message: expect.stringMatching(
        /names no addon of this generated code, whose build hash is two: .*one\.node \(one\)/,
      ),
    });
  });

  test('falls back if the named addon cannot be loaded, and says why', async () => {
    const { configure, runtime, file } = await withAddons({ 'one.node': undefined });
    configure({ addon: file('one.node') });
    const made = runtime('one');
    expect(made.backend()).toEqual({
      backend: 'js',
      reason: expect.stringMatching(/one\.node cannot be loaded \(file too short\): the file is damaged/),
    });
    expect([...(await made.call())]).toEqual(['A']);
  });

  test('must precede the first call, and may be repeated with the same value', async () => {
    const { configure, runtime, file } = await withAddons({ 'one.node': 'one', 'two.node': 'two' });
    configure({ addon: file('two.node') });
    configure({ addon: file('one.node') });
    configure({ threads: 2 });
    await runtime('one').call();
    configure({ addon: [file('one.node')], threads: 1 });
    expect(() => configure({ addon: file('two.node') })).toThrow(
      'configure: addon must be set before the first call or backend(), and this thread has looked for its addon already.',
    );
  });

  test('may follow a call on js, which loads nothing', async () => {
    const { configure, runtime, file } = await withAddons({ 'one.node': 'one' });
    vi.stubEnv('ROWFUSE_BACKEND', 'js');
    const made = runtime('one');
    await made.call();
    vi.stubEnv('ROWFUSE_BACKEND', '');
    configure({ addon: file('one.node') });
    expect(made.backend().backend).toBe('cpu');
  });

  test.each([
    [
      './rowfuse.node',
      'must be an absolute path or a file URL, or an array of them, not "./rowfuse.node". Write new URL(',
    ],
    [new URL('https://example.org/rowfuse.node'), 'not "https://example.org/rowfuse.node"'],
    [5, 'not 5.'],
    [null, 'not null.'],
    [['/nowhere/rowfuse.node'], 'addon names /nowhere/rowfuse.node, where there is no file.'],
  ])('refuses %s, and changes nothing', async (addon, message) => {
    const { configure, runtime, file } = await withAddons({ 'one.node': 'one' });
    configure({ addon: file('one.node') });
    expect(() => configure({ addon: addon as string, threads: 2 })).toThrow(message);
    expect(() => configure({ addon: file('one.node'), threads: -1 })).toThrow('threads must be');
    expect(runtime('one').backend().backend).toBe('cpu');
  });

  test('refuses a folder', async () => {
    const { configure } = await withAddons({});
    expect(() => configure({ addon: folder })).toThrow('where there is no file.');
  });
});
