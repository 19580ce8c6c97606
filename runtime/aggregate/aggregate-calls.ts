import type { Table } from 'apache-arrow';
import type { CallRuntime } from '../call/call-runtime.js';
import { type CallWatch, watchCall, watched } from '../call/watch-call.js';
import { limitsOf } from '../chunk-limits.js';
import { namingColumns, ofTransform } from '../columns/naming-columns.js';
import { type AggregateDescription, takesLines } from '../description.js';
import { isDeviceTable } from '../device/device-table.js';
import { BuildError, DeviceError } from '../errors.js';
import { failedRows } from '../faults/failed-rows.js';
import { isBatch } from '../input/arrow-shapes.js';
import { readIpc } from '../input/ipc-bytes.js';
import type { Piece } from '../input/piece.js';
import { readInput } from '../input/read-input.js';
import { cutInTurns } from '../lines/cut-lines.js';
import { columnPieces, lineCut, linePiecesNow } from '../lines/line-pieces.js';
import { openText } from '../lines/lines-input.js';
import { progressOf } from '../lines/progress.js';
import { MemoryBudget } from '../memory-budget.js';
import { type CallKind, type CheckedOptions, checkOptions } from '../options.js';
import { assemble } from '../output/assemble.js';
import { atOnce } from '../pace.js';
import { checkParams } from '../params.js';
import type { EvaluateOptions } from '../reference/evaluate.js';
import { AggregatedRows } from '../reference/group/aggregate-rows.js';
import { noBatch, rowsOf } from '../stream/batch-source.js';
import { inBatch } from '../stream/in-batch.js';
import { openBatches } from '../stream/open-batches.js';
import { pullParts } from '../stream/pull-parts.js';
import { NativeAggregate } from './native-aggregate.js';
import { ReferenceAggregate, type RunningAggregate } from './running-aggregate.js';
import { WatchedAggregate } from './watched-aggregate.js';

/** Makes the functions that a generated module exports for an aggregate. */
export function aggregateCalls(description: AggregateDescription, runtime: CallRuntime) {
  const { name, input, grouping, params: declaredParams = [] } = description;
  const isOfLines = takesLines(description);
  const cut = lineCut(description, runtime.maxBytes);

  type Feed = (running: RunningAggregate, options: CheckedOptions, memory: MemoryBudget) => Promise<void>;

  /** Runs one call, and publishes its event. */
  function run(
    caller: string,
    given: unknown,
    kind: Extract<CallKind, 'aggregate' | 'lines'>,
    feed: Feed,
  ): Promise<unknown> {
    const watch = watchCall(name);
    return watched(watch, feedAndFinish(caller, given, kind, feed, watch), (error) => ofTransform(error, name));
  }

  /** Opens the aggregate, feeds it rows, and wraps the result. */
  async function feedAndFinish(
    caller: string,
    given: unknown,
    kind: Extract<CallKind, 'aggregate' | 'lines'>,
    feed: Feed,
    watch: CallWatch | undefined,
  ): Promise<unknown> {
    const options = checkOptions(caller, given, kind, declaredParams);
    const { valuesInErrors = true, signal, onError } = options;
    const params = checkParams(description, options.params, { valuesInErrors });
    const failed = failedRows(description, options);
    signal?.throwIfAborted();
    const memory = new MemoryBudget(caller);
    const opened = open(options, { params, valuesInErrors, failed, memory, ...limitsOf(runtime) });
    const running = watch === undefined ? opened : new WatchedAggregate(opened, input, watch);
    try {
      await feed(running, options, memory);
      signal?.throwIfAborted();
      const result = assembleGroups(await running.result(), memory);
      return onError === 'collect' && failed ? failed.beside(result) : result;
    } finally {
      running.release();
    }
  }

  function open({ backend, signal }: CheckedOptions, evaluateOptions: EvaluateOptions): RunningAggregate {
    const chosen = runtime.chooser.choose(backend);
    const { params, valuesInErrors, failed, memory } = evaluateOptions;
    const ownCut = { ...cut, memory };
    if (chosen.backend === 'js')
      return new ReferenceAggregate(description, evaluateOptions, cutInTurns(ownCut), signal);
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
      cut: ownCut,
      params,
      valuesInErrors,
      signal,
      failed,
      memory,
    });
  }

  const assembleGroups = (chunks: Parameters<typeof assemble>[1], memory: MemoryBudget): Table =>
    assemble({ output: grouping.output, single: false }, chunks, memory) as Table;

  const call = (passed: unknown, given?: unknown): Promise<unknown> =>
    isOfLines
      ? run(name, given, 'lines', async (running, { copyInputs = false, onProgress }, memory) => {
          const text = openText(name, passed, { copyInputs, memory });
          const onRead = await progressOf(name, text, onProgress);
          if (text.kind !== 'column') await running.addText(text, onRead);
          else for (const piece of columnPieces(cut, text.rows)) await running.add(piece);
        })
      : run(name, given, 'aggregate', async (running, options, memory) => {
          for (const piece of piecesOf(passed, options, memory)) await running.add(piece);
        });

  const piecesOf = (
    passed: unknown,
    { copyInputs = false, valuesInErrors = true }: CheckedOptions,
    memory: MemoryBudget,
  ) => {
    const table = readIpc(name, passed);
    if (isDeviceTable(table)) {
      throw new DeviceError(`${name}: aggregates take memory of the host: pass await table.toArrow().`);
    }
    return readInput(description, table, { copyInputs, valuesInErrors, memory }).pieces(runtime.maxBytes);
  };

  const reference = namingColumns(name, (passed: unknown, given?: unknown): unknown => {
    const options = checkOptions(`${name}.reference`, given, 'reference', declaredParams);
    const { copyInputs = false, valuesInErrors = true, onError } = options;
    const params = checkParams(description, options.params, { valuesInErrors });
    const failed = failedRows(description, options);
    const memory = new MemoryBudget(`${name}.reference`);
    const pieces: Iterable<Piece> = isOfLines
      ? linePiecesNow({ ...cut, memory }, openText(name, passed, { copyInputs, memory }))
      : piecesOf(passed, options, memory);
    try {
      const rows = new AggregatedRows(description, { params, valuesInErrors, failed, memory, ...limitsOf(runtime) });
      for (const piece of pieces) for (const _ of rows.add(piece));
      const result = assembleGroups(atOnce(rows.result()), memory);
      return onError === 'collect' && failed ? failed.beside(result) : result;
    } catch (error) {
      throw memory.explain(error);
    }
  });

  const stream = (source: unknown, given?: unknown): Promise<unknown> => {
    const caller = `${name}.stream`;
    return run(caller, given, 'aggregate', async (running, options, memory) => {
      const { copyInputs = false, valuesInErrors = true, signal } = options;
      let place = { batch: 0, firstRow: 0 };
      for await (const batch of pullParts(openBatches(caller, source), signal)) {
        const { firstRow } = place;
        try {
          if (!isBatch(batch)) throw noBatch(caller, batch);
          const before = memory.used;
          const rows = readInput(description, batch, { copyInputs, valuesInErrors, firstRow, memory });
          const taken = memory.used - before;
          for (const piece of rows.pieces(runtime.maxBytes)) await running.add(piece);
          memory.give(taken);
          place = { batch: place.batch + 1, firstRow: firstRow + rowsOf(batch) };
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
