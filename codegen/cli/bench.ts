import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Command, InvalidArgumentError } from 'commander';
import { runProcess } from '../5-build/run-process.js';
import { nearest } from '../diagnostics/nearest.js';
import { type Backend, backends } from './bench/backends.js';
import { type BenchReport, benchReport, describeBench, type GivenRows } from './bench/bench-report.js';
import { comparedLiterals } from './bench/compared-literals.js';
import { generatedDescription } from './bench/generated-description.js';
import { measureHostCopy } from './bench/host-copy.js';
import type { InputColumn } from './bench/input-column.js';
import { InputError } from './bench/input-error.js';
import type { Measurement, MeasurementOrder, NoMeasurement } from './bench/measurement.js';
import { sampleDescription } from './bench/sample-description.js';
import { outputDirectory } from './compile-arguments.js';
import { ExitStatus } from './exit-status.js';
import { readGenerated } from './generated-transforms.js';
import { createProgress } from './progress.js';
import { projectOfCommand } from './settings.js';

interface Flags {
  readonly out?: string;
  readonly rows?: number;
  readonly sample?: string;
  readonly backend?: readonly Backend[];
  readonly params?: Readonly<Record<string, unknown>>;
  readonly json?: true;
}

export function registerBench(program: Command, setStatus: (status: number) => void): void {
  program
    .command('bench')
    .description('Measures each backend that works here: rows and bytes a second, against the rate of a plain copy.')
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
    .action(async (name: string, input: string | undefined, flags: Flags) => {
      setStatus(await bench(name, input, flags));
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

async function bench(name: string, input: string | undefined, flags: Flags): Promise<number> {
  const complain = (text: string): number => {
    process.stderr.write(`${text}\n`);
    return ExitStatus.usage;
  };
  const project = projectOfCommand();
  if (project === undefined) return ExitStatus.diagnostics;
  const out = outputDirectory(project, flags.out);
  const index = path.join(out, 'index.js');
  const transforms = existsSync(index) ? readGenerated(out) : [];
  if (transforms.length === 0) return complain(`There is nothing built in ${out}. Run \`rowfuse build\` first.`);
  const transform = transforms.find((candidate) => candidate.name === name);
  if (transform === undefined) {
    const names = transforms.map((candidate) => candidate.name);
    const close = nearest(name, names);
    const hint = close === undefined ? `There are: ${names.join(', ')}.` : `Did you mean ${close}?`;
    return complain(`There is no transform ${name}. ${hint}`);
  }
  if (!isOfColumns(transform.explain)) {
    return complain(
      `${name} is an aggregate, or takes lines: this command measures transforms of columns. Time a call of it.`,
    );
  }
  const { sample } = flags;
  let rows: GivenRows | undefined;
  try {
    rows = await givenRows({ index, name, input, sample });
  } catch (error) {
    if (error instanceof InputError) return complain(error.message);
    throw error;
  }

  const order = {
    index: pathToFileURL(index).href,
    transform: name,
    rows: flags.rows,
    input: input === undefined ? undefined : path.resolve(input),
    sample: sample === undefined ? undefined : path.resolve(sample),
    literals: comparedLiterals(transform.explain),
    params: flags.params ?? {},
  };
  const progress = createProgress();
  const measured: (Measurement | NoMeasurement)[] = [];
  try {
    for (const backend of backends) {
      if (flags.backend?.includes(backend) === false) continue;
      progress.update(`measuring ${backend}`);
      measured.push(await measureInProcess({ ...order, backend }));
    }
    progress.update('measuring copies');
    const report: BenchReport = benchReport({
      transform: name,
      input: rows,
      measured,
      hostCopy: await measureHostCopy(),
    });
    progress.stop();
    process.stdout.write(flags.json ? `${JSON.stringify(report, null, 2)}\n` : describeBench(report));
  } finally {
    progress.stop();
  }
  return measured.some((each) => 'call' in each) ? ExitStatus.ok : ExitStatus.diagnostics;
}

interface Wanted {
  readonly index: string;
  readonly name: string;
  readonly input: string | undefined;
  readonly sample: string | undefined;
}

/** Checks the given files before anything is measured, so that each mistake is reported once. Undefined if rows are generated. */
async function givenRows({ index, name, input, sample }: Wanted): Promise<GivenRows | undefined> {
  if (input !== undefined && sample !== undefined) {
    throw new InputError(`Give either ${input} or --sample ${sample}: rows come from one file.`);
  }
  const file = input ?? sample;
  if (file === undefined) return undefined;
  if (!existsSync(file)) throw new InputError(`There is no file ${file}.`);
  if (sample === undefined) {
    if (/\.(json|ndjson|jsonl)$/i.test(file)) {
      throw new InputError(`${file} is not an Arrow file. Pass JSON rows by rowfuse bench ${name} --sample ${file}.`);
    }
    return file;
  }
  const generated = (await import(pathToFileURL(index).href)) as Readonly<
    Record<string, { readonly input?: readonly InputColumn[] }>
  >;
  // These modules load Apache Arrow, which the other commands do not need.
  const { readSampleFile } = await import('./bench/sample-file.js');
  const { sampleTable } = await import('./bench/sample-rows.js');
  const read = readSampleFile(sample);
  sampleTable(generated[name]?.input ?? [], read);
  return { sample, rows: read.rows.length };
}

/** Whether rows of columns become rows: of aggregates, and of what takes lines, the explanation says so. */
function isOfColumns(explain: string): boolean {
  return !/\nPlan\n {2}lines: /.test(explain) && !/\nKernels\n {2}group /.test(explain);
}

/** Each backend in a fresh process: its first call is a cold start, and it leaves nothing behind for the next. */
async function measureInProcess(order: MeasurementOrder): Promise<Measurement | NoMeasurement> {
  const program = fileURLToPath(new URL('./bench/measure-backend.js', import.meta.url));
  const settings = ['--expose-gc', program, JSON.stringify(order)];
  const { output, status } = await runProcess(process.execPath, settings, { environment: process.env });
  const last = output.trimEnd().split('\n').at(-1) ?? '';
  if (status !== 0 || !last.startsWith('{')) {
    return {
      backend: order.backend,
      unavailable: `the process ended with status ${status}: ${output.trim().slice(-400)}`,
    };
  }
  return JSON.parse(last);
}
