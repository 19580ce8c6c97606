import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Returns the folder of `napi.h`. */
export function nodeAddonApiDirectory(): string {
  const require = createRequire(import.meta.url);
  return path.dirname(require.resolve('node-addon-api/package.json'));
}

/** Returns the folder of `node_api.h`. */
export function nodeApiHeadersDirectory(): string {
  const require = createRequire(import.meta.url);
  return path.join(path.dirname(require.resolve('node-api-headers/package.json')), 'include');
}

/** Returns the packages whose headers are compiled in, with their versions. */
export function headerPackages(): readonly string[] {
  const require = createRequire(import.meta.url);
  return ['node-addon-api', 'node-api-headers'].map(
    (name) => `${name} ${JSON.parse(readFileSync(require.resolve(`${name}/package.json`), 'utf8')).version}`,
  );
}
