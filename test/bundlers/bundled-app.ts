import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { builtAddon, builtFolder } from '../built-folder.js';
import { type CommandResult, runNode } from '../cli/built-package.js';
import { temporaryDirectory } from '../cli/temporary-directory.js';
import { root } from '../root.js';

export const platform = `${process.platform}-${process.arch}`;

/** The generated folder that all tests share, whose addon is built where there is a compiler. */
export const generated = builtFolder;
export { builtAddon };
export const hasAddon = existsSync(builtAddon);

/** Results of {@link app} and {@link lazyApp}. */
export const onCpu = [['L Ada'], 'cpu'];
export const onJs = [['L Ada'], 'js'];

const call = `export async function main() {
  const names = await redact({ name: ['Ada Lovelace'], visibility: ['public'] });
  return [[...names], backend().backend];
}
`;
const index = JSON.stringify(path.join(generated, 'index.js'));

/** An app that is bundled, in its own folder. */
export const app = `import { backend, redact } from ${index};\n${call}`;

/** An app that imports the generated code at its first call, so that it becomes its own chunk. */
export const lazyApp = call.replace('{\n', `{\n  const { backend, redact } = await import(${index});\n`);

/** An app that names the addon itself. */
export const configuringApp = `import { configure } from ${index};
configure({ addon: ${JSON.stringify(builtAddon)} });
${app}`;

/** Writes the modules of an app into a new folder, and returns the folder. */
export function writeApp(modules: Readonly<Record<string, string>>): string {
  const directory = temporaryDirectory();
  for (const [name, text] of Object.entries(modules)) {
    mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
    writeFileSync(path.join(directory, name), text);
  }
  return directory;
}

/** Makes a folder like a generated one, with addons of these contents per platform. It has no transform, and none can be loaded. */
export function generatedModules(folder: string, addons: Readonly<Record<string, string>>) {
  const runtime = readFileSync(path.join(generated, 'runtime.js'), 'utf8');
  return {
    [`${folder}/index.js`]: "import { runtime } from './runtime.js';\nexport const { backend } = runtime;\n",
    [`${folder}/runtime.js`]: runtime.replace("'@rowfuse/runtime'", JSON.stringify(runtimeFile)),
    ...Object.fromEntries(
      Object.entries(addons).map(([name, content]) => [`${folder}/native/${name}/rowfuse.node`, content]),
    ),
  };
}

const runtimeFile = path.join(root, 'runtime/dist/runtime/index.js');

/** Runs `main` of bundles in one process, far from their folders. Returns each result, and the warnings that the process prints. */
export async function runBundles(files: readonly string[]): Promise<{ results: unknown[]; warnings: string }> {
  const program = `for (const file of process.argv.slice(1)) {
    const bundle = await import(file);
    console.log(JSON.stringify(await (bundle.main ?? bundle.default.main)()));
  }`;
  const urls = files.map((file) => pathToFileURL(file).href);
  const { status, stdout, stderr } = await run(['--input-type=module', '--eval', program, '--', ...urls]);
  expect(status, stderr).toBe(0);
  return {
    results: stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
    warnings: stderr,
  };
}

function run(args: readonly string[]): Promise<CommandResult> {
  return runNode(args, path.parse(root).root, { ...process.env, ROWFUSE_BACKEND: '' });
}

/** Returns the source of the text after the addon's URL according to the bundle's source map: the line in `runtime.js`. */
export function mappedLine(bundle: string): string | undefined {
  const lines = readFileSync(bundle, 'utf8').split('\n');
  const line = lines.findIndex((text) => text.includes('buildHash:'));
  const map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')));
  const entry = map.findEntry(line, lines[line]?.indexOf('buildHash:') ?? 0);
  if (!('originalSource' in entry) || !entry.originalSource.endsWith('runtime.js')) return undefined;
  return readFileSync(path.join(generated, 'runtime.js'), 'utf8').split('\n')[entry.originalLine];
}
