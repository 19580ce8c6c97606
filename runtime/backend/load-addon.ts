import { existsSync } from 'node:fs';
import { toNamespacedPath } from 'node:path';
import { BuildError } from '../errors.js';
import type { Addon } from './addon.js';
import { missingAddon, rebuildSteps, shownPath, unloadableAddon } from './addon-advice.js';
import { type AddonLocation, addonPath } from './addon-location.js';
import { useAddons } from './configured-addons.js';

/** The addon, or the reason why there is none. */
export type LoadedAddon = { readonly addon: Addon } | { readonly addon: undefined; readonly reason: string };

/** The facts that generated code expects of its addon. */
export interface AddonExpectation extends AddonLocation {
  /** The version of the interface that the code was generated for. */
  readonly abi: number;
  /** The hash of the native sources that the addon was built from. */
  readonly buildHash: string;
}

/** Loads the file at `path`. Returns undefined if there is none, and throws if it cannot be loaded. */
export type AddonLoader = (path: string) => Addon | undefined;

const opened = new Map<string, Addon>();

/**
 * Loads a `.node` file, once per thread. It does not use `require`, because webpack takes calls of `createRequire` for its own and leaves
 * `undefined` in their place.
 */
function openAddon(path: string): Addon | undefined {
  const known = opened.get(path);
  if (known !== undefined || !existsSync(path)) return known;
  const module = { exports: {} as Addon };
  process.dlopen(module, toNamespacedPath(path));
  opened.set(path, module.exports);
  return module.exports;
}

/**
 * Loads the addon that this generated code was emitted with: the one of `configure` that was built from the same sources, else the one in
 * its usual place. A missing or unloadable file is no error here, because the caller may fall back to JavaScript.
 *
 * @throws BuildError when the addon belongs to another build: falling back would hide a slow, forgotten rebuild.
 */
export function loadAddon(
  expected: AddonExpectation,
  sources: ReadonlySet<string>,
  load: AddonLoader = openAddon,
): LoadedAddon {
  const configured = useAddons().map((path) => ({ path, ...open(path, expected, sources, load) }));
  const fitting = configured.find(({ addon }) => addon?.buildHash === expected.buildHash);
  if (fitting?.addon !== undefined) return checked(fitting.addon, fitting.path, expected, sources);

  const path = addonPath(expected);
  const own = path === undefined ? undefined : open(path, expected, sources, load);
  if (path !== undefined && own?.addon !== undefined) return checked(own.addon, path, expected, sources);
  if (own?.reason !== undefined) return { addon: undefined, reason: own.reason };

  const unloadable = configured.find(({ reason }) => reason !== undefined);
  if (unloadable?.reason !== undefined) return { addon: undefined, reason: unloadable.reason };
  if (configured.length > 0) {
    const others = configured.map(({ path: file, addon }) => `${shownPath(file)} (${addon?.buildHash})`).join(', ');
    throw new BuildError(
      `configure({ addon }) names no addon of this generated code, whose build hash is ${expected.buildHash}: ${others}. ` +
        `Name its addon as well, in an array, or run ${rebuildSteps(expected, sources)}.`,
    );
  }
  return { addon: undefined, reason: missingAddon(expected, sources) };
}

function open(path: string, location: AddonLocation, sources: ReadonlySet<string>, load: AddonLoader) {
  try {
    return { addon: load(path), reason: undefined };
  } catch (error) {
    return { addon: undefined, reason: unloadableAddon(path, error, location, sources) };
  }
}

function checked(
  addon: Addon,
  path: string,
  expected: AddonExpectation,
  sources: ReadonlySet<string>,
): { readonly addon: Addon } {
  const file = shownPath(path);
  if (addon.abiVersion !== expected.abi) {
    throw new BuildError(
      `The addon ${file} has interface version ${addon.abiVersion}, this release of rowfuse needs ${expected.abi}. ` +
        `Run ${rebuildSteps(expected, sources)}.`,
    );
  }
  if (addon.buildHash !== expected.buildHash) {
    throw new BuildError(
      `The addon ${file} was built from other sources than this generated code ` +
        `(${addon.buildHash} against ${expected.buildHash}). Run ${rebuildSteps(expected, sources)}.`,
    );
  }
  return { addon };
}
