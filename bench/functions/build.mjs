// Builds the row functions of one kind for the CPU.
import { mkdirSync, readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compile, formatDiagnostics } from '../../dist/codegen/index.js';
import { buildForCpu } from '../build-for-cpu.mjs';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const root = path('../../');
const sourceOf = (kind) => path(`./kinds/${kind}.ts`);
const folderOf = (kind) => path(`../.work/functions/${kind}`);

/** The names of all kinds, in the order of the tables. Each is a module of `kinds/`. */
export const kinds = ['text', 'parsing', 'formatting', 'arrays', 'tables', 'dates', 'numbers', 'bits', 'hashes'];
const unlisted = readdirSync(path('./kinds')).filter((file) => !kinds.includes(file.replace(/\.ts$/, '')));
if (unlisted.length > 0) throw new Error(`kinds that are not listed: ${unlisted.join(', ')}`);

/** Returns the name, the columns and the result of each function of a kind, in the order of its module. */
export function functionsOf(kind) {
  const { transforms, diagnostics } = compile({ files: [sourceOf(kind)], root });
  if (diagnostics.length > 0) throw new Error(formatDiagnostics('pretty', diagnostics, { root, color: false }));
  return transforms.map(({ name, input, output, single }) => ({ kind, name, input, output, single }));
}

/** Builds a kind; what is built already is taken from the cache of objects. */
export function buildKind(kind) {
  mkdirSync(folderOf(kind), { recursive: true });
  buildForCpu(sourceOf(kind), folderOf(kind));
}

const generatedFile = (kind, file) => pathToFileURL(`${folderOf(kind)}/generated/${file}`).href;

/** Returns the generated function, and the function that configures its process. */
export async function importTransform(kind, name) {
  const { [name]: transform, configure } = await import(generatedFile(kind, 'index.js'));
  return { transform, configure };
}

/** Returns the row function as plain JavaScript, without the addon. */
export async function importRow(kind, name) {
  return (await import(generatedFile(kind, `${name}/${name}.reference.js`))).row;
}
