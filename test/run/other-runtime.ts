import { builtFolder } from '../built-folder.js';
import { importChangedBundle } from '../bundle.js';
import type { BuiltTransform } from './built-transforms.js';

/**
 * Imports the built transforms with another runtime: one that is created with further options, given as source text.
 *
 * @param name distinguishes the copy of the bundle from those of other tests
 */
export function withRuntimeOptions(
  name: string,
  options: string,
): Promise<Readonly<Record<string, BuiltTransform['run']>>> {
  return importChangedBundle(builtFolder, name, (text) =>
    text.replace('= createRuntime({', `= createRuntime({\n  ${options},`),
  );
}
