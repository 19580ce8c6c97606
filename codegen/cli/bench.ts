import { type Command, InvalidArgumentError } from 'commander';
import { type Backend, backends } from './bench/backends.js';
import { generatedDescription } from './bench/generated-description.js';
import { sampleDescription } from './bench/sample-description.js';
import type { BenchFlags } from './run-bench.js';

export function registerBench(program: Command, setStatus: (status: number) => void): void {
  program
    .command('bench')
    .description('Measures each backend that works here: rows and bytes per second, against the rate of a plain copy.')
    .argument('<transform>', 'its name')
    .argument('[in]', 'an Arrow IPC file with its columns (.arrow, .arrows, .feather); without one, rows are generated')
    .option('--out <directory>', 'where generated files are (default: that of the settings, or generated)')
    .option('--sample <file>', 'a file of JSON rows to repeat: an array of objects, or one object per line')
    .option(
      '--rows <number>',
      'how many rows to generate or to repeat, or the most to take of an Arrow file (default: 1000000, or all)',
      rowCount,
    )
    .option('--backend <names>', `some of ${backends.join(', ')} (default: all that work here)`, backendList)
    .option('--params <json>', 'values for its params, bigints as strings of digits: \'{"scale": 1.5}\'', paramValues)
    .option('--json', 'the figures as JSON')
    .addHelpText('after', `\n${generatedDescription}\n\n${sampleDescription}`)
    .action(async (name: string, input: string | undefined, flags: BenchFlags) => {
      const { runBench } = await import('./run-bench.js');
      setStatus(await runBench(name, input, flags));
    });
}

function rowCount(text: string): number {
  const rows = Number(text.replaceAll('_', ''));
  if (!Number.isSafeInteger(rows) || rows < 1 || rows > 2 ** 30) throw new InvalidArgumentError('Give 1 to 2^30 rows.');
  return rows;
}

function paramValues(text: string): Readonly<Record<string, unknown>> {
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch {
    values = undefined;
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    throw new InvalidArgumentError('Give an object as JSON.');
  return values as Record<string, unknown>;
}

function backendList(text: string): readonly Backend[] {
  return text.split(',').map((name) => {
    const backend = backends.find((each) => each === name);
    if (backend === undefined) throw new InvalidArgumentError(`There are ${backends.join(', ')}.`);
    return backend;
  });
}
