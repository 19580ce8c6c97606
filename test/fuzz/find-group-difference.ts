import { type Backend, configure, GroupError, type LinesInput } from '@rowfuse/runtime';
import { Table, type Vector } from 'apache-arrow';
import fc from 'fast-check';
import { arbitraryParams } from '../run/arbitrary-table.js';
import type { BuiltCall, Values } from '../run/built-transforms.js';
import { failureOf, outcomeOf } from '../run/outcome.js';
import { type Columns, type Comparison, type Difference, isPastLimit, showValue } from './find-difference.js';

/** A call of an aggregate: columns or lines, and params. */
interface Call {
  readonly rows: Columns | readonly string[];
  readonly params: Values;
}

/** Pieces of lines: names that repeat, numbers of all kinds, and text that is neither. */
const pieces = ['a', 'a', 'b', 'é', '😀', 'ab', ';', ';', ';', '1', '2.5', '-0.5', '-0', '1e300', '77', ' ', '\r', ''];

/** Returns random lines. */
export function randomLines(count: number, seed: number): readonly (readonly string[])[] {
  const line = fc.array(fc.constantFrom(...pieces), { maxLength: 5 }).map((parts) => parts.join(''));
  return fc.sample(fc.array(line, { maxLength: 70 }), { numRuns: count, seed });
}

/** Searches for rows that a backend groups differently from the reference: table after table, then all in one. */
export async function findGroupDifference(
  call: BuiltCall,
  backends: readonly Backend[],
  tables: readonly (Columns | readonly string[])[],
): Promise<Comparison> {
  const params = fc.sample(arbitraryParams(call.params), { numRuns: tables.length + 1, seed: tables.length });
  const given = [...tables, together(tables)].map((rows, place): Call => ({ rows, params: params[place] ?? {} }));
  let compared = 0;
  // Several threads, and so few rows per tile that all have groups to merge.
  configure({ tileRows: 64, threads: 3 });
  try {
    for (const one of given) {
      compared += sizeOf(one.rows);
      for (const backend of backends) {
        const difference = await differenceOf(call, backend, one);
        if (difference) return { rows: compared, difference: await smallest(call, backend, one, difference) };
      }
    }
  } finally {
    configure({ tileRows: undefined, threads: undefined });
  }
  return { rows: compared, difference: undefined };
}

/** Joins all rows into one input. */
function together(tables: readonly (Columns | readonly string[])[]): Columns | readonly string[] {
  const [first] = tables;
  if (first === undefined || Array.isArray(first)) return (tables as readonly (readonly string[])[]).flat();
  const columns = tables as readonly Columns[];
  return Object.fromEntries(
    Object.entries(first as Columns).map(([name, vector]) => [
      name,
      vector.concat(...columns.slice(1).flatMap((table) => table[name] ?? [])),
    ]),
  );
}

function sizeOf(rows: Columns | readonly string[]): number {
  return isLines(rows) ? rows.length : (Object.values(rows)[0]?.length ?? 0);
}

function isLines(rows: Columns | readonly string[]): rows is readonly string[] {
  return Array.isArray(rows);
}

function inputOf(rows: Columns | readonly string[]): LinesInput {
  return (isLines(rows) ? Buffer.from(rows.join('\n')) : rows) as LinesInput;
}

/** Makes the call with its own options, and with rows that fail left out. */
async function differenceOf(
  call: BuiltCall,
  backend: Backend,
  { rows, params }: Call,
): Promise<Difference | undefined> {
  const tolerant = { params, onError: 'collect', maxErrors: Number.MAX_SAFE_INTEGER } as const;
  // The result type of the tolerant call, of which the other is a part.
  for (const options of [{ params } as typeof tolerant, tolerant]) {
    const actual = await call.run(inputOf(rows), { ...options, backend }).then(
      (told) => shown(call, told),
      (error) => failed(call, error),
    );
    // Kernels do not support all groups, and calls with `onError` run on the CPU.
    if (isPastLimit(actual) || actual.includes('no kernels group')) continue;
    let expected: string;
    try {
      expected = shown(call, call.run.reference(inputOf(rows), options));
    } catch (error) {
      expected = failed(call, error);
    }
    if (actual !== expected) return { backend, row: showRows({ rows, params }), expected, actual };
  }
  return undefined;
}

function failed({ groups }: BuiltCall, error: unknown): string {
  const failure = failureOf(error);
  // The first of several failing groups is reported; if groups are unordered, it may be any.
  return groups?.isOrdered === false && error instanceof GroupError ? GroupError.name : JSON.stringify(failure);
}

type Told = Table | Vector | { readonly result: Table | Vector; readonly errors: readonly Error[] };

/** Returns one line per group, sorted if groups are unordered, then the errors. */
function shown({ groups }: BuiltCall, told: Told): string {
  const { result, errors } = 'errors' in told ? told : { result: told, errors: [] };
  const outcome = outcomeOf(result);
  if (!('columns' in outcome)) throw new Error('a result that is an error');
  const columns = Object.values(outcome.columns);
  const lines = Array.from({ length: result instanceof Table ? result.numRows : result.length }, (_, row) =>
    JSON.stringify(columns.map((values) => values[row])),
  );
  if (groups?.isOrdered === false) lines.sort();
  return [...Object.keys(outcome.columns), ...lines, ...errors.map(({ message }) => message)].join('\n');
}

/** Returns fewer rows that still differ: without a half, a quarter and so on, down to single rows. */
async function smallest(call: BuiltCall, backend: Backend, found: Call, difference: Difference): Promise<Difference> {
  let current = found;
  let last = difference;
  for (let part = Math.ceil(sizeOf(found.rows) / 2); part >= 1; part = part === 1 ? 0 : Math.ceil(part / 2)) {
    for (let at = 0; at < sizeOf(current.rows); ) {
      const rows = without(current.rows, at, at + part);
      const still = await differenceOf(call, backend, { ...current, rows });
      if (still) {
        current = { ...current, rows };
        last = still;
      } else at += part;
    }
  }
  return last;
}

function without(rows: Columns | readonly string[], begin: number, end: number): Columns | readonly string[] {
  if (isLines(rows)) return [...rows.slice(0, begin), ...rows.slice(end)];
  return Object.fromEntries(
    Object.entries(rows).map(([name, vector]) => [name, vector.slice(0, begin).concat(vector.slice(end))]),
  );
}

function showRows({ rows, params }: Call): string {
  if (isLines(rows)) return `${JSON.stringify(rows.join('\n'))} ${showValues(params)}`;
  const columns = Object.entries(rows).map(([name, vector]) => {
    const values = Array.from({ length: vector.length }, (_, row) => {
      try {
        return showValue(vector.get(row));
      } catch {
        return '?'; // Arrow JS reads microseconds as numbers, and some have no exact number.
      }
    });
    return `${name}: [${values.join(', ')}]`;
  });
  return `{ ${columns.join(', ')} } ${showValues(params)}`;
}

function showValues(params: Values): string {
  return `{ ${Object.entries(params)
    .map(([name, value]) => `${name}: ${showValue(value)}`)
    .join(', ')} }`;
}
