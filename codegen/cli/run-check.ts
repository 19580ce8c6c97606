import { type Format, formatDiagnostics, worstFirst } from '../diagnostics/index.js';
import { commandInput, compileInput, hasErrors } from './compile-arguments.js';
import { ExitStatus } from './exit-status.js';
import { wantsColor } from './progress/color.js';

/** Runs `rowfuse check`, and returns the status to exit with. */
export async function runCheck(args: readonly string[], format: Format, wantsHints: boolean): Promise<number> {
  const input = commandInput(args, undefined);
  const { root } = input;
  const compilation = await compileInput(input, { hints: wantsHints });
  const { transforms, hints } = compilation;
  const found = [...compilation.diagnostics, ...worstFirst([...hints.values()].flat())];
  process.stdout.write(formatDiagnostics(format, found, { root, color: wantsColor(process.stdout) }));
  if (hasErrors(compilation)) return ExitStatus.diagnostics;
  if (format === 'pretty' && found.length === 0) {
    const problems = wantsHints ? 'No problems, and nothing known to be slow' : 'No problems';
    process.stdout.write(`${problems} in ${transforms.length} transform${transforms.length === 1 ? '' : 's'}.\n`);
  }
  return ExitStatus.ok;
}
