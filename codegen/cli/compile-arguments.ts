import path from 'node:path';
import type { Compilation } from '../compile.js';
import { findProject, type Project } from './settings.js';
import { findSourceFiles, type SourceFiles } from './source-files.js';

/** What a command works on. */
export interface CommandInput extends SourceFiles {
  readonly project: Project;
  /** The output directory, absolute. */
  readonly out: string;
}

/**
 * The sources and the output directory of a command: those that its arguments name, else those of the project's settings.
 *
 * @param out the flag `--out`
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

/** Where generated files are: what `--out` says, else the settings, else `generated` in the working directory. */
export function outputDirectory({ directory, settings }: Project, out: string | undefined): string {
  if (out !== undefined) return path.resolve(out);
  return settings.out === undefined ? path.resolve('generated') : path.join(directory, settings.out);
}

/** What compiling the files of a command gives. Its diagnostics include those of the input. */
export async function compileInput({ files, optional, root, diagnostics }: SourceFiles): Promise<Compilation> {
  if (diagnostics.length > 0)
    return { diagnostics, transforms: [], files: [], skipped: [], facts: new Map(), buildHash: '' };
  // Loaded when it is needed: TypeScript takes 0.35 s, and `doctor` and `--help` have no use for it.
  const { compile } = await import('../compile.js');
  return compile({ files, optional, root });
}

export function hasErrors({ diagnostics }: Pick<Compilation, 'diagnostics'>): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}
