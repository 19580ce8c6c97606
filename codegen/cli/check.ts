import { type Command, Option } from 'commander';
import { type Format, formats } from '../diagnostics/format/formats.js';

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
    .option('--hints', 'also says what costs time, why, and how to rewrite it')
    .action(async (files: string[], { format, hints = false }: { format: Format; hints?: boolean }) => {
      const { runCheck } = await import('./run-check.js');
      setStatus(await runCheck(files, format, hints));
    });
}
