import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Utf8, vectorFromArray } from 'apache-arrow';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { meaningOfLoadFailure } from '../../runtime/backend/load-failure.js';
import { abiVersion } from '../../schema/abi.js';
import { temporaryDirectory } from '../cli/temporary-directory.js';
import { describeTransform } from './describe-transform.js';

const upper = describeTransform({ text: 'utf8' }, 'utf8', ({ text }) => String(text).toUpperCase(), 'upper');
const platform = `${process.platform}-${process.arch}`;
const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});

/** The runtime as a process has it before any warning. */
async function freshRuntime(location: { readonly directory: string | undefined; readonly addon?: string | URL }) {
  vi.resetModules();
  const { createRuntime } = await import('../../runtime/index.js');
  return createRuntime({ ...location, abi: abiVersion, buildHash: 'hash' });
}

const indexIn = (folder: string) => pathToFileURL(join(folder, 'index.js')).href;

function touch(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
}

beforeEach(() => {
  vi.stubEnv('ROWFUSE_BACKEND', undefined);
  warn.mockClear();
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('calls that fall back to js without an addon', () => {
  test('warn once, with a code, the reason and a way to silence the warning', async () => {
    const runtime = await freshRuntime({ directory: indexIn(temporaryDirectory()) });
    const call = runtime.transform(upper);
    await call({ text: ['a'] });
    await call({ text: ['b'] });
    await runtime.toDevice({ text: vectorFromArray(['c'], new Utf8()) });
    expect(warn).toHaveBeenCalledTimes(1);
    const [text, options] = warn.mock.calls[0] ?? [];
    expect(options).toEqual({ type: 'RowfuseWarning', code: 'ROWFUSE_ADDON' });
    expect(text).toContain(
      `, because ${runtime.backend().reason}. Set ROWFUSE_BACKEND=js to run them so without this warning.`,
    );
  });

  test('do not warn where js was requested', async () => {
    const runtime = await freshRuntime({ directory: indexIn(temporaryDirectory()) });
    const call = runtime.transform(upper);
    await call({ text: ['a'] }, { backend: 'js' });
    vi.stubEnv('ROWFUSE_BACKEND', 'js');
    await call({ text: ['a'] });
    await expect(call({ text: ['a'] }, { backend: 'cpu' })).rejects.toThrow('The cpu backend does not work here');
    expect(warn).not.toHaveBeenCalled();
  });
});

describe('the reason for the fallback', () => {
  const keeping = 'keep the generated code external, or call `configure({ addon })` before the first call';

  const reasonOf = async (location: Parameters<typeof freshRuntime>[0]) => {
    const runtime = await freshRuntime(location);
    runtime.transform(upper);
    return runtime.backend().reason;
  };

  test("in a bundle names the ways to bring the addon along, not a build into the bundle's folder", async () => {
    const reason = await reasonOf({ directory: indexIn(temporaryDirectory()) });
    expect(reason).toMatch(
      /^there is no addon at .*rowfuse\.node: bundle with the plugin `rowfuse\/esbuild` or `rowfuse\/vite`, /,
    );
    expect(reason).toContain(`, copy the folder \`native\` of the generated code there, ${keeping}`);
    expect(reason).not.toContain('rowfuse build');
  });

  test('in a bundle whose plugin emitted an addon names that file', async () => {
    const folder = temporaryDirectory();
    const addon = pathToFileURL(join(folder, 'native/0123/rowfuse.node'));
    expect(await reasonOf({ directory: indexIn(folder), addon })).toMatch(
      /^there is no addon at .*0123.rowfuse\.node: b/,
    );
  });

  test.each([undefined, '', 'https://example.org/index.js', 'file://host/share/index.js'])(
    'in a bundle that does not know its own place: %s',
    async (directory) => {
      expect(await reasonOf({ directory })).toBe(
        `the bundle does not tell where its addon lies (\`import.meta.url\` is empty there): bundle with the plugin \`rowfuse/esbuild\`, ${keeping}`,
      );
    },
  );

  test('in a generated folder with addons of other platforms names these', async () => {
    const folder = temporaryDirectory();
    touch(join(folder, 'native/beos-m68k/rowfuse.node'));
    touch(join(folder, 'native/empty/build.json'));
    writeFileSync(join(folder, 'manifest.json'), '{}');
    expect(await reasonOf({ directory: indexIn(folder) })).toMatch(
      new RegExp(
        `, though there is one for beos-m68k: run \`npx rowfuse build examples/upper\\.ts --out .*\` on ${platform}$`,
      ),
    );
  });

  test("for a file that cannot be loaded explains the loader's message", async () => {
    const folder = temporaryDirectory();
    touch(join(folder, 'native', platform, 'rowfuse.node'));
    expect(await reasonOf({ directory: indexIn(folder) })).toMatch(
      /^the addon .*rowfuse\.node cannot be loaded \(.+\): the file is damaged, or was built for another platform\. Build/,
    );
  });
});

/** Messages as observed: glibc 2.36, and musl 1.2.3 with an addon of Debian 12; the others as documented. */
describe('messages of dynamic loaders are explained', () => {
  test.each([
    ['libc.musl-x86_64.so.1: cannot open shared object file: No such file or directory', 'built for musl'],
    ['Error relocating /app/native/linux-x64/rowfuse.node: __memcpy_chk: symbol not found', 'built for glibc'],
    [
      'Error loading shared library ld-linux-x86-64.so.2: No such file or directory (needed by /app/rowfuse.node)',
      'built for glibc',
    ],
    [
      'Error loading shared library libstdc++.so.6: No such file or directory (needed by /app/rowfuse.node)',
      'has musl (Alpine Linux) and lacks libstdc++.so.6',
    ],
    ['Error loading shared library ./rowfuse.node: Exec format error', 'built for another system'],
    [
      "/lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.38' not found (required by /app/rowfuse.node)",
      'needs GLIBC_2.38. Build it in the image that it runs in, or in an older one',
    ],
    [
      "/lib/x86_64-linux-gnu/libstdc++.so.6: version `GLIBCXX_3.4.32' not found (required by /app/rowfuse.node)",
      'needs GLIBCXX_3.4.32',
    ],
    ['libstdc++.so.6: cannot open shared object file: No such file or directory', 'lacks libstdc++.so.6. Install it'],
    ['/app/native/linux-x64/rowfuse.node: cannot open shared object file: No such file or directory', 'is damaged'],
    ['/app/native/linux-x64/rowfuse.node: file too short', 'is damaged'],
    ['/app/native/linux-x64/rowfuse.node: invalid ELF header', 'is damaged'],
    [
      "dlopen(/app/rowfuse.node, 0x0001): tried: '/app/rowfuse.node' (mach-o file, but is an incompatible architecture (have 'x86_64', need 'arm64'))",
      'built for another platform',
    ],
    [
      'it was compiled for processors of the level x86-64-v3, and this one (AMD Opteron) lacks AVX2',
      '--cpu-level x86-64',
    ],
    ['\\\\?\\C:\\app\\rowfuse.node is not a valid Win32 application.', 'built for another platform'],
  ])('such as %s', (message, meaning) => {
    expect(meaningOfLoadFailure(message)).toContain(meaning);
  });

  test('unless they are unknown', () => {
    expect(meaningOfLoadFailure('Module did not self-register')).toBeUndefined();
  });
});
