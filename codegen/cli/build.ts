import type { Command } from 'commander';
import type { BuildFlags } from './run-build.js';
import { settingsDescription } from './settings-description.js';

export function registerBuild(program: Command, setStatus: (status: number) => void): void {
  program
    .command('build')
    .description('Compiles row functions: writes the generated module, and the native addon where there are compilers.')
    .argument(
      '[files...]',
      'modules that export transforms, or patterns such as src/*.ts (default: `sources` of the settings)',
    )
    .option(
      '--out <directory>',
      'where generated files go (default: `out` of the settings, or generated); only files that rowfuse wrote are ever removed',
    )
    .option('--prune', 'remove the transforms of modules that this build does not name')
    .option('--no-cuda', 'leave the GPU out')
    .option('--cuda-arch <list>', 'GPUs to compile for, such as 90 or "80-real;90" (default: those of this machine)')
    .option(
      '--cpu-level <level>',
      'x86-64-v3 or x86-64: the processors to compile for (default: what this machine has)',
    )
    .option('--library', 'also build the shared library for Python, C and other languages')
    .option('--emit-only', 'write the generated files, run no compiler')
    .option('--verbose', 'show what the tools print, and where the time goes')
    .addHelpText('after', `\n${settingsDescription}`)
    .action(async (files: string[], flags: BuildFlags) => {
      const { runBuild } = await import('./run-build.js');
      setStatus(await runBuild(files, flags));
    });
}
