import { ts } from 'ts-morph';
import { type DiagnosticBag, spanOf, typescriptError } from '../diagnostics/index.js';
import type { Program } from './project.js';
import { projectPath } from './span.js';

/** Reports what TypeScript itself finds in a module: a row function is compiled only when it type-checks. */
export function reportTypeErrors(file: ts.SourceFile, { root, program }: Program, bag: DiagnosticBag): void {
  for (const found of [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]) {
    if (found.category !== ts.DiagnosticCategory.Error || !found.file || found.start === undefined) continue;
    const span = spanOf(
      projectPath(root, found.file.fileName),
      found.file.text,
      found.start,
      found.start + (found.length ?? 0),
    );
    bag.add(typescriptError(span, found.code, ts.flattenDiagnosticMessageText(found.messageText, '\n')));
  }
}
