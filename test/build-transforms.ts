import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, compile, formatDiagnostics } from 'rowfuse/compiler';
import { backendsUnderTest } from './backends.js';
import { bundle } from './bundle.js';
import { root } from './root.js';

/** True if generated code verifies the claims of the planner: ROWFUSE_TEST_CHECKED=1. */
export const isChecked = process.env.ROWFUSE_TEST_CHECKED === '1';

/** Builds modules of transforms into a folder for the backends under test, and writes their bundle and their schemas there. */
export async function buildTransforms(files: readonly string[], out: string, speed: BuildSpeed = {}): Promise<void> {
  const compilation = compile({ files, root, checked: isChecked });
  const { diagnostics } = compilation;
  if (diagnostics.length > 0) throw new Error(formatDiagnostics('pretty', diagnostics, { root, color: false }));
  await buildCompiled(compilation, out, speed);
}

export interface BuildSpeed {
  /** For programs that run once: see the option of `build`. */
  readonly quick?: boolean;
  /** See the option of `build`. */
  readonly optimization?: 0 | 1 | 2 | 3;
}

/** Builds compiled modules. */
export async function buildCompiled(
  { transforms }: Pick<ReturnType<typeof compile>, 'transforms'>,
  out: string,
  { quick = false, optimization = 3 }: BuildSpeed = {},
): Promise<void> {
  mkdirSync(out, { recursive: true });
  const cuda = backendsUnderTest.includes('cuda');
  const speed = { quick, optimization };
  const { notes } = await build({
    root,
    out,
    transforms,
    prune: true,
    cuda,
    library: !quick,
    checked: isChecked,
    ...speed,
  });
  for (const { what, fix } of notes.filter(({ code }) => code === 'RF2001')) process.stderr.write(`${what} ${fix}\n`);
  writeFileSync(
    path.join(out, 'schemas.json'),
    JSON.stringify(
      transforms.filter(({ passOf }) => passOf === undefined).map(({ explain, files, ...schema }) => schema),
    ),
  );
  await bundle(out);
}
