// Builds the row functions of one kind for the CPU.
import { mkdirSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile, formatDiagnostics } from '../../dist/codegen/index.js';
import { buildForCpu } from '../build-for-cpu.mjs';
import { folderOf } from './generated.mjs';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const root = path('../../');
/** Returns the module of a kind. */
export const sourceOf = (kind) => path(`./kinds/${kind}.ts`);

/** The names of all kinds, in the order of the tables. Each is a module of `kinds/`. */
export const kinds = [
  'text',
  'parsing',
  'formatting',
  'arrays',
  'tables',
  'dates',
  'numbers',
  'bits',
  'hashes',
  'patterns',
  'objects',
];
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
