import type { Table, Vector } from 'apache-arrow';
import { aggregateCalls } from './aggregate/aggregate-calls.js';
import { rebuildSteps } from './backend/addon-advice.js';
import { checkInterface } from './backend/check-interface.js';
import { type BackendChoice, BackendChooser, type ChosenBackend } from './backend/choose-backend.js';
import { type AddonExpectation, type AddonLoader, loadAddon } from './backend/load-addon.js';
import { runNative } from './backend/run-native.js';
import { type ChunkLimits, limitsOf } from './chunk-limits.js';
import { namingColumns } from './columns/naming-columns.js';
import type { Aggregation, Transform } from './columns/transform-types.js';
import { applyConfiguration } from './configure.js';
import { countRows, countRowsNow, type Totals } from './count-rows.js';
import {
  type AggregateDescription,
  type ComputedTransform,
  computedPart,
  passedColumns,
  type TransformDescription,
  takesLines,
} from './description.js';
import { isDeviceTable } from './device/device-table.js';
import { runResident } from './device/run-resident.js';
import { copyToDevice, Storages, type ToDevice } from './device/to-device.js';
import { BuildError, DeviceError, OptionError } from './errors.js';
import { type FailedRows, failedRows } from './faults/failed-rows.js';
import type { InputRows, PieceSource } from './input/input-rows.js';
import { readIpc } from './input/ipc-bytes.js';
import { readInput } from './input/read-input.js';
import { lineCalls } from './lines/line-calls.js';
import { MemoryBudget } from './memory-budget.js';
import {
  type Backend,
  callOptions,
  checkOptions,
  referenceOptions,
  type ToDeviceOptions,
  toDeviceOptions,
} from './options.js';
import { assemble } from './output/assemble.js';
import type { ResultChunk } from './output/result-columns.js';
import { ResultMemory } from './output/result-memory.js';
import { ownColumns } from './output/shared-columns.js';
import { inTurns } from './pace.js';
import { checkParams } from './params.js';
import { type EvaluateOptions, evaluate, evaluateNow } from './reference/evaluate.js';
import { transformStream } from './stream/transform-stream.js';
import { checkUnicodeVersion } from './unicode-version.js';

/** The facts that generated code passes about itself. */
export interface RuntimeOptions extends AddonExpectation, ChunkLimits {
  /** Replaces the loading of the addon's file, for tests. */
  readonly load?: AddonLoader;
}

/** The runtime of one generated folder. */
export interface Runtime {
  /** Makes the callable function of a transform. Nothing is loaded yet. */
  transform<Columns, Result extends Vector | Table>(description: TransformDescription): Transform<Columns, Result>;
  /** Makes the callable function of an aggregate. Nothing is loaded yet. */
  aggregate<Columns, Result extends Table>(description: AggregateDescription): Aggregation<Columns, Result>;
  /** Copies columns to the memory of the backend in use, where they stay. See {@link ToDevice}. */
  readonly toDevice: ToDevice;
  /** Returns the backend that a call without options uses, and why. Loads the addon if it is not loaded yet. */
  backend(): BackendChoice;
}

/**
 * Makes the runtime of a generated `index.js`. Nothing is loaded before the first call, so importing generated code does not fail where
 * its addon does.
 *
 * @throws BuildError if the code was generated for another version of this interface
 */
