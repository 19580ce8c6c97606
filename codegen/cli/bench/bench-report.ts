import { alignedTable } from './aligned-table.js';
import type { HostCopy } from './host-copy.js';
import type { Measurement, NoMeasurement } from './measurement.js';
import { sampleSeed } from './sample-description.js';

/** Everything that one `rowfuse bench` found. */
export interface BenchReport {
  readonly transform: string;
  /** The file that the rows come from, or the seed of generated ones. */
  readonly input: string | { readonly seed: number };
  readonly hostCopy: HostCopy;
  readonly backends: readonly (RatedMeasurement | NoMeasurement)[];
}

/** A measurement with what follows from it. */
export interface RatedMeasurement extends Measurement {
  readonly rowsPerSecond: number;
  /** Of input and output together. */
  readonly gigabytesPerSecond: number;
  /** That, over the rate of the host's copy. */
  readonly shareOfCopy: number;
}

export function benchReport(found: {
  readonly transform: string;
  readonly input: string | undefined;
  readonly measured: readonly (Measurement | NoMeasurement)[];
  readonly hostCopy: HostCopy;
}): BenchReport {
  const { transform, input = { seed: sampleSeed }, measured, hostCopy } = found;
  const backends = measured.map((each) => ('call' in each ? rated(each, hostCopy) : each));
  return { transform, input, hostCopy, backends };
}

function rated(measured: Measurement, hostCopy: HostCopy): RatedMeasurement {
  const { rows, inputBytes, outputBytes, call } = measured;
  const gigabytesPerSecond = (inputBytes + outputBytes) / call.median / 1e9;
  const shareOfCopy = gigabytesPerSecond / hostCopy.gigabytesPerSecond;
  return { ...measured, rowsPerSecond: rows / call.median, gigabytesPerSecond, shareOfCopy };
}

/** The figures for people. */
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
  if (first === undefined && typeof report.input !== 'string') {
    lines.push(
      'If it is the generated rows that fail, pass rows that the transform takes: ' +
        `rowfuse bench ${report.transform} rows.arrow`,
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
    `${transform}: ${count(rows)} rows (${typeof input === 'string' ? input : `generated, seed ${input.seed}`}), ` +
      `${total} bytes a row (${read} in, ${written} out)`,
    '',
    alignedTable([
      ['backend', 'time', 'rows/s', 'GB/s', 'of the copy', 'import', 'first call', 'runs', 'result'],
      ...measured.map((each) => backendRow(each, first.digest)),
    ]),
    '',
    'time: from Arrow to Arrow in host memory, medians. ' +
      `Copy of host memory: ${hostCopy.gigabytesPerSecond.toFixed(1)} GB/s read and written, ${threads}.`,
    `import, first call (${count(Math.min(coldRows, rows))} rows): in a fresh process.`,
  ];
}

/** Rows of the first call at most. */
export const coldRows = 1000;

function backendRow(each: RatedMeasurement, digest: string): readonly string[] {
  const { backend, call, coldStart, gigabytesPerSecond, shareOfCopy } = each;
  return [
    backend,
    duration(call.median),
    rowRate(each.rowsPerSecond),
    gigabytesPerSecond.toFixed(gigabytesPerSecond < 10 ? 2 : 1),
    `${(100 * shareOfCopy).toFixed(shareOfCopy < 0.1 ? 1 : 0)} %`,
    duration(coldStart.importSeconds),
    duration(coldStart.firstCallSeconds),
    String(call.runs),
    each.digest === digest ? 'same' : 'different',
  ];
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
