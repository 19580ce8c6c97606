import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { nearest } from '../../schema/nearest.js';
import { runProcess } from '../5-build/processes/run-process.js';
import { visibleControls } from '../diagnostics/format/visible-controls.js';
import { escapeUnseen } from '../diagnostics/unseen.js';
import { type Backend, backends } from './bench/backends.js';
import { type BenchReport, benchReport, describeBench, type GivenRows } from './bench/bench-report.js';
import { comparedLiterals } from './bench/compared-literals.js';
import { measureHostCopy } from './bench/host-copy.js';
import type { InputColumn } from './bench/input-column.js';
import { InputError } from './bench/input-error.js';
import type { Measurement, MeasurementOrder, NoMeasurement } from './bench/measurement.js';
import { outputDirectory } from './compile-arguments.js';
import { ExitStatus } from './exit-status.js';
import { readGenerated } from './generated-transforms.js';
import { createProgress } from './progress/progress.js';
import { projectOfCommand } from './settings.js';

export interface BenchFlags {
  readonly out?: string;
  readonly rows?: number;
  readonly sample?: string;
  readonly backend?: readonly Backend[];
  readonly params?: Readonly<Record<string, unknown>>;
  readonly json?: true;
}

/** Measures one transform on each backend that works here, and prints the figures. */
export async function runBench(name: string, input: string | undefined, flags: BenchFlags): Promise<number> {
  const complain = (text: string): number => {
    process.stderr.write(`${visibleControls(text)}\n`);
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
    process.stdout.write(
      flags.json ? `${escapeUnseen(JSON.stringify(report, null, 2))}\n` : visibleControls(describeBench(report)),
    );
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

/** True for a transform of columns to rows. The explanation of an aggregate or of a transform of lines says otherwise. */
function isOfColumns(explain: string): boolean {
  return !/\nPlan\n {2}lines: /.test(explain) && !/\nKernels\n {2}group /.test(explain);
}

/** Measures a backend in a fresh process, so that its first call is a cold start and leaves nothing behind for the next. */
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
