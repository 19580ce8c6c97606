import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Addon } from './addon.js';
import { BuildError } from './errors.js';
import { shownPath } from './shown-path.js';

/** The addon, or why there is none. */
export type LoadedAddon = { readonly addon: Addon } | { readonly addon: undefined; readonly reason: string };

/** What generated code expects of its addon. */
export interface AddonExpectation {
  /** URL of the module that generated code lies beside: `import.meta.url`. */
  readonly directory: string;
  /** The version of the addon's interface. */
  readonly abi: number;
  /** Hash of the native sources that the addon was built from. */
  readonly buildHash: string;
}

/** Loads the file at `path`: undefined when there is none, throws when it cannot be loaded. */
export type AddonLoader = (path: string) => Addon | undefined;

/** The addon's file for this platform; undefined where a bundler has put the module somewhere else than into a file. */
function addonPath(directory: string): string | undefined {
  try {
    return fileURLToPath(new URL(`native/${process.platform}-${process.arch}/rowfuse.node`, directory));
  } catch {
    return undefined;
  }
}

/** Loads through Node's own `require`, which is what `.node` files are for. */
export function requireAddon(path: string): Addon | undefined {
  return existsSync(path) ? createRequire(path)(path) : undefined;
}

/**
 * Loads the addon and checks that it is the one this generated code was emitted with.
 *
 * A missing or unloadable file is no error here: the caller may fall back to JavaScript.
 * @throws BuildError when the addon belongs to another build: falling back would hide a slow, forgotten rebuild.
 */
export function loadAddon(expected: AddonExpectation, command: string, load: AddonLoader = requireAddon): LoadedAddon {
  const path = addonPath(expected.directory);
  if (path === undefined) {
    const reason =
      'the generated code does not know its folder, as it was bundled: leave that folder out of the bundle (external)';
    return { addon: undefined, reason };
  }
  const file = shownPath(path);
  let addon: Addon | undefined;
  try {
    addon = load(path);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { addon: undefined, reason: `the addon ${file} cannot be loaded (${why}): run \`${command}\`` };
  }
  if (addon === undefined) return { addon, reason: `there is no addon at ${file}: run \`${command}\`` };
  if (addon.abiVersion !== expected.abi) {
    throw new BuildError(
      `The addon ${file} has interface version ${addon.abiVersion}, this release of rowfuse needs ${expected.abi}. ` +
        `Run \`${command}\`.`,
    );
  }
  if (addon.buildHash !== expected.buildHash) {
    throw new BuildError(
      `The addon ${file} was built from other sources than the generated code beside it ` +
        `(${addon.buildHash} against ${expected.buildHash}). Run \`${command}\`.`,
    );
  }
  return { addon };
}
