import type { Command } from 'commander';

export function registerExplain(program: Command, setStatus: (status: number) => void): void {
  program
    .command('explain')
    .description(
      'Shows what became of a transform: captures, plan, kernels, bytes per row, resources of the built code.',
    )
    .argument('<transform>', 'its name')
    .argument('[files...]', 'modules that export transforms; without any, the explanation of the last build is shown')
    .option('--hints', 'instead says what costs time in its source, why, and how to rewrite it')
    .option('--out <directory>', 'where generated files are (default: that of the settings, or generated)')
    .action(async (name: string, files: string[], { out, hints }: { out?: string; hints?: true }) => {
      const run = hints
        ? (await import('./run-explain-hints.js')).runExplainHints
        : (await import('./run-explain.js')).runExplain;
      setStatus(await run(name, files, out));
    });
}
