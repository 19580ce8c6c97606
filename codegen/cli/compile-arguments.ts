import path from 'node:path';
import type { Compilation } from '../compile.js';
import { findProject, type Project } from './settings.js';
import { findSourceFiles, type SourceFiles } from './source-files.js';

/** The input of a command. */
export interface CommandInput extends SourceFiles {
  readonly project: Project;
  /** The output directory, absolute. */
  readonly out: string;
}

/**
 * Returns the sources and the output directory of a command: those of its arguments, else those of the project's settings.
 *
 * @param out the value of `--out`
 */
export function commandInput(args: readonly string[], out: string | undefined): CommandInput {
  const project = findProject(process.cwd());
  const { sources = [] } = project.settings;
  const found = args.length > 0 ? findSourceFiles(args, process.cwd()) : findSourceFiles(sources, project.directory);
  return {
    ...found,
    diagnostics: [...project.diagnostics, ...found.diagnostics],
    project,
    out: outputDirectory(project, out),
  };
}

/** Returns the folder of generated files: `--out`, else the settings' `out`, else `generated` in the working directory. */
export function outputDirectory({ directory, settings }: Project, out: string | undefined): string {
  if (out !== undefined) return path.resolve(out);
  return settings.out === undefined ? path.resolve('generated') : path.join(directory, settings.out);
}

/** Compiles the files of a command. The diagnostics include those of the input; if the input has any, nothing is compiled. */
export async function compileInput(
  { files, optional, root, diagnostics }: SourceFiles,
  options: { readonly hints?: boolean } = {},
): Promise<Compilation> {
  if (diagnostics.length > 0)
    return { diagnostics, transforms: [], files: [], skipped: [], hints: new Map(), facts: new Map(), buildHash: '' };
  // Loaded only here: TypeScript takes 0.35 s, and `doctor` and `--help` do not need it.
  const { compile } = await import('../compile.js');
  return compile({ files, optional, root, ...options });
}

export function hasErrors({ diagnostics }: Pick<Compilation, 'diagnostics'>): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}
