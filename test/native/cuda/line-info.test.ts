import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkSources } from '../../../codegen/5-build/cmake/source-links.js';
import { compile } from '../../../codegen/compile.js';
import { root } from '../../root.js';
import { nvcc } from '../toolchain.js';

/** The options that the addon's CUDA code is compiled with. */
function cudaOptions(): string[] {
  const cmake = readFileSync(path.join(root, 'native/cmake/settings.cmake'), 'utf8');
  const [, options = ''] = /COMPILE_LANGUAGE:CUDA>:([^>]*)>/.exec(cmake) ?? [];
  return options.split(';').filter((option) => option.startsWith('-') && !option.startsWith('-t'));
}

describe.skipIf(nvcc === undefined)(`profilers${nvcc === undefined ? ' (skipped: no nvcc)' : ''}`, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rowfuse-lines-'));
  let cubin = Buffer.alloc(0);

  // Compiled in a build directory, as CMake does it, outside of the project.
  beforeAll(() => {
    const file = path.join(folder, 'redact.cubin');
    const { files } = compile({ files: [path.join(root, 'examples/redact.ts')], root });
    linkSources(folder, root, files);
    const args = ['-cubin', '-arch=sm_90', '-O3', ...cudaOptions(), `-I${path.join(root, 'native/include')}`];
    const { status, stderr } = spawnSync(
      nvcc ?? '',
      [...args, path.join(root, 'generated/redact/redact.cu'), '-o', file],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    );
    if (status !== 0) throw new Error(stderr);
    cubin = readFileSync(file);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('get the lines and the path of the TypeScript source', () => {
    const source = path.join(folder, 'examples');
    expect(cubin.includes('.debug_line')).toBe(true);
    expect(cubin.includes(`${source}\0`)).toBe(true);
    expect(cubin.includes('redact.ts\0')).toBe(true);
    expect(existsSync(path.join(source, 'redact.ts'))).toBe(true);
  });

  const { status } = spawnSync('readelf', ['--version']);
  it.skipIf(status !== 0)('know every statement of the row function', () => {
    const file = path.join(folder, 'redact.cubin');
    const { stdout } = spawnSync('readelf', ['--debug-dump=decodedline', file], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    const lines = new Set([...stdout.matchAll(/^redact\.ts +(\d+) /gm)].map(([, line]) => Number(line)));
    const text = readFileSync(path.join(root, 'examples/redact.ts'), 'utf8').split('\n');
    const body = [...lines].sort((a, b) => a - b).map((line) => text[line - 1]?.trim().split(' ')[0]);
    expect(body).toEqual(['if', 'const', 'const', 'return']);
  });
});

describe('links to sources', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rowfuse-links-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const emitted = (line: string) => [{ path: 'x/x.row.hpp', text: `#pragma once\n${line}\n` }];

  it('lead to the project, are renewed after it has moved, and replace nothing else', () => {
    linkSources(folder, '/nowhere', emitted('#line 3 "examples/a.ts"'));
    linkSources(folder, root, emitted('#line 3 "examples/a.ts"'));
    linkSources(folder, root, emitted('#line 3 "examples/b/c.ts"'));
    expect(existsSync(path.join(folder, 'examples/redact.ts'))).toBe(true);
    linkSources(folder, root, emitted('#line 3 "../elsewhere/a.ts"'));
    expect(existsSync(path.join(folder, '..', 'elsewhere'))).toBe(false);
  });
});
