import { type Backend, type Collected, RowfuseError } from '@rowfuse/runtime';
import type { Table, Vector } from 'apache-arrow';
import fc from 'fast-check';
import { Choices } from '../fuzz/random-choices.js';
import { arbitraryColumns, arbitraryParams } from '../run/arbitrary-table.js';
import type { BuiltCall, BuiltTransform } from '../run/built-transforms.js';
import { backendsFor } from '../run/has-kernels.js';
import { type Outcome, outcomeOf } from '../run/outcome.js';
import { damageColumns } from './damage.js';
import { inSomeLayout, type LooseVector, loosen } from './loose-data.js';

/** The outcomes of a malformed input on backends that do not agree. */
export interface Disagreement {
  readonly transform: string;
  readonly seed: number;
  readonly damage: readonly string[];
  readonly options: object;
  readonly outcomes: Readonly<Record<string, unknown>>;
}

/** The number of inputs per outcome: the code of the error, or `result`. */
export type Tally = Record<string, number>;

type Call = Pick<BuiltTransform | BuiltCall, 'name' | 'input' | 'params' | 'output' | 'emits' | 'groups'> & {
  readonly run: unknown;
};

/**
 * Runs a malformed input of a transform, made from its seed, on all backends. They must agree on the result, or on the class, the row
 * and the message of the error. An error that is no `RowfuseError` is a disagreement as well.
 */
export async function runCase(
  transform: Call,
  seed: number,
  backends: readonly Backend[],
  tally: Tally,
): Promise<Disagreement | undefined> {
  const choices = new Choices(seed);
  const [[given, params] = [{}, {}]] = fc.sample(
    fc.tuple(arbitraryColumns(transform.input), arbitraryParams(transform.params)),
    { numRuns: 1, seed },
  );
  const layouts = Object.entries(given).map(([name, vector]) => [name, inSomeLayout(vector, choices)] as const);
  const onError = choices.pick(onErrors(transform));
  const options = { params, ...(onError !== undefined && { onError }) };
  let damage: readonly string[] = [];
  /** Each backend gets its own input: detached buffers and changing getters differ after the first use. */
  const damaged = (): Record<string, LooseVector> => {
    const columns: Record<string, LooseVector> = Object.create(null);
    for (const [name, vector] of layouts) columns[name] = loosen(vector);
    damage = damageColumns(columns, new Choices(seed + 1));
    return columns;
  };
  const run = transform.run as {
    (input: unknown, options: object): Promise<unknown>;
    reference(input: unknown, options: object): unknown;
  };
  const outcomes: Record<string, unknown> = {};
  const isOrdered = transform.groups?.isOrdered !== false;
  outcomes.reference = await settled(async () => run.reference(damaged(), options), isOrdered);
  for (const backend of await backendsFor(transform, backends))
    outcomes[backend] = await settled(() => run(damaged(), { ...options, backend }), isOrdered);
  const [first, ...others] = Object.values(outcomes).map((one) => JSON.stringify(one));
  const { code = 'result' } = outcomes.reference as { readonly code?: string };
  tally[code] = (tally[code] ?? 0) + 1;
  const isLimit = Object.values(outcomes).some((one) => JSON.stringify(one).includes('a bigint leaves 128 bits'));
  if (!isLimit && code !== 'untyped' && others.every((one) => one === first)) return undefined;
  return isLimit ? undefined : { transform: transform.name, seed, damage, options: { onError }, outcomes };
}

/** Returns the ways of handling failing rows that a transform supports. */
function onErrors({ output, emits, groups }: Call): readonly (string | undefined)[] {
  const isNullable = output.every(({ nullable }) => nullable);
  const isTolerant = groups !== undefined || emits !== 'one' || isNullable;
  return isTolerant ? [undefined, undefined, 'null', 'collect'] : [undefined];
}

/** Unordered groups may come in any order. */
function inOrder(outcome: unknown, isOrdered: boolean): unknown {
  const { columns } = outcome as { readonly columns?: Readonly<Record<string, readonly unknown[]>> };
  if (isOrdered || columns === undefined) return outcome;
  const [first = []] = Object.values(columns);
  const rows = first.map((_, row) => JSON.stringify(Object.values(columns).map((column) => column[row])));
  return { ...(outcome as object), columns: rows.sort() };
}

async function settled(call: () => Promise<unknown>, isOrdered: boolean): Promise<unknown> {
  try {
    return inOrder(resultOf(await call()), isOrdered);
  } catch (error) {
    return failureOf(error);
  }
}

function resultOf(result: unknown): unknown {
  const { result: table, errors, failedRows } = result as Partial<Collected<Table>>;
  if (table === undefined) return outcomeOf(result as Vector | Table);
  return { ...outcomeOf(table), failedRows, errors: errors?.map(failureOf) };
}

function failureOf(error: unknown): Outcome & { readonly row?: number } {
  if (!(error instanceof RowfuseError)) return { code: 'untyped', message: String((error as Error)?.stack ?? error) };
  const { row } = error as { readonly row?: number };
  return { code: error.code, message: error.message, ...(row !== undefined && { row }) };
}
