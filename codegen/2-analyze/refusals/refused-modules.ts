import type { PlatformRefusal } from './refused-functions.js';

const ownSource = 'its source is not part of the project, and only TypeScript of the project is compiled';

const advices: ReadonlyMap<string, string> = new Map([
  ['crypto', "Import `sha256` or `hmacSha256` from 'rowfuse'; pass random values in a column."],
  [
    'path',
    "Cut the text: `file.slice(file.lastIndexOf('.'))` is the extension, `file.slice(file.lastIndexOf('/') + 1)` is the name.",
  ],
  ['url', "Cut the text: `url.split('/')[2] ?? ''` is the host of 'https://host/path'."],
  ['fs', 'Read the file before the call, and pass its content in a column or as a param.'],
  ['process', 'Declare the value as a param, `params: { suffix: utf8 }`, and pass it at the call.'],
]);

/** Returns the reason why an import from a package is refused: a called function, or a value. */
export function refusedImport(module: string, what: 'function' | 'value'): PlatformRefusal {
  const name = module.replace(/^node:/, '').replace(/\/.*$/, '');
  return {
    reason: `It is imported from '${module}': ${ownSource}.`,
    advice:
      advices.get(name) ??
      (what === 'function'
        ? 'Write the function in a module of the project, or compute the value before the call and pass it in a column.'
        : 'Write the value out in a module of the project, or pass what depends on it in a column.'),
  };
}
