import { statSync } from 'node:fs';
import { OptionError } from '../errors.js';
import { showValue } from '../values/show-value.js';
import { filePath, hrefOf } from './addon-location.js';

let configured: readonly string[] = [];
let isInUse = false;

/** Checks the option `addon` of `configure` and returns its paths. */
export function checkAddons(option: unknown): readonly string[] {
  return (Array.isArray(option) ? option : [option]).map((file: unknown) => {
    const path = filePath(file);
    if (path === undefined) {
      throw new OptionError(
        `configure: addon must be an absolute path or a file URL, or an array of them, not ${showValue(hrefOf(file))}. ` +
          "Write new URL('…/rowfuse.node', import.meta.url), or path.join(__dirname, '…/rowfuse.node') in CommonJS.",
      );
    }
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) {
      throw new OptionError(`configure: addon names ${path}, where there is no file.`);
    }
    return path;
  });
}

/**
 * Sets the addons of all generated folders.
 *
 * @throws OptionError when this thread has already looked for an addon, because transforms keep the one they have
 */
export function setAddons(paths: readonly string[]): void {
  const isSame = paths.length === configured.length && paths.every((path, index) => path === configured[index]);
  if (isInUse && !isSame) {
    throw new OptionError(
      'configure: addon must be set before the first call or backend(), and this thread has looked for its addon already.',
    );
  }
  configured = paths;
}

/** Returns the configured addons for a first call, and locks them. */
export function useAddons(): readonly string[] {
  isInUse = true;
  return configured;
}
