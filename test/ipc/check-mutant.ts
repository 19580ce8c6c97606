import { type Backend, RowfuseError, verifyIpc } from '@rowfuse/runtime';
import { tableFromIPC } from 'apache-arrow';
import type { ArrowTable } from '../../runtime/input/arrow-shapes.js';
import { readIpc } from '../../runtime/input/ipc-bytes.js';
import type { BuiltTransform } from '../run/built-transforms.js';
import { type Outcome, outcomeOf } from '../run/outcome.js';
import { type ColumnShape, tableShape } from './column-shape.js';

/** The result of checking changed bytes. */
export interface Checked {
  /** True if they are still Arrow IPC. */
  readonly isAccepted: boolean;
  /** The reason of the refusal, without numbers and names. */
  readonly refusal?: string;
  /** The number of calls that gave a result. */
  readonly results: number;
  /** Codes of the errors of calls. */
  readonly errors: readonly string[];
  /** Violations: an error outside our classes, or a result that differs from the reference's. */
  readonly problems: readonly string[];
  /** Set if Arrow JS reads other columns, or none. */
  readonly byArrow?: string;
}

/**
 * Checks bytes of Arrow IPC that may be damaged. Either a SchemaError refuses them, or each backend gives the reference's result or
 * error. Whole bytes and chunks are tried.
 */
export async function checkMutant(
  bytes: Uint8Array,
  transforms: readonly BuiltTransform[],
  backends: readonly Backend[],
): Promise<Checked> {
  const problems: string[] = [];
  const refusal = refusalOf(bytes, problems);
  const errors: string[] = [];
  let results = 0;
  for (const transform of transforms) {
    const outcomes = await outcomesOf(transform, bytes, backends, problems);
    for (const [how, outcome] of outcomes) {
      if ('code' in outcome) errors.push(outcome.code);
      else results += 1;
      const [, expected] = outcomes[0] ?? [];
      if (refusal !== undefined && !('code' in outcome))
        problems.push(`${transform.name}, ${how}: a result of bytes that are refused`);
      if (expected !== undefined && JSON.stringify(outcome) !== JSON.stringify(expected)) {
        problems.push(`${transform.name}, ${how}: ${text(outcome)}, the reference: ${text(expected)}`);
      }
    }
  }
  if (refusal !== undefined) return { isAccepted: false, refusal, results, errors, problems };
  const byArrow = differenceOfArrow(bytes);
  return { isAccepted: true, results, errors, problems, ...(byArrow !== undefined && { byArrow }) };
}

function refusalOf(bytes: Uint8Array, problems: string[]): string | undefined {
  try {
    verifyIpc(bytes);
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    if (!(error instanceof RowfuseError) || error.code !== 'SchemaError') problems.push(`verifyIpc: ${String(error)}`);
    const why = /(?:file|read): (.*?)(?: \(byte \d+\))?\. /.exec(message)?.[1] ?? message;
    return why.replace(/"(\\.|[^"\\])*"/g, '"…"').replace(/-?\d+/g, '…');
  }
}

type Named = readonly [how: string, outcome: Outcome];

/** Returns the outcome of the reference, then those of the backends. */
async function outcomesOf(
  { name, run }: BuiltTransform,
  bytes: Uint8Array,
  backends: readonly Backend[],
  problems: string[],
): Promise<readonly Named[]> {
  const failed = (how: string, error: unknown): Named => {
    if (error instanceof RowfuseError && error.code !== 'BackendMismatch') {
      return [how, { code: error.code, message: error.message }];
    }
    problems.push(`${name}, ${how}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return [how, { code: 'untyped', message: String(error) }];
  };
  const attempt = async (how: string, call: () => unknown): Promise<Named> => {
    try {
      return [how, outcomeOf((await call()) as Parameters<typeof outcomeOf>[0])];
    } catch (error) {
      return failed(how, error);
    }
  };
  const outcomes = [await attempt('reference', () => run.reference(bytes))];
  for (const backend of backends) outcomes.push(await attempt(backend, () => run(bytes, { backend })));
  // A stream, or a file in chunks, ends elsewhere than its bytes, so these calls are only checked for their errors.
  for (const size of [64, 1000]) {
    try {
      for await (const _ of run.stream(chunks(bytes, size), { backend: backends[0] ?? 'js' }));
    } catch (error) {
      failed(`chunks of ${size}`, error);
    }
  }
  return outcomes;
}

function* chunks(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function text(outcome: Outcome): string {
  return JSON.stringify(outcome).slice(0, 500);
}

/** Returns how Arrow JS differs on accepted bytes, or undefined if it reads the same columns. */
function differenceOfArrow(bytes: Uint8Array): string | undefined {
  const own = readIpc('check', bytes) as ArrowTable;
  try {
    const found = tableFromIPC(bytes) as unknown as ArrowTable;
    // Arrow JS reads on behind the end of a stream without batches.
    return own.batches.length === 0 || comparable(found) === comparable(own)
      ? undefined
      : 'Arrow JS reads other columns';
  } catch (error) {
    if (own.batches.length === 0 || own.schema.fields.some(({ type }) => String(type).includes('Union')))
      return undefined;
    return `Arrow JS: ${error instanceof Error ? error.message.replace(/\d+/g, '…') : String(error)}`;
  }
}

/**
 * Returns the columns without the known differences of Arrow JS. Missing names become `null`, and nulls of views are counted again.
 * Unions of metadata V4 have the buffers of others, and each delta makes another dictionary.
 */
function comparable(table: ArrowTable): string {
  const { fields, batches } = tableShape(table);
  return JSON.stringify([fields.length, batches.map((columns) => columns.map(withoutKnown))]);
}

function withoutKnown({ type, length, nulls, values, offsets, validity, children, buffers }: ColumnShape): unknown {
  if (type.startsWith('Union')) return length;
  const validities = type.includes('View') ? [] : [nulls, validity];
  return [length, values, offsets, buffers, ...validities, children.map(withoutKnown)];
}
