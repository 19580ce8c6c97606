import type { Table } from 'apache-arrow';
import type { BackendChooser } from '../choose-backend.js';
import { type ChunkLimits, limitsOf } from '../chunk-limits.js';
import { type AggregateDescription, takesLines } from '../description.js';
import { isDeviceTable } from '../device/device-table.js';
import { BuildError, DeviceError } from '../errors.js';
import { failedRows } from '../failed-rows.js';
import { isBatch } from '../input/arrow-shapes.js';
import type { Piece } from '../input/input-rows.js';
import { readIpc } from '../input/ipc-bytes.js';
import { readInput } from '../input/read-input.js';
import { columnPieces, lineCut, linePiecesNow } from '../lines/line-pieces.js';
import { openText } from '../lines/lines-input.js';
import { progressOf } from '../lines/progress.js';
import { namingColumns, ofTransform } from '../naming-columns.js';
import { aggregateOptions, type CheckedOptions, checkOptions, lineOptions, referenceOptions } from '../options.js';
import { assemble } from '../output/assemble.js';
import { checkParams } from '../params.js';
import type { EvaluateOptions } from '../reference/evaluate.js';
import { AggregatedRows } from '../reference/group/aggregate-rows.js';
import { noBatch } from '../stream/batch-source.js';
import { inBatch } from '../stream/in-batch.js';
import { openBatches } from '../stream/open-batches.js';
import { pullParts } from '../stream/pull-parts.js';
import { NativeAggregate } from './native-aggregate.js';
import { ReferenceAggregate, type RunningAggregate } from './running-aggregate.js';

/** What the functions of aggregates need of their runtime. */
export interface AggregateRuntime extends ChunkLimits {
  readonly chooser: BackendChooser;
  /** What makes a fitting addon, for messages. */
  rebuild(): string;
}

/** The functions that a generated module exports for an aggregate. */
export function aggregateCalls(description: AggregateDescription, runtime: AggregateRuntime) {
  const { name, input, grouping, params: declaredParams = [] } = description;
  const isOfLines = takesLines(description);
  const cut = lineCut(description, runtime.maxBytes);

  /** One call: opens the aggregate, gives it rows, and wraps what it has found. */
  async function run(
    caller: string,
    given: unknown,
    known: typeof aggregateOptions | typeof lineOptions,
    feed: (running: RunningAggregate, options: CheckedOptions) => Promise<void>,
  ): Promise<unknown> {
    const options = checkOptions(caller, given, known, declaredParams);
    const { valuesInErrors = true, signal, onError } = options;
    const params = checkParams(description, options.params, { valuesInErrors });
    const failed = failedRows(description, options);
    signal?.throwIfAborted();
    const running = open(options, { params, valuesInErrors, failed, ...limitsOf(runtime) });
    try {
      await feed(running, options);
      signal?.throwIfAborted();
      const result = assembleGroups(await running.result());
      return onError === 'collect' && failed ? failed.beside(result) : result;
    } finally {
      running.release();
    }
  }

  function open({ backend, signal }: CheckedOptions, evaluateOptions: EvaluateOptions): RunningAggregate {
    const chosen = runtime.chooser.choose(backend);
    const { params, valuesInErrors, failed } = evaluateOptions;
    if (chosen.backend === 'js') return new ReferenceAggregate(description, evaluateOptions, cut, signal);
    const { addon } = chosen;
    if (!addon.transforms.includes(name)) {
      throw new BuildError(
        `The addon has no aggregate ${name}: it was built before that was added. Run ${runtime.rebuild()}.`,
      );
    }
    return new NativeAggregate({
      addon,
      backend: chosen.backend,
      isAsked: backend !== undefined,
      transform: description,
      cut,
      params,
      valuesInErrors,
      signal,
      failed,
    });
  }

  const assembleGroups = (chunks: Parameters<typeof assemble>[1]): Table =>
    assemble({ output: grouping.output, single: false }, chunks) as Table;

  const call = namingColumns(
    name,
    (passed: unknown, given?: unknown): Promise<unknown> =>
      isOfLines
        ? run(name, given, lineOptions, async (running, { copyInputs = false, onProgress }) => {
            const text = openText(name, passed, { copyInputs });
            const onRead = await progressOf(text, onProgress);
            if (text.kind !== 'column') await running.addText(text, onRead);
            else for (const piece of columnPieces(cut, text.rows)) await running.add(piece);
          })
        : run(name, given, aggregateOptions, async (running, options) => {
            for (const piece of piecesOf(passed, options)) await running.add(piece);
          }),
  );

  const piecesOf = (passed: unknown, { copyInputs = false, valuesInErrors = true }: CheckedOptions) => {
    const table = readIpc(name, passed);
    if (isDeviceTable(table)) {
      throw new DeviceError(`${name}: aggregates take memory of the host: pass await table.toArrow().`);
    }
    return readInput(description, table, { copyInputs, valuesInErrors }).pieces(runtime.maxBytes);
  };

  const reference = namingColumns(name, (passed: unknown, given?: unknown): unknown => {
    const options = checkOptions(`${name}.reference`, given, referenceOptions, declaredParams);
    const { copyInputs = false, valuesInErrors = true, onError } = options;
    const params = checkParams(description, options.params, { valuesInErrors });
    const failed = failedRows(description, options);
    const pieces: Iterable<Piece> = isOfLines
      ? linePiecesNow(cut, openText(name, passed, { copyInputs }))
      : piecesOf(passed, options);
    const rows = new AggregatedRows(description, { params, valuesInErrors, failed, ...limitsOf(runtime) });
    for (const piece of pieces) for (const _ of rows.add(piece));
    const result = assembleGroups(rows.result());
    return onError === 'collect' && failed ? failed.beside(result) : result;
  });

  const stream = (source: unknown, given?: unknown): Promise<unknown> => {
    const caller = `${name}.stream`;
    return run(caller, given, aggregateOptions, async (running, options) => {
      const { copyInputs = false, valuesInErrors = true, signal } = options;
      let place = { batch: 0, firstRow: 0 };
      for await (const batch of pullParts(openBatches(caller, source), signal)) {
        const { firstRow } = place;
        try {
          if (!isBatch(batch)) throw noBatch(caller, batch);
          const rows = readInput(description, batch, { copyInputs, valuesInErrors, firstRow });
          for (const piece of rows.pieces(runtime.maxBytes)) await running.add(piece);
          place = { batch: place.batch + 1, firstRow: firstRow + batch.data.length };
        } catch (error) {
          throw inBatch(ofTransform(error, name), place);
        }
      }
    });
  };

  Object.defineProperty(call, 'name', { value: name });
  return Object.assign(call, {
    reference,
    ...(!isOfLines && { stream }),
    input,
    params: declaredParams,
    output: grouping.output,
  });
}
