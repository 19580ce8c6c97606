import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { tableFromArrays, tableToIPC } from 'apache-arrow';
import { beforeAll, describe, expect, test } from 'vitest';
import { bytesOf, columnsOf, digestOf } from '../../codegen/cli/bench/arrow-columns.js';
import { benchReport, describeBench } from '../../codegen/cli/bench/bench-report.js';
import { comparedLiterals } from '../../codegen/cli/bench/compared-literals.js';
import { generatedTable } from '../../codegen/cli/bench/generated-rows.js';
import type { InputColumn } from '../../codegen/cli/bench/input-column.js';
import { field, file, schemaMessage, types } from '../ipc/ipc-writer.js';
import { ensurePackageIsBuilt, rowfuse, temporaryProject } from './built-package.js';
import { initials, twice } from './sources.js';

/** Fails for x above 42: three times that exceeds int8. */
const picky = `import { int8, transform } from 'rowfuse';

export const picky = transform({
  input: { x: int8 },
  output: int8,
  row: ({ x }) => x * 3,
});
`;

beforeAll(ensurePackageIsBuilt, 120_000);

async function project(sources: Readonly<Record<string, string>>): Promise<string> {
  const directory = temporaryProject(sources);
  const { status } = await rowfuse(['build', 'src/*.ts', '--out', 'generated', '--emit-only'], directory);
  expect(status).toBe(0);
  return directory;
}

describe('rowfuse bench', () => {
  test('prints a table of the backends that work, and why others do not', async () => {
    const directory = await project({ 'src/initials.ts': initials });
    const { status, stdout } = await rowfuse(['bench', 'initials', '--rows', '5000'], directory);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^initials: 5,000 rows \(generated, seed 1\), \d+\.\d bytes per row \(\d+\.\d in, 5\.0 out\)$/m,
    );
    expect(stdout).toMatch(/^backend +time +rows\/s +GB\/s +of the copy +import +first call +runs +result$/m);
    expect(stdout).toMatch(/^js +[\d.]+ (µs|ms) +[\d.]+ [kM] +[\d.]+ +[\d.]+ % +.* same$/m);
    expect(stdout).toMatch(/Copy of host memory: [\d.]+ GB\/s read and written, \d+ threads?\./);
    expect(stdout).toMatch(/^cuda, cpu: The cuda|^cuda: /m);
  });

  test('prints figures for the rows of a file with --json', async () => {
    const directory = await project({ 'src/twice.ts': twice });
    const table = tableFromArrays({ x: Float64Array.from({ length: 300 }, (_, row) => row) });
    writeFileSync(path.join(directory, 'rows.arrow'), tableToIPC(table, 'file'));
    const command = ['bench', 'twice', 'rows.arrow', '--json', '--backend', 'js'];
    const { status, stdout } = await rowfuse([...command, '--rows', '200'], directory);
    expect(status).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      transform: 'twice',
      input: 'rows.arrow',
      backends: [{ backend: 'js', rows: 200, inputBytes: 1600, outputBytes: 1600 }],
    });
    const [{ call, rowsPerSecond, gigabytesPerSecond, coldStart }] = report.backends;
    expect(call.runs).toBeGreaterThanOrEqual(3);
    expect(rowsPerSecond).toBeCloseTo(200 / call.median);
    expect(gigabytesPerSecond).toBeCloseTo(3200 / call.median / 1e9);
    expect(coldStart.importSeconds).toBeGreaterThan(0);
    expect(JSON.parse((await rowfuse(command, directory)).stdout).backends[0].rows).toBe(300);
  });

  test('reports rows that fail and files without rows', async () => {
    const directory = await project({ 'src/picky.ts': picky });
    const failed = await rowfuse(['bench', 'picky', '--backend', 'js'], directory);
    expect(failed.status).toBe(1);
    expect(failed.stdout).toContain('js: picky: row ');
    expect(failed.stdout).toContain('rowfuse bench picky rows.arrow, or rowfuse bench picky --sample rows.json');
    writeFileSync(path.join(directory, 'rows.arrow'), 'x\n1\n');
    const unreadable = await rowfuse(['bench', 'picky', 'rows.arrow', '--backend', 'js'], directory);
    expect(unreadable.status).toBe(1);
    expect(unreadable.stdout).toMatch(/rows\.arrow (cannot be read as Arrow IPC|has no rows)/);
    // Arrow JS reads the schema in place of a batch, and starts again, forever.
    const column = field({ name: 'x', type: types.int32 });
    const schema = schemaMessage(column);
    writeFileSync(path.join(directory, 'rows.arrow'), file([column], [schema], { batches: [[8, schema.length, 0]] }));
    const endless = await rowfuse(['bench', 'picky', 'rows.arrow', '--backend', 'js'], directory);
    expect(endless.status).toBe(1);
    expect(endless.stdout).toContain('the footer lists a batch where there is a schema (byte ');
  });

  test('explains its usage', async () => {
    const directory = await project({ 'src/initials.ts': initials });
    const complaint = async (...args: string[]) => {
      const { status, stderr } = await rowfuse(['bench', ...args], directory);
      expect(status).toBe(2);
      return stderr;
    };
    expect(await complaint('inital')).toContain('Did you mean initials?');
    expect(await complaint('initials', 'gone.arrow')).toContain('There is no file gone.arrow.');
    expect(await complaint('initials', '--rows', '0')).toContain('1 to 2^30');
    expect(await complaint('initials', '--backend', 'gpu')).toContain('There are cuda, cpu, js.');
    expect(await complaint('initials', '--out', 'gone')).toContain('Run `rowfuse build` first.');
  });
});

