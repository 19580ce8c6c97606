import type { RecordBatch, Schema } from 'apache-arrow';
import type { BackendChooser } from '../backend/choose-backend.js';
import type { CountingPasses, Totals } from '../call/count-rows.js';
import type { Pipeline } from '../call/pipeline.js';
import { type CallWatch, watchCall, watched } from '../call/watch-call.js';
import { ofTransform } from '../columns/naming-columns.js';
import { passedColumns, type TransformDescription } from '../description.js';
import { OptionError, type RowError } from '../errors.js';
import { type Collected, failedRows } from '../faults/failed-rows.js';
import { isBatch } from '../input/arrow-shapes.js';
import type { InputRows } from '../input/input-rows.js';
import { readInput } from '../input/read-input.js';
import { MemoryBudget } from '../memory-budget.js';
import { type Backend, checkOptions } from '../options.js';
import { assembleBatches, resultSchema } from '../output/assemble.js';
import { checkParams } from '../params.js';
import { noBatch, rowsOf } from './batch-source.js';
import { type BatchPlace, inBatch } from './in-batch.js';
import { openBatches } from './open-batches.js';
import { OrderedWindow } from './ordered-window.js';

/** The parts of a transform that a stream uses. */
export interface StreamedTransform {
  readonly description: TransformDescription;
  readonly chooser: BackendChooser;
  readonly pipeline: Pipeline;
  /** The passes over each batch before it is computed; undefined if there are none. */
  readonly counting: CountingPasses | undefined;
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
  { description: transform, chooser, pipeline, counting }: StreamedTransform,
  source: unknown,
  given: unknown,
): OrderedWindow<RecordBatch | Collected<RecordBatch>> & { readonly schema: Schema } {
  const caller = `${transform.name}.stream`;
  if (transform.window !== undefined) {
    throw new OptionError(
      `${caller}: windows reach over the borders of batches, and a stream computes each batch by itself. Collect them in a table and call ${transform.name}(table).`,
    );
  }
  const options = checkOptions(caller, given, 'stream', transform.params);
  const { backend, signal, copyInputs = false, valuesInErrors = true, onError } = options;
  failedRows(transform, options);
  const params = checkParams(transform, options.params, { valuesInErrors });
  const chosen = chooser.choose(backend);
  let batches = 0;
  let rowsSoFar = 0;
  const placeOf = (batch: unknown): BatchPlace => {
    const place = { batch: batches, firstRow: rowsSoFar };
    batches += 1;
    rowsSoFar += rowsOf(batch);
    return place;
  };

  const passed = { ...transform, input: passedColumns(transform) };
  let totalsSoFar: Promise<Totals> = Promise.resolve([]);
  /** Counts one batch after the other, because the number of rows that reach a stage runs over all of them. */
  async function counted(passes: CountingPasses, rows: InputRows, memory: MemoryBudget, stop: AbortSignal) {
    const before = totalsSoFar;
    const made = before.then((totals) =>
      passes.count(rows, totals, chosen, { params: options.params, valuesInErrors, memory, signal: stop }),
    );
    totalsSoFar = made.then(({ totals }) => totals);
    // The failure is reported by the batch itself.
    totalsSoFar.catch(() => {});
    return (await made).rows;
  }

  async function run(batch: unknown, place: BatchPlace, stop: AbortSignal, watch: CallWatch | undefined) {
    if (!isBatch(batch)) throw noBatch(caller, batch);
    const failed = failedRows(transform, options);
    const memory = new MemoryBudget(caller);
    const given = readInput(passed, batch, { copyInputs, valuesInErrors, firstRow: place.firstRow, memory });
    const rows = counting === undefined ? given : await counted(counting, given, memory, stop);
    const watched = watch === undefined ? rows : watch.reading(passed.input, rows);
    const chunks = await pipeline.on(chosen)(watched, { params, valuesInErrors, failed, memory, signal: stop });
    watch?.wrote(pipeline.own(chunks));
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
      const watch = watchCall(transform.name, chosen.backend, place.batch);
      const made = run(batch, place, stop, watch);
      return watched(watch, made, (error) => inBatch(ofTransform(error, transform.name), place));
    },
  });
  return Object.assign(results, { schema: resultSchema(transform) });
}
