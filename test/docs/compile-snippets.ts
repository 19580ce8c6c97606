import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compile, type Diagnostic } from 'rowfuse/compiler';
import { root } from '../root.js';
import { exampleNames, folder, folderOf, generatedNames, type Module } from './modules.js';

/**
 * Compiles the modules that describe transforms, and writes the generated folder of each page: its own transforms, and those of
 * `examples/`. Names are unique in a compilation, so modules whose names collide are compiled one after the other.
 */
export function compileSnippets(modules: readonly Module[]): readonly Diagnostic[] {
  const batches: Module[][] = [];
  for (const module of modules.filter(({ names }) => names.transforms.length > 0)) {
    const fits = (batch: Module[]) => !batch.some((other) => collide(other, module));
    const batch = batches.find(fits);
    if (batch === undefined) batches.push([module]);
    else batch.push(module);
  }
  const found: Diagnostic[] = [];
  const origins = new Map<string, Map<string, string>>();
  for (const [at, whole] of batches.entries()) {
    const { diagnostics, files: all } = compile({ files: whole.map(({ file }) => file), root });
    found.push(...diagnostics);
    const refused = new Set(diagnostics.map(({ span }) => path.join(root, span.file)));
    const batch = whole.filter(({ file }) => !refused.has(file));
    // A snippet that is refused keeps the others of its compilation from being emitted.
    const files = diagnostics.length === 0 ? all : compile({ files: batch.map(({ file }) => file), root }).files;
    const generated = path.join(folder, `generated-${at}`);
    for (const { path: file, text } of files) write(path.join(generated, file), text);
    for (const { page, names } of batch) {
      const own = origins.get(page) ?? new Map<string, string>();
      for (const name of names.transforms) own.set(name, generated);
      origins.set(page, own);
    }
  }
  for (const page of new Set(modules.map((module) => module.page))) writeIndex(page, origins.get(page) ?? new Map());
  return found;
}

function collide(one: Module, other: Module): boolean {
  const names = new Set(one.names.transforms.map((name) => name.toLowerCase()));
  return other.names.transforms.some((name) => names.has(name.toLowerCase()));
}

/** Writes the module that a page's snippets import as `generated/index.js`. */
function writeIndex(page: string, own: ReadonlyMap<string, string>): void {
  const index = path.join(folderOf(page), 'generated/index.js');
  const repository = path.join(root, 'generated');
  const from = (generated: string) => `'${path.relative(path.dirname(index), path.join(generated, 'index.js'))}'`;
  const lines = [
    ...[...own].map(([name, generated]) => `export { ${name} } from ${from(generated)};`),
    ...exampleNames.filter((name) => !own.has(name)).map((name) => `export { ${name} } from ${from(repository)};`),
    `export { ${generatedNames.join(', ')} } from ${from([...own.values()][0] ?? repository)};`,
  ];
  write(index, `${lines.join('\n')}\n`);
  write(index.replace(/\.js$/, '.d.ts'), `${lines.join('\n')}\n`);
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