test('a backend with a device shows its device time', () => {
  const time = (median: number) => ({ median, least: median, most: median, runs: 5 });
  const measured = {
    backend: 'cuda' as const,
    rows: 1_000_000,
    inputBytes: 28e6,
    outputBytes: 10e6,
    digest: 'a',
    call: time(0.004),
    coldStart: { importSeconds: 0.02, firstCallSeconds: 0.3 },
    resident: { time: time(0.00002), copyBytesPerSecond: 3e12 },
  };
  const hostCopy = { threads: 2, gigabytesPerSecond: 20 };
  const report = benchReport({ transform: 'redact', input: undefined, measured: [measured], hostCopy });
  expect(report.backends).toMatchObject([
    {
      shareOfCopy: expect.closeTo(0.475),
      resident: { gigabytesPerSecond: expect.closeTo(1900), shareOfCopy: expect.closeTo(1900 / 3000) },
    },
  ]);
  expect(describeBench(report).split('\n').slice(0, 8)).toEqual([
    'redact: 1,000,000 rows (generated, seed 1), 38.0 bytes per row (28.0 in, 10.0 out)',
    '',
    'backend           time   rows/s  GB/s  of the copy   import  first call  runs  result',
    'cuda            4.0 ms    250 M  9.50         48 %  20.0 ms      300 ms     5    same',
    'cuda, resident   20 µs  50.00 G  1900         63 %                          5',
    '',
    'time: from Arrow to Arrow in host memory, medians. Copy of host memory: 20.0 GB/s read and written, 2 threads.',
    "cuda, resident: from device table to device table, by the device's clock. Copy there: 3000 GB/s read and written.",
  ]);
});

describe('generated rows', () => {
  const columns: readonly InputColumn[] = [
    { name: 'text', type: 'utf8', nullable: true, read: true },
    { name: 'kind', type: 'utf8', nullable: false, read: true },
    { name: 'small', type: 'int8', nullable: false, read: true },
    { name: 'part', type: 'float32', nullable: false, read: true },
    { name: 'flag', type: 'bool', nullable: true, read: true },
  ];

  test('have the described types, and are the same every time', () => {
    const table = generatedTable(columns, 1000, { kind: ['é', 'public'] });
    expect(table.numRows).toBe(1000);
    expect(digestOf(generatedTable(columns, 1000, { kind: ['é', 'public'] }))).toBe(digestOf(table));
    const values = (name: string): unknown[] => [...(table.getChild(name) ?? [])];
    expect(values('text').filter((value) => value === null)).toHaveLength(125);
    expect(table.getChild('text')?.nullCount).toBe(125);
    for (const text of values('text')) if (text !== null) expect(text).toMatch(/^[A-Za-z]{3,8}( [A-Za-z]{3,8}){0,2}$/);
    const kinds = values('kind').filter((value) => value === 'é' || value === 'public');
    expect(kinds.length).toBeGreaterThan(400);
    expect(kinds.length).toBeLessThan(600);
    for (const small of values('small')) expect(Number.isInteger(small)).toBe(true);
    expect(Math.max(...(values('small') as number[]))).toBe(100);
    expect(Math.max(...(values('part') as number[]))).toBeLessThanOrEqual(1000);
    expect(new Set(values('flag'))).toEqual(new Set([true, false, null]));
  });

  test('contain the values that the row function compares with', () => {
    const explanation = 'if !(visibility === "public")\n if ("a\\"b" !== name)\n x === 3\n visibility === "private"';
    expect(comparedLiterals(explanation)).toEqual({ visibility: ['public', 'private'], name: ['a"b'] });
  });

  test('count only the bytes of rows within a slice', () => {
    const slice = generatedTable(columns, 1000, {}).slice(0, 100);
    const bytes = new Map([...columnsOf(slice)].map(([name, column]) => [name, bytesOf(column)]));
    expect(bytes.get('small')).toBe(100);
    expect(bytes.get('part')).toBe(400);
    expect(bytes.get('flag')).toBe(13 + 13);
    const text = [...(slice.getChild('kind') ?? [])].join('').length;
    expect(bytes.get('kind')).toBe(101 * 4 + text);
  });
});
