import { type Command, Option } from 'commander';
import { type Format, formatDiagnostics, formats } from '../diagnostics/index.js';
import { wantsColor } from './color.js';
import { commandInput, compileInput, hasErrors } from './compile-arguments.js';
import { ExitStatus } from './exit-status.js';

export function registerCheck(program: Command, setStatus: (status: number) => void): void {
  program
    .command('check')
    .description('Reports what is wrong with row functions. Needs no compiler, writes nothing.')
    .argument(
      '[files...]',
      'modules that export transforms, or patterns such as src/*.ts (default: those of the settings)',
    )
    .addOption(
      new Option('--format <format>', 'for people, for editors, or for programs').choices(formats).default('pretty'),
    )
    .action(async (files: string[], { format }: { format: Format }) => setStatus(await check(files, format)));
}

async function check(args: readonly string[], format: Format): Promise<number> {
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
