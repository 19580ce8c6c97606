import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  type Diagnostic,
  DiagnosticBag,
  fileNotFound,
  fileOutsideProject,
  noFiles,
  notATypescriptFile,
  nowhere,
  unreadableFile,
} from '../diagnostics/index.js';
import { expandGlob, isGlob } from './glob.js';

export interface SourceFiles {
  /** Absolute, sorted, each once. */
  readonly files: readonly string[];
  /** The files that only a pattern names. They may hold no transform. */
  readonly optional: readonly string[];
  /** The project's root, absolute: the nearest folder above the first file with a package.json or tsconfig.json. */
  readonly root: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Finds the files that the arguments of a command name. */
export function findSourceFiles(args: readonly string[], directory: string): SourceFiles {
  const bag = new DiagnosticBag();
  const named = new Set<string>();
  const matched = new Set<string>();
  for (const argument of args) {
    const literal = path.resolve(directory, argument);
    if (existsSync(literal)) named.add(literal);
    else if (isGlob(argument)) for (const file of expandGlob(argument, directory)) matched.add(file);
    else bag.add(fileNotFound(nowhere, { file: argument, directory }));
  }
  // A pattern such as src/**/*.ts also matches declaration files, which are never meant.
  const optional = [...matched].filter((file) => !named.has(file) && !isDeclaration(file));
  const sorted = [...named, ...optional].sort();
  const root = projectRoot(sorted[0], directory);
  if (sorted.length === 0 && bag.size === 0) {
    bag.add(noFiles(nowhere, { patterns: args.length === 0 ? 'anything' : args.join(' ') }));
  }
  for (const file of sorted) {
    if (!isTypeScript(file)) bag.add(notATypescriptFile(nowhere, { file: path.relative(directory, file) || file }));
    else if (path.relative(root, file).startsWith('..')) bag.add(fileOutsideProject(nowhere, { file, root }));
    const reason = refusalOf(file);
    if (reason !== undefined)
      bag.add(unreadableFile(nowhere, { file: path.relative(directory, file) || file, reason }));
  }
  return { files: sorted, optional, root, diagnostics: bag.sorted() };
}

function isTypeScript(file: string): boolean {
  return /\.[mc]?ts$/.test(file) && !isDeclaration(file) && statSync(file).isFile();
}

/** Returns the system's reason why this process may not read a file; undefined if it may. */
function refusalOf(file: string): string | undefined {
  try {
    accessSync(file, constants.R_OK);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/, access '.*$/s, '') : String(error);
  }
}

function isDeclaration(file: string): boolean {
  return /\.d\.[mc]?ts$/.test(file);
}

function projectRoot(file: string | undefined, directory: string): string {
  if (file === undefined) return directory;
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    if (['package.json', 'tsconfig.json'].some((name) => existsSync(path.join(folder, name)))) return folder;
    if (folder === path.dirname(folder)) return directory;
  }
}
