import { type Compilation, compile } from '../compile.js';
import { findSourceFiles } from './source-files.js';

/** What compiling the files that a command names gives, with the project's root; its diagnostics include their own. */
export function compileArguments(args: readonly string[]): { compilation: Compilation; root: string } {
  const { files, root, diagnostics } = findSourceFiles(args, process.cwd());
  if (diagnostics.length === 0) return { compilation: compile({ files, root }), root };
  return { compilation: { diagnostics, transforms: [], files: [], buildHash: '' }, root };
}

export function hasErrors({ diagnostics }: Pick<Compilation, 'diagnostics'>): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}
