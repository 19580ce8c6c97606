import { isAbsolute, parse, relative } from 'node:path';
import { type AddonLocation, addonPath, generatedFolder, otherPlatforms, platform } from './addon-location.js';
import { meaningOfLoadFailure } from './load-failure.js';

const keeping = 'keep the generated code external, or call `configure({ addon })` before the first call';
const copying = 'copy the folder `native` of the generated code there';

/** Formats a path for messages: relative if it lies in the current directory. */
export function shownPath(path: string): string {
  const current = process.cwd();
  const below = relative(current, path);
  return below.startsWith('..') || isAbsolute(below) || current === parse(current).root ? path : below || '.';
}

/**
 * Returns the command that builds a fitting addon from every source of the folder. In a bundle the folder is unknown, so `--out` is left
 * out.
 */
export function rebuildSteps(location: AddonLocation, sources: ReadonlySet<string>): string {
  const folder = generatedFolder(location);
  const command = ['npx rowfuse build', ...sources].join(' ');
  return folder === undefined ? `\`${command}\` and bundle again` : `\`${command} --out ${shownPath(folder)}\``;
}

/** Says why there is no addon and what to do, as a clause. */
export function missingAddon(location: AddonLocation, sources: ReadonlySet<string>): string {
  const path = addonPath(location);
  if (path === undefined) {
    return `the bundle does not tell where its addon lies (\`import.meta.url\` is empty there): bundle with the plugin \`rowfuse/esbuild\`, ${keeping}`;
  }
  const missing = `there is no addon at ${shownPath(path)}`;
  if (generatedFolder(location) === undefined) {
    return `${missing}: bundle with the plugin \`rowfuse/esbuild\` or \`rowfuse/vite\`, ${copying}, ${keeping}`;
  }
  const others = otherPlatforms(path);
  const steps = rebuildSteps(location, sources);
  return others.length === 0
    ? `${missing}: run ${steps}`
    : `${missing}, though there is one for ${others.join(', ')}: run ${steps} on ${platform}`;
}

/** Says why an addon cannot be loaded and what to do, as a clause. */
export function unloadableAddon(
  path: string,
  error: unknown,
  location: AddonLocation,
  sources: ReadonlySet<string>,
): string {
  const why = error instanceof Error ? error.message : String(error);
  const failure = `the addon ${shownPath(path)} cannot be loaded (${why})`;
  return `${failure}: ${meaningOfLoadFailure(why) ?? `run ${rebuildSteps(location, sources)}`}`;
}
