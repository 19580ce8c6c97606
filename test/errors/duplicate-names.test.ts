import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compile } from 'rowfuse/compiler';
import { afterAll, describe, expect, it } from 'vitest';

const root = mkdtempSync(path.join(tmpdir(), 'rowfuse-names-'));
afterAll(() => rmSync(root, { recursive: true }));

function module(file: string, name: string): string {
  const place = path.join(root, file);
  writeFileSync(
    place,
    `import { transform, utf8 } from 'rowfuse';
export const ${name} = transform({ input: { s: utf8 }, output: utf8, row: ({ s }) => s });
`,
  );
  return place;
}

/** All generated functions share one module, whatever their source modules are. */
describe('names of transforms', () => {
  it('are unique over all modules of a build', () => {
    const files = [module('a.ts', 'same'), module('b.ts', 'same')];
    const { diagnostics, files: emitted } = compile({ files, root });
    expect(diagnostics.map(({ code, span }) => `${span.file}:${span.line} ${code}`)).toEqual(['b.ts:2 RF1102']);
    expect(emitted).toEqual([]);
  });

  it('may repeat in separate builds', () => {
    expect(compile({ files: [module('c.ts', 'same')], root }).diagnostics).toEqual([]);
  });
});
