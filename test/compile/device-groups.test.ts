import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'rowfuse/compiler';
import { describe, expect, it } from 'vitest';
import { cxx } from '../native/toolchain.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The explanation derives from the plan whether a GPU groups an aggregate's rows; C++ derives it from types. Both must agree. */
describe.skipIf(cxx === undefined)('the kernels for groups that explain lists', () => {
  const names = ['aggregates', 'grouped-structs', 'grouped-values', 'lines', 'reduce'];
  const files = names.map((name) => path.join(root, 'test/run/samples', name, 'input.ts'));
  const compilation = compile({ files, root });
  const aggregates = compilation.transforms.filter(({ groups }) => groups !== undefined);

  it('are those that exist', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'rowfuse-groups-'));
    try {
      const lines = ['#include <rowfuse/cuda/groups/support.cuh>'];
      for (const { name, directory, explain } of aggregates) {
        const header = `${directory}/${directory}.row.hpp`;
        mkdirSync(path.join(folder, directory));
        writeFileSync(path.join(folder, header), compilation.files.find((file) => file.path === header)?.text ?? '');
        const [said] = /^ {2}cuda: (none|rows of columns|lines)/m.exec(explain)?.slice(1) ?? [];
        expect(said, name).toBeDefined();
        const transform = `rowfuse::generated::${name}::${name.charAt(0).toUpperCase()}${name.slice(1)}`;
        lines.push(
          `#include "${header}"`,
          `static_assert(rowfuse::cuda::groups_columns_on_device<${transform}> == ${said === 'rows of columns'}, "${name}");`,
          `static_assert(rowfuse::cuda::groups_lines_on_device<${transform}> == ${said === 'lines'}, "${name}");`,
        );
      }
      writeFileSync(path.join(folder, 'groups.cpp'), lines.join('\n'));
      const emulation = path.join(root, 'test/native/emulation');
      const args = [
        '-std=c++20',
        '-fsyntax-only',
        '-Wno-unknown-pragmas',
        '-include',
        `${emulation}/block_emulation.hpp`,
      ];
      const { status, stderr } = spawnSync(
        cxx ?? '',
        [...args, `-I${emulation}`, `-I${root}native/include`, `-I${folder}`, path.join(folder, 'groups.cpp')],
        { encoding: 'utf8' },
      );
      expect(stderr).toBe('');
      expect(status).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
