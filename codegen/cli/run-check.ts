import { type Format, formatDiagnostics } from '../diagnostics/index.js';
import { commandInput, compileInput, hasErrors } from './compile-arguments.js';
import { ExitStatus } from './exit-status.js';
import { wantsColor } from './progress/color.js';

/** Runs `rowfuse check`, and returns the status to exit with. */
export async function runCheck(args: readonly string[], format: Format): Promise<number> {
  const input = commandInput(args, undefined);
  const { root } = input;
  const compilation = await compileInput(input);
  const { diagnostics, transforms } = compilation;
  process.stdout.write(formatDiagnostics(format, diagnostics, { root, color: wantsColor(process.stdout) }));
  if (hasErrors(compilation)) return ExitStatus.diagnostics;
  if (format === 'pretty' && diagnostics.length === 0) {
    process.stdout.write(`No problems in ${transforms.length} transform${transforms.length === 1 ? '' : 's'}.\n`);
  }
  return ExitStatus.ok;
}
