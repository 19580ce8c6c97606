import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type EmittedFile, isNativeSource } from '../4-emit/emitted-file.js';
import { sha256 } from './hash.js';

/**
 * One hash over everything that a native build reads. Two builds with the same one give the same addon, so the second
 * need not be made.
 */
export function hashBuildInputs(
  nativeDirectory: string,
  emitted: readonly EmittedFile[],
  options: Readonly<Record<string, string>>,
): string {
  const sources = emitted.filter((file) => isNativeSource(file.path)).map((file) => [file.path, sha256(file.text)]);
  const headers = filesBelow(nativeDirectory, '')
    .filter((name) => isNativeSource(name) || path.basename(name) === 'CMakeLists.txt' || name.endsWith('.cmake'))
    .map((name) => [name, sha256(readFileSync(path.join(nativeDirectory, name)))]);
  return sha256(JSON.stringify([sources.sort(), headers.sort(), Object.entries(options).sort(), dependencyVersions()]));
}

/** The folder of `napi.h`. */
export function nodeAddonApiDirectory(): string {
  const require = createRequire(import.meta.url);
  return path.dirname(require.resolve('node-addon-api/package.json')).replaceAll('\\', '/');
}

/** The packages whose headers are compiled in. */
function dependencyVersions(): readonly string[] {
  const require = createRequire(import.meta.url);
  return ['node-addon-api', 'node-api-headers'].map(
    (name) => `${name} ${JSON.parse(readFileSync(require.resolve(`${name}/package.json`), 'utf8')).version}`,
  );
}

function filesBelow(root: string, folder: string): readonly string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(root, name) : [name];
  });
}
