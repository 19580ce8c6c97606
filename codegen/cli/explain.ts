import type { Command } from 'commander';

export function registerExplain(program: Command, setStatus: (status: number) => void): void {
  program
    .command('explain')
    .description(
      'Shows what became of a transform: captures, plan, kernels, bytes per row, resources of the built code.',
    )
    .argument('<transform>', 'its name')
    .argument('[files...]', 'modules that export transforms; without any, the explanation of the last build is shown')
    .option('--out <directory>', 'where generated files are (default: that of the settings, or generated)')
    .action(async (name: string, files: string[], { out }: { out?: string }) => {
      const { runExplain } = await import('./run-explain.js');
      setStatus(await runExplain(name, files, out));
    });
}
