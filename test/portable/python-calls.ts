import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RowError } from '@rowfuse/runtime';
import { Table, tableFromIPC, tableToIPC, type Vector } from 'apache-arrow';
import { afterAll, expect } from 'vitest';
import { libraryName } from '../../codegen/5-build/build-record.js';
import { nativeFolder } from '../built-folder.js';
import { root } from '../root.js';
import { type BuiltTransform, builtTransforms, isPortable } from '../run/built-transforms.js';
import type { Outcome } from '../run/outcome.js';

const python = process.env.ROWFUSE_PYTHON ?? 'python3';
export const hasPyarrow = spawnSync(python, ['-c', 'import pyarrow']).status === 0;
const library = path.join(nativeFolder, libraryName);
export const folder = mkdtempSync(path.join(tmpdir(), 'rowfuse-portable-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A call from Python. */
export interface Case {
  readonly name: string;
  readonly transform: string;
  readonly params: boolean;
  readonly options: { readonly backend?: string; readonly first_row?: number };
  /** True if the batch is not cut from a larger one, which pyarrow cannot do to malformed columns. */
  readonly asItIs?: boolean;
  /** True if texts of the columns, at any depth, come in dictionaries. */
  readonly looksUp?: boolean;
  /** The array at these places among the children declares this length. */
  readonly shorten?: { readonly path: readonly number[]; readonly length: number };
  /** The number of runs; the result reports by how many bytes the memory in use grew meanwhile. */
  readonly repeat?: number;
}

/** Runs the cases in one process, and returns its output. */
export function runCases(cases: readonly Case[]): unknown {
  writeFileSync(path.join(folder, 'cases.json'), JSON.stringify(cases));
  const { status, stdout, stderr } = spawnSync(
    python,
    [path.join(root, 'test/portable/run-cases.py'), library, folder],
    {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
      // With one arena, the memory in use is that of all threads.
      env: { ...process.env, MALLOC_ARENA_MAX: '1' },
    },
  );
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return JSON.parse(stdout);
}

/** Writes columns, and returns them as the file has them. */
export function write(name: string, columns: Record<string, Vector>): Table {
  const bytes = tableToIPC(new Table(columns), 'file');
  writeFileSync(path.join(folder, `${name}.arrow`), bytes);
  return tableFromIPC(bytes);
}

/** Writes the same columns with other numbers in place of some offsets. */
export function writeOver(
  name: string,
  columns: Record<string, Vector>,
  sound: readonly number[],
  malformed: readonly number[],
): Table {
  const bytes = Buffer.from(tableToIPC(new Table(columns), 'file'));
  const place = bytes.indexOf(Buffer.from(Int32Array.from(sound).buffer));
  if (place < 0) throw new Error(`${name} has no such offsets`);
  Buffer.from(Int32Array.from(malformed).buffer).copy(bytes, place);
  writeFileSync(path.join(folder, `${name}.arrow`), bytes);
  return tableFromIPC(bytes);
}

export function resultOf({ name }: Case): Table {
  return tableFromIPC(readFileSync(path.join(folder, `${name}.result.arrow`)));
}

export function errorOf({ name }: Case): { readonly status: number; readonly text: string } {
  return JSON.parse(readFileSync(path.join(folder, `${name}.error.json`), 'utf8'));
}

/** True if its results have columns of the input, which belongs to the caller. */
export function isSharing({ emits, run }: BuiltTransform): boolean {
  return emits === 'one' && run.output.some(({ keep }) => keep !== undefined);
}

/** Returns the built transforms that other languages can call. */
export async function portableTransforms(): Promise<readonly BuiltTransform[]> {
  return (await builtTransforms()).filter((one) => !isSharing(one) && isPortable(one));
}

export function attempt<Result>(call: () => Result): Result | RowError {
  try {
    return call();
  } catch (error) {
    if (error instanceof RowError) return error;
    throw error;
  }
}

/** A single output has its own name in Python. */
export function rowsOf(outcome: Outcome) {
  return 'code' in outcome ? outcome : [Object.values(outcome.columns), outcome.nullCounts];
}
