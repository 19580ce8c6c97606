import path from 'node:path';
import type { Command } from 'commander';
import { BuildError, type BuildEvent, type BuildReport, build, type GeneratedTransform } from '../5-build/index.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { formatDiagnostics } from '../diagnostics/index.js';
import { describeBuild } from './build-summary.js';
import { wantsColor } from './color.js';
import { commandInput, compileInput, hasErrors } from './compile-arguments.js';
import { ExitStatus } from './exit-status.js';
import { createProgress } from './progress.js';
import { settingsDescription } from './settings.js';

interface BuildFlags {
  readonly out?: string;
  readonly cuda: boolean;
  readonly cudaArch?: string;
  readonly emitOnly?: boolean;
  readonly prune?: boolean;
  readonly verbose?: boolean;
}

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
    .option('--emit-only', 'write the generated files, run no compiler')
    .option('--verbose', 'show what the tools print, and where the time goes')
    .addHelpText('after', `\n${settingsDescription}`)
    .action(async (files: string[], flags: BuildFlags) => setStatus(await runBuild(files, flags)));
}

async function runBuild(args: readonly string[], flags: BuildFlags): Promise<number> {
  const began = performance.now();
  const { verbose = false } = flags;
  const progress = createProgress();
  const input = commandInput(args, flags.out);
  const { root, out } = input;
  const { settings } = input.project;
  progress.update(`checking ${input.files.map((file) => path.relative(root, file)).join(' ')}`);
  const compilation = await compileInput(input);
  const complain = (diagnostics: readonly Diagnostic[]): void => {
    progress.stop();
    process.stderr.write(formatDiagnostics('pretty', diagnostics, { root, color: wantsColor(process.stderr) }));
  };
  if (compilation.diagnostics.length > 0) complain(compilation.diagnostics);
  if (hasErrors(compilation)) return ExitStatus.diagnostics;

  const checked = performance.now();
  const sources = input.files.map((file) => path.relative(root, file).split(path.sep).join('/'));
  let report: BuildReport;
  try {
    report = await build({
      root,
      out,
      sources,
      transforms: compilation.transforms,
      prune: flags.prune ?? false,
      emitOnly: flags.emitOnly ?? false,
      cuda: flags.cuda && settings.cuda !== false,
      cudaArchitectures: flags.cudaArch ?? settings.cudaArch,
      onEvent: (event) => {
        const text = describeEvent(event, compilation.transforms, verbose);
        if (text !== undefined && event.kind === 'output') progress.line(text);
        else if (text !== undefined) progress.update(text);
      },
    });
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    complain([error.diagnostic]);
    return ExitStatus.diagnostics;
  } finally {
    progress.stop();
  }
  process.stdout.write(
    describeBuild(report, {
      out: path.relative(process.cwd(), out) || '.',
      transforms: compilation.transforms,
      sources,
      skipped: compilation.skipped,
      checkMilliseconds: checked - began,
      totalMilliseconds: performance.now() - began,
      verbose,
    }),
  );
  return ExitStatus.ok;
}

const partNames = { cpu: 'CPU', cuda: 'CUDA', binding: 'binding', shared: 'shared code' } as const;

function describeEvent(
  event: BuildEvent,
  transforms: readonly GeneratedTransform[],
  verbose: boolean,
): string | undefined {
  // The tools' own lines tell the same.
  if (verbose && event.kind === 'compiled') return undefined;
  switch (event.kind) {
    case 'waiting':
      return `waiting for another build of this directory (process ${event.pid})`;
    case 'configuring':
      return 'configuring the native build';
    case 'output':
      return verbose ? event.line : undefined;
    case 'compiled': {
      const transform = transforms.find(({ directory }) => directory === event.directory);
      const what = transform === undefined ? partNames[event.part] : `${transform.name} (${partNames[event.part]})`;
      return `[${event.done}/${event.total}] compiled ${what}`;
    }
  }
}
