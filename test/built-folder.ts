import path from 'node:path';
import { root } from './root.js';

/**
 * The generated folder that all tests share: `test/.build`, or the folder in ROWFUSE_TEST_BUILD, relative to the repository, for tests
 * of an addon with other flags.
 */
export const builtFolder = path.resolve(root, process.env.ROWFUSE_TEST_BUILD || 'test/.build');

/** The folder with its addon and its library for other languages. */
export const nativeFolder = path.join(builtFolder, 'native', `${process.platform}-${process.arch}`);

export const builtAddon = path.join(nativeFolder, 'rowfuse.node');
