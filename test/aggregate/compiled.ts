import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Table, Vector } from 'apache-arrow';
import { compile, formatDiagnostics } from 'rowfuse/compiler';
import { builtFolder } from '../built-folder.js';
import { root } from '../root.js';

/**
 * Returns the exports of the generated module, without an addon: everything runs on `js`.
 *
 * @param imported the text of the module `./imported.js`
 */
export async function compiled<Exports>(text: string, imported = ''): Promise<Exports> {
  mkdirSync(builtFolder, { recursive: true });
  const folder = mkdtempSync(path.join(builtFolder, 'aggregate-'));
  const source = path.join(folder, 'input.ts');
  writeFileSync(source, text);
  writeFileSync(path.join(folder, 'imported.ts'), imported);
  const { diagnostics, files } = compile({ files: [source], root });
  if (diagnostics.length > 0) throw new Error(formatDiagnostics('pretty', diagnostics, { root, color: false }));
  for (const { path: file, text: content } of files) {
    const target = path.join(folder, 'generated', file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
  try {
    return await import(pathToFileURL(path.join(folder, 'generated/index.js')).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the rows of a table as plain objects, with lists as arrays. */
export function rowsOf(table: Table): Record<string, unknown>[] {
  return [...table].map((row) =>
    Object.fromEntries([...row].map(([name, value]) => [name, value instanceof Vector ? [...value] : value])),
  );
}
