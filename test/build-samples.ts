import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../codegen/5-build/index.js';
import { compile } from '../codegen/compile.js';
import { formatDiagnostics } from '../codegen/diagnostics/index.js';
import { backendsUnderTest } from './backends.js';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Before the tests: compiles the examples and all run samples into one addon, in `test/.build`. */
export default async function setup(): Promise<void> {
  const folders = path.join(root, 'test/run/samples');
  const samples = readdirSync(folders).map((name) => path.join(folders, name, 'input.ts'));
  const examples = readdirSync(path.join(root, 'examples'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(root, 'examples', name));
  const { diagnostics, files, transforms, buildHash } = compile({ files: [...examples, ...samples], root });
  if (diagnostics.length > 0) throw new Error(formatDiagnostics('pretty', diagnostics, { root, color: false }));

  const out = path.join(root, 'test/.build');
  mkdirSync(out, { recursive: true });
  const { notes } = await build({
    root,
    out,
    files,
    transforms,
    buildHash,
    cuda: backendsUnderTest.includes('cuda'),
  });
  for (const { what, fix } of notes.filter(({ code }) => code === 'RF2001')) process.stderr.write(`${what} ${fix}\n`);
  writeFileSync(path.join(out, 'schemas.json'), JSON.stringify(transforms.map(({ explain, ...schema }) => schema)));
}
