import { alignedTable } from './aligned-table.js';
import { generatorSeed } from './generated-description.js';
import type { HostCopy } from './host-copy.js';
import type { Measurement, NoMeasurement, ResidentMeasurement, Times } from './measurement.js';

/** The results of one `rowfuse bench`. */
export interface BenchReport {
  readonly transform: string;
  /** The origin of the rows. Generated rows have a seed. */
  readonly input: GivenRows | { readonly seed: number };
  readonly hostCopy: HostCopy;
  readonly backends: readonly (RatedMeasurement | NoMeasurement)[];
}

/** The name of an Arrow file, or a sample file and its number of rows. */
export type GivenRows = string | { readonly sample: string; readonly rows: number };

/** A measurement with the rates that follow from it. */
export interface RatedMeasurement extends Measurement {
  readonly rowsPerSecond: number;
  /** Input and output bytes together, per second. */
  readonly gigabytesPerSecond: number;
  /** `gigabytesPerSecond` over the rate of the host's copy. */
  readonly shareOfCopy: number;
  readonly resident?: ResidentMeasurement & {
    readonly rowsPerSecond: number;
    readonly gigabytesPerSecond: number;
    /** `gigabytesPerSecond` over the rate of the device's copy. */
    readonly shareOfCopy?: number;
  };
}

export function benchReport(found: {
  readonly transform: string;
  readonly input: GivenRows | undefined;
  readonly measured: readonly (Measurement | NoMeasurement)[];
  readonly hostCopy: HostCopy;
}): BenchReport {
  const { transform, input = { seed: generatorSeed }, measured, hostCopy } = found;
  const backends = measured.map((each) => ('call' in each ? rated(each, hostCopy) : each));
  return { transform, input, hostCopy, backends };
}

function rated(measured: Measurement, hostCopy: HostCopy): RatedMeasurement {
  const { rows, inputBytes, outputBytes, call, resident, ...rest } = measured;
  const bytes = inputBytes + outputBytes;
  const rates = ({ median }: Times) => ({ rowsPerSecond: rows / median, gigabytesPerSecond: bytes / median / 1e9 });
  const onHost = rates(call);
  const shareOfCopy = onHost.gigabytesPerSecond / hostCopy.gigabytesPerSecond;
  const of = { rows, inputBytes, outputBytes, ...rest, call, ...onHost, shareOfCopy };
  if (resident === undefined) return of;
  const onDevice = { ...resident, ...rates(resident.time) };
  const { copyBytesPerSecond } = resident;
  if (copyBytesPerSecond === undefined) return { ...of, resident: onDevice };
  return { ...of, resident: { ...onDevice, shareOfCopy: bytes / resident.time.median / copyBytesPerSecond } };
}

/** Formats the figures as text. */
export function describeBench(report: BenchReport): string {
  const measured = report.backends.filter((each) => 'call' in each);
  const [first] = measured;
  const lines = first === undefined ? [] : figures(report, first, measured);
  const reasons = new Map<string, string[]>();
  for (const each of report.backends) {
    if ('call' in each) continue;
    reasons.set(each.unavailable, [...(reasons.get(each.unavailable) ?? []), each.backend]);
  }
  for (const [reason, backends] of reasons) lines.push(`${backends.join(', ')}: ${reason}`);
  if (first === undefined && typeof report.input !== 'string' && 'seed' in report.input) {
    const command = `rowfuse bench ${report.transform}`;
    lines.push(
      'If it is the generated rows that fail, pass rows that the transform takes: ' +
        `${command} rows.arrow, or ${command} --sample rows.json`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function figures(report: BenchReport, first: Measurement, measured: readonly RatedMeasurement[]): string[] {
  const { transform, input, hostCopy } = report;
  const { rows, inputBytes, outputBytes } = first;
  const [total, read, written] = [inputBytes + outputBytes, inputBytes, outputBytes].map((bytes) =>
    (bytes / rows).toFixed(1),
  );
  const threads = `${hostCopy.threads} thread${hostCopy.threads === 1 ? '' : 's'}`;
  return [
    `${transform}: ${count(rows)} rows (${describeInput(input, rows)}), ` +
      `${total} bytes per row (${read} in, ${written} out)`,
    '',
    alignedTable([
      ['backend', 'time', 'rows/s', 'GB/s', 'of the copy', 'import', 'first call', 'runs', 'result'],
      ...measured.flatMap((each) => backendRows(each, first.digest)),
    ]),
    '',
    'time: from Arrow to Arrow in host memory, medians. ' +
      `Copy of host memory: ${hostCopy.gigabytesPerSecond.toFixed(1)} GB/s read and written, ${threads}.`,
    ...residentNotes(measured),
    `import, first call (${count(Math.min(coldRows, rows))} rows): in a fresh process.`,
  ];
}

function describeInput(input: BenchReport['input'], rows: number): string {
  if (typeof input === 'string') return input;
  if ('seed' in input) return `generated, seed ${input.seed}`;
  return rows > input.rows ? `${count(input.rows)} of ${input.sample}, repeated` : `of ${input.sample}`;
}

/** The most rows of the first call. */
export const coldRows = 1000;

function backendRows(each: RatedMeasurement, digest: string): readonly (readonly string[])[] {
  const { backend, call, coldStart, resident } = each;
  const rows = [
    [
      backend,
      ...rateCells(call, each),
      duration(coldStart.importSeconds),
      duration(coldStart.firstCallSeconds),
      String(call.runs),
      each.digest === digest ? 'same' : 'different',
    ],
  ];
  if (resident !== undefined) {
    rows.push([`${backend}, resident`, ...rateCells(resident.time, resident), '', '', String(resident.time.runs), '']);
  }
  return rows;
}

interface Rates {
  readonly rowsPerSecond: number;
  readonly gigabytesPerSecond: number;
  readonly shareOfCopy?: number;
}

function rateCells({ median }: Times, { rowsPerSecond, gigabytesPerSecond, shareOfCopy }: Rates): readonly string[] {
  return [
    duration(median),
    rowRate(rowsPerSecond),
    gigabytesPerSecond.toFixed(gigabytesPerSecond < 10 ? 2 : gigabytesPerSecond < 100 ? 1 : 0),
    shareOfCopy === undefined ? '' : `${(100 * shareOfCopy).toFixed(shareOfCopy < 0.1 ? 1 : 0)} %`,
  ];
}

function residentNotes(measured: readonly RatedMeasurement[]): string[] {
  return measured.flatMap(({ backend, resident }) => {
    if (resident === undefined) return [];
    const { copyBytesPerSecond } = resident;
    const copy =
      copyBytesPerSecond === undefined
        ? ''
        : ` Copy there: ${(copyBytesPerSecond / 1e9).toFixed(0)} GB/s read and written.`;
    return [`${backend}, resident: from device table to device table, by the device's clock.${copy}`];
  });
}

const count = (value: number): string => value.toLocaleString('en-US');

function duration(seconds: number): string {
  if (seconds >= 1) return `${seconds.toFixed(2)} s`;
  const milliseconds = seconds * 1000;
  if (milliseconds >= 1) return `${milliseconds.toFixed(milliseconds < 100 ? 1 : 0)} ms`;
  return `${(milliseconds * 1000).toFixed(0)} µs`;
}

function rowRate(rows: number): string {
  if (rows >= 1e9) return `${(rows / 1e9).toFixed(2)} G`;
  if (rows >= 1e6) return `${(rows / 1e6).toFixed(rows < 1e7 ? 1 : 0)} M`;
  return `${(rows / 1e3).toFixed(0)} k`;
}