export function createRuntime(options: RuntimeOptions): Runtime {
  checkInterface(options);
  const sources = new Set<string>();
  const results = new ResultMemory();
  const rebuild = () => rebuildSteps(options, sources);
  const chooser = new BackendChooser(() => loadAddon(options, sources, options.load));
  const limits = limitsOf(options);

  function transform<Columns, Result extends Vector | Table>(
    description: TransformDescription,
  ): Transform<Columns, Result> {
    sources.add(description.source);
    if (description.unicode !== undefined) checkUnicodeVersion(description.name, description.unicode);
    if (takesLines(description)) {
      const choose = (asked: Backend | undefined) => chooser.choose(asked);
      return lineCalls(description, { choose, compute, ...limits }) as unknown as Transform<Columns, Result>;
    }
    const computed = computedPart(description);
    const declared = { ...description, input: passedColumns(description) };
    /** Returns the options with which a counting pass is computed. */
    const countOptions = (
      pass: TransformDescription,
      { params, valuesInErrors, memory }: CountOptions,
      failed: FailedRows,
    ) => ({
      params: checkParams(pass, params, { valuesInErrors }),
      valuesInErrors,
      failed,
      memory,
    });
    const count = (
      rows: InputRows,
      before: Totals,
      chosen: ChosenBackend,
      options: CountOptions,
      signal: AbortSignal | undefined,
    ) =>
      countRows(description, rows, before, options.memory, (pass, counted, failed) =>
        compute(chosen, computedPart(pass), counted, countOptions(pass, options, failed), signal),
      );
    const call = namingColumns(description.name, async (passed: unknown, given?: unknown): Promise<unknown> => {
      const checked = checkOptions(description.name, given, callOptions, description.params);
      const { backend, signal, copyInputs = false, valuesInErrors = true, onError, out } = checked;
      const params = checkParams(description, checked.params, { valuesInErrors });
      const failed = failedRows(description, checked);
      const beside = <Made>(result: Made) => (onError === 'collect' && failed ? failed.beside(result) : result);
      const memory = new MemoryBudget(description.name);
      signal?.throwIfAborted();
      const input = readIpc(description.name, passed);
      if (isDeviceTable(input)) {
        if (out !== undefined) {
          throw new OptionError(
            `${description.name}: option out is for results in memory of this process, not on a device.`,
          );
        }
        return beside(
          await runResident({
            transform: description,
            table: input,
            owner,
            options: checked,
            params,
            failed,
            memory,
            ...limits,
          }),
        );
      }
      const chosen = chooser.choose(backend);
      const borrowed = readInput(declared, input, { copyInputs, valuesInErrors, memory });
      const lent = out === undefined ? undefined : results.lend(description, out, borrowed);
      try {
        // Without counted stages the event loop does not turn before the input is borrowed.
        const rows =
          description.counts === undefined
            ? borrowed
            : (await count(borrowed, [], chosen, { params: checked.params, valuesInErrors, memory }, signal)).rows;
        const evaluateOptions = { params, valuesInErrors, failed, memory };
        const chunks = await compute(chosen, computed, rows, evaluateOptions, signal, lent?.chunks);
        const own = chunks.map((chunk) => ownColumns(computed, chunk));
        return beside(results.keep(assemble(description, chunks, memory), description, own));
      } catch (error) {
        throw memory.explain(error);
      } finally {
        lent?.giveBack();
      }
    });
    const reference = namingColumns(description.name, (passed: unknown, given?: unknown): unknown => {
      const input = readIpc(description.name, passed);
      if (isDeviceTable(input)) {
        throw new DeviceError(
          `${description.name}.reference runs on this thread, over memory of the host: pass await table.toArrow().`,
        );
      }
      const checked = checkOptions(`${description.name}.reference`, given, referenceOptions, description.params);
      const { copyInputs = false, valuesInErrors = true, onError } = checked;
      const params = checkParams(description, checked.params, { valuesInErrors });
      const failed = failedRows(description, checked);
      const memory = new MemoryBudget(`${description.name}.reference`);
      const borrowed = readInput(declared, input, { copyInputs, valuesInErrors, memory });
      const counting = { params: checked.params, valuesInErrors, memory };
      try {
        const rows = countRowsNow(description, borrowed, memory, (pass, counted, lost) =>
          evaluateNow(computedPart(pass), counted, countOptions(pass, counting, lost)),
        );
        const evaluateOptions = { params, valuesInErrors, failed, memory, ...limits };
        const result = assemble(description, evaluateNow(computed, rows, evaluateOptions), memory);
        return onError === 'collect' && failed ? failed.beside(result) : result;
      } catch (error) {
        throw memory.explain(error);
      }
    });
    Object.defineProperty(call, 'name', { value: description.name });
    return Object.assign(call, {
      reference,
      stream: (source: unknown, given?: unknown) =>
        transformStream(description, source, given, {
          choose: (asked) => chooser.choose(asked),
          count,
          compute: (chosen, rows, evaluateOptions, signal) => compute(chosen, computed, rows, evaluateOptions, signal),
        }),
      input: declared.input,
      params: description.params ?? [],
      output: description.output,
    }) as Transform<Columns, Result>;
  }

  function aggregate<Columns, Result extends Table>(description: AggregateDescription): Aggregation<Columns, Result> {
    sources.add(description.source);
    if (description.unicode !== undefined) checkUnicodeVersion(description.name, description.unicode);
    return aggregateCalls(description, { chooser, rebuild, ...limits }) as unknown as Aggregation<Columns, Result>;
  }

  const owner = {};
  const storages = new Storages(
    owner,
    async (rows, { transform, backend, params, valuesInErrors, failed, signal, memory, ...limited }) => {
      const evaluateOptions = { params, valuesInErrors, failed, memory, ...limitsOf(limited) };
      return backend === 'cpu'
        ? runOn(chooser.require(backend), transform, rows, evaluateOptions, signal, undefined)
        : evaluateInTurns(transform, rows, evaluateOptions, signal);
    },
  );

  const toDevice = namingColumns('toDevice', async (input: unknown, given?: ToDeviceOptions) => {
    const checked = checkOptions('toDevice', given, toDeviceOptions);
    checked.signal?.throwIfAborted();
    const chosen = chooser.choose(checked.backend);
    if (chosen.backend !== 'js') applyConfiguration(chosen.addon);
    return copyToDevice(readIpc('toDevice', input), checked, chosen, storages);
  });

  function compute(
    chosen: ChosenBackend,
    description: ComputedTransform,
    rows: PieceSource,
    evaluateOptions: EvaluateOptions,
    signal: AbortSignal | undefined,
    reuse?: readonly ResultChunk[],
  ): Promise<ResultChunk[]> {
    const limited = { ...evaluateOptions, ...limits };
    return chosen.backend === 'js'
      ? evaluateInTurns(description, rows, limited, signal)
      : runOn(chosen, description, rows, limited, signal, reuse);
  }

  async function runOn(
    chosen: Exclude<ChosenBackend, { backend: 'js' }>,
    description: ComputedTransform,
    rows: PieceSource,
    evaluateOptions: EvaluateOptions,
    signal: AbortSignal | undefined,
    reuse: readonly ResultChunk[] | undefined,
  ): Promise<ResultChunk[]> {
    const { addon, backend } = chosen;
    if (!addon.transforms.includes(description.name)) {
      throw new BuildError(
        `The addon has no transform ${description.name}: it was built before that was added. Run ${rebuild()}.`,
      );
    }
    applyConfiguration(addon);
    return runNative({ addon, backend, transform: description, rows, signal, reuse, ...evaluateOptions });
  }

  return {
    transform,
    aggregate,
    toDevice: toDevice as ToDevice,
    backend: () => {
      const { backend, reason } = chooser.choose();
      return { backend, reason };
    },
  };
}

/** The options of a call that its counting passes need. */
interface CountOptions {
  readonly params: object | undefined;
  readonly valuesInErrors: boolean;
  readonly memory: MemoryBudget;
}

/** Evaluates on the js backend, which shares the thread: the event loop turns between rows. */
async function evaluateInTurns(
  description: ComputedTransform,
  rows: PieceSource,
  options: EvaluateOptions,
  signal: AbortSignal | undefined,
): Promise<ResultChunk[]> {
  try {
    return await inTurns(evaluate(description, rows, options), signal);
  } catch (error) {
    throw options.memory.explain(error);
  }
}
