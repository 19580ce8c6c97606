import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatDiagnostics } from 'rowfuse/compiler';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { buildCompiled } from '../build-transforms.js';
import { type BuiltTransform, builtTransforms, transformNamed } from '../run/built-transforms.js';
import { expectEqualsReference } from '../run/expect-equals-reference.js';
import { outcomeOf } from '../run/outcome.js';
import { columnsOf } from './columns.js';
import { collections, compilePrograms, load, programs } from './programs.js';
import refused from './refused.json' with { type: 'json' };
import { cases } from './rows/index.js';

/** Every fourth program, unless ROWFUSE_TEST_PROGRAMS=all asks for all: building them takes minutes. */
const compiled = programs
  .filter(({ name }) => !(name in refused))
  .filter((_, place) => process.env.ROWFUSE_TEST_PROGRAMS === 'all' || place % 4 === 0);

const out = process.env.ROWFUSE_PROGRAMS ?? mkdtempSync(path.join(tmpdir(), 'rowfuse-programs-'));
let built: readonly BuiltTransform[] = [];

beforeAll(async () => {
  const compilation = compilePrograms(compiled);
  const { diagnostics } = compilation;
  if (diagnostics.length > 0)
    throw new Error(formatDiagnostics('pretty', diagnostics, { root: collections, color: false }));
  await buildCompiled(compilation, out, { optimization: process.env.ROWFUSE_TEST_PROGRAMS === 'all' ? 1 : 0 });
  built = await builtTransforms(out);
}, 900_000);

afterAll(() => {
  if (!process.env.ROWFUSE_PROGRAMS) rmSync(out, { recursive: true });
});

for (const backend of backendsUnderTest.filter((one) => one !== 'js')) {
  describe(`on ${backend} each program gives what JavaScript gives`, () => {
    for (const program of compiled) {
      it(`${program.name}: the rows with known results`, async () => {
        const [name] = await load(program);
        const { input, run } = transformNamed(built, name);
        const columns = columnsOf(
          input,
          (cases[name] ?? []).map(([row]) => row),
        );
        const expected = outcomeOf(run.reference(columns, { params: {} }));
        expect(outcomeOf(await run(columns, { backend, params: {} }))).toEqual(expected);
      });

      it(`${program.name}: random rows`, async () => {
        const [name] = await load(program);
        const transform = transformNamed(built, name);
        if (isAnySize(transform)) await expectEqualsReference(transform, backend, 30);
      });
    }
  });
}

/** False for programs that make arrays of a length that a column says: Node itself runs out of memory for some numbers. */
function isAnySize({ input }: BuiltTransform): boolean {
  return input.every(({ type, listed }) => listed !== undefined || (type !== 'int32' && type !== 'float64'));
}
