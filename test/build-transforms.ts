import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../codegen/5-build/index.js';
import { compile } from '../codegen/compile.js';
import { formatDiagnostics } from '../codegen/diagnostics/index.js';
import { backendsUnderTest } from './backends.js';

export const root = fileURLToPath(new URL('../', import.meta.url));

/** Builds modules of transforms into a folder, for the backends under test, and leaves their schemas there as JSON. */
export async function buildTransforms(files: readonly string[], out: string): Promise<void> {
  const { diagnostics, files: emitted, transforms, buildHash } = compile({ files, root });
  if (diagnostics.length > 0) throw new Error(formatDiagnostics('pretty', diagnostics, { root, color: false }));
  mkdirSync(out, { recursive: true });
  const cuda = backendsUnderTest.includes('cuda');
  const { notes } = await build({ root, out, files: emitted, transforms, buildHash, cuda });
  for (const { what, fix } of notes.filter(({ code }) => code === 'RF2001')) process.stderr.write(`${what} ${fix}\n`);
  writeFileSync(path.join(out, 'schemas.json'), JSON.stringify(transforms.map(({ explain, ...schema }) => schema)));
}
