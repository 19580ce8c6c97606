import type { Command } from 'commander';

export function registerDoctor(program: Command, setStatus: (status: number) => void): void {
  program
    .command('doctor')
    .description('Looks for every prerequisite and says how to get what is missing.')
    .action(async () => {
      const { runDoctor } = await import('./run-doctor.js');
      setStatus(await runDoctor());
    });
}
