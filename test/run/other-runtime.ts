import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtFolder } from '../built-folder.js';
import type { BuiltTransform } from './built-transforms.js';

/**
 * Imports the built transforms with another runtime: one that is created with further options, given as source text.
 *
 * @param name distinguishes the copies of the modules from those of other tests
 */
export async function withRuntimeOptions(
  name: string,
  options: string,
): Promise<Readonly<Record<string, BuiltTransform['run']>>> {
  const rewrite = (from: string, to: string, change: (text: string) => string): void =>
    writeFileSync(path.join(builtFolder, to), change(readFileSync(path.join(builtFolder, from), 'utf8')));
  rewrite('runtime.js', `runtime-${name}.js`, (text) =>
    text.replace('createRuntime({', `createRuntime({\n  ${options},`),
  );
  for (const directory of readdirSync(builtFolder)) {
    if (!existsSync(path.join(builtFolder, directory, `${directory}.js`))) continue;
    rewrite(`${directory}/${directory}.js`, `${directory}/${directory}-${name}.js`, (text) =>
      text.replace("'../runtime.js'", `'../runtime-${name}.js'`),
    );
  }
  rewrite('index.js', `index-${name}.js`, (text) => text.replaceAll(/(from '\.\/.*)\.js';$/gm, `$1-${name}.js';`));
  return import(pathToFileURL(path.join(builtFolder, `index-${name}.js`)).href);
}
