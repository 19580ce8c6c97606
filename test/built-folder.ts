import path from 'node:path';
import { root } from './root.js';

/**
 * The generated folder that all tests share: `test/.build`, or the folder that ROWFUSE_TEST_BUILD names, relative to the repository, where
 * an addon of other flags is to be tested.
 */
export const builtFolder = path.resolve(root, process.env.ROWFUSE_TEST_BUILD || 'test/.build');

/** Where its addon and its library for other languages are. */
export const nativeFolder = path.join(builtFolder, 'native', `${process.platform}-${process.arch}`);

export const builtAddon = path.join(nativeFolder, 'rowfuse.node');
