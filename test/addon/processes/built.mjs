// The folder with the transforms that were built for the tests: see test/built-folder.ts.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = path.resolve(root, process.env.ROWFUSE_TEST_BUILD || 'test/.build');

/** The module of all transforms. */
export const transforms = pathToFileURL(path.join(folder, 'index.js')).href;

/** The addon's file. */
export const addon = path.join(folder, 'native', `${process.platform}-${process.arch}`, 'rowfuse.node');

/** Returns one transform without loading the others. */
export async function transformNamed(name) {
  const generated = await import(pathToFileURL(path.join(folder, name, `${name}.js`)).href);
  return generated[name];
}
