import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/**
 * Bundles the modules of a generated folder into one beside them. The samples have 1,600 modules, which vitest imports in 10 s, for each
 * of some 50 files of tests; their bundle takes 1 s.
 */
export async function bundle(folder: string): Promise<void> {
  await build({
    entryPoints: [path.join(folder, 'index.js')],
    outfile: bundleIn(folder),
    bundle: true,
    format: 'esm',
    target: 'esnext',
    // The runtime stays that of the tests, which compare the classes of errors.
    external: ['@rowfuse/runtime'],
    logLevel: 'error',
  });
}

/** Returns the exports of the bundle. */
export function importBundle<Exports>(folder: string): Promise<Exports> {
  return import(pathToFileURL(bundleIn(folder)).href);
}

/**
 * Returns the exports of a copy of the bundle whose text is changed.
 *
 * @param name distinguishes the copy from those of other tests
 */
export function importChangedBundle<Exports>(
  folder: string,
  name: string,
  change: (text: string) => string,
): Promise<Exports> {
  const text = readFileSync(bundleIn(folder), 'utf8');
  const changed = change(text);
  if (changed === text) throw new Error(`The bundle ${name} is the same as the one that it was made of`);
  const copy = path.join(folder, `bundle-${name}.js`);
  writeFileSync(copy, changed);
  return import(pathToFileURL(copy).href);
}

function bundleIn(folder: string): string {
  return path.join(folder, 'bundle.js');
}
