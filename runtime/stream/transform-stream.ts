import type { RecordBatch, Schema } from 'apache-arrow';
import type { ChosenBackend } from '../backend/choose-backend.js';
import { ofTransform } from '../columns/naming-columns.js';
import type { Totals } from '../count-rows.js';
import { passedColumns, type TransformDescription } from '../description.js';
import { OptionError, type RowError } from '../errors.js';
import { type Collected, failedRows } from '../faults/failed-rows.js';
import { isBatch } from '../input/arrow-shapes.js';
import type { InputRows, PieceSource } from '../input/input-rows.js';
import { readInput } from '../input/read-input.js';
import { MemoryBudget } from '../memory-budget.js';
import { type Backend, checkOptions, streamOptions } from '../options.js';
import { assembleBatches, resultSchema } from '../output/assemble.js';
import type { ResultChunk } from '../output/result-columns.js';
import { checkParams } from '../params.js';
import type { EvaluateOptions } from '../reference/evaluate.js';
import { noBatch, rowsOf } from './batch-source.js';
import { type BatchPlace, inBatch } from './in-batch.js';
import { openBatches } from './open-batches.js';
import { OrderedWindow } from './ordered-window.js';

/** The parts of the runtime that a stream uses. */
export interface StreamRuntime {
  choose(asked: Backend | undefined): ChosenBackend;
  /** Adds the numbers of rows that have reached the counted stages of a pipe before each row, in earlier batches and in this one. */
  count(
    rows: InputRows,
    before: Totals,
    chosen: ChosenBackend,
    options: { readonly params: object | undefined; readonly valuesInErrors: boolean; readonly memory: MemoryBudget },
    signal: AbortSignal | undefined,
  ): Promise<{ readonly rows: InputRows; readonly totals: Totals }>;
  /** Computes one batch. */
  compute(
    chosen: ChosenBackend,
    rows: PieceSource,
    options: EvaluateOptions,
    signal: AbortSignal | undefined,
  ): Promise<ResultChunk[]>;
}

/**
 * The default number of batches in flight. On a GPU one is copied there while one is computed and one is copied back. The threads of the
 * CPU work on one batch after the other: two let JavaScript prepare one while the other is computed.
 */
const inFlightByDefault: { readonly [name in Backend]: number } = { cuda: 3, cpu: 2, js: 1 };

/**
 * Computes a transform over the batches of a source. Each is a call of its own, and results come in order.
 *
 * @throws OptionError, SchemaError, BuildError or DeviceError for faults that are found before the first batch
 */
export function transformStream(
  transform: TransformDescription,
  source: unknown,
  given: unknown,
  runtime: StreamRuntime,
): OrderedWindow<RecordBatch | Collected<RecordBatch>> & { readonly schema: Schema } {
  const caller = `${transform.name}.stream`;
  if (transform.window !== undefined) {
    throw new OptionError(
      `${caller}: windows reach over the borders of batches, and a stream computes each batch by itself. Collect them in a table and call ${transform.name}(table).`,
    );
  }
  const options = checkOptions(caller, given, streamOptions, transform.params);
  const { backend, signal, copyInputs = false, valuesInErrors = true, onError } = options;
  failedRows(transform, options);
  const params = checkParams(transform, options.params, { valuesInErrors });
  const chosen = runtime.choose(backend);
  let batches = 0;
  let rowsSoFar = 0;
  const placeOf = (batch: unknown): BatchPlace => {
    const place = { batch: batches, firstRow: rowsSoFar };
    batches += 1;
    rowsSoFar += rowsOf(batch);
    return place;
  };

  const passed = { ...transform, input: passedColumns(transform) };
  let counting: Promise<Totals> = Promise.resolve([]);
  /** Counts one batch after the other, because the number of rows that reach a stage runs over all of them. */
  async function counted(rows: InputRows, memory: MemoryBudget, stop: AbortSignal): Promise<InputRows> {
    const before = counting;
    const made = before.then((totals) =>
      runtime.count(rows, totals, chosen, { params: options.params, valuesInErrors, memory }, stop),
    );
    counting = made.then(({ totals }) => totals);
    // The failure is reported by the batch itself.
    counting.catch(() => {});
    return (await made).rows;
  }

  async function run(batch: unknown, place: BatchPlace, stop: AbortSignal) {
    if (!isBatch(batch)) throw noBatch(caller, batch);
    const failed = failedRows(transform, options);
    const memory = new MemoryBudget(caller);
    const given = readInput(passed, batch, { copyInputs, valuesInErrors, firstRow: place.firstRow, memory });
    const rows = transform.counts === undefined ? given : await counted(given, memory, stop);
    const chunks = await runtime.compute(chosen, rows, { params, valuesInErrors, failed, memory }, stop);
    const results = assembleBatches(transform, chunks, memory);
    if (onError !== 'collect' || failed === undefined) return results;
    const collected = failed.beside(undefined);
    const errors = collected.errors.map((error) => inBatch(error, place) as RowError);
    // If the result of a batch has several parts, its errors come with the first.
    return results.map((result, index) =>
      index === 0 ? { ...collected, result, errors } : { result, errors: [], failedRows: 0 },
    );
  }

  const results = new OrderedWindow<RecordBatch | Collected<RecordBatch>>({
    source: openBatches(caller, source),
    inFlight: options.inFlight ?? inFlightByDefault[chosen.backend],
    signal,
    start: async (batch, stop) => {
      const place = placeOf(batch);
      try {
        return await run(batch, place, stop);
      } catch (error) {
        throw inBatch(ofTransform(error, transform.name), place);
      }
    },
  });
  return Object.assign(results, { schema: resultSchema(transform) });
}
