import { limitsOf } from '../chunk-limits.js';
import { namingColumns, ofTransform } from '../columns/naming-columns.js';
import { computedPart, passedColumns, type TransformDescription } from '../description.js';
import { isDeviceTable } from '../device/device-table.js';
import { runResident } from '../device/run-resident.js';
import { DeviceError, OptionError } from '../errors.js';
import { type FailedRows, failedRows } from '../faults/failed-rows.js';
import { readIpc } from '../input/ipc-bytes.js';
import { readInput } from '../input/read-input.js';
import { MemoryBudget } from '../memory-budget.js';
import { type CheckedOptions, checkOptions } from '../options.js';
import { assemble } from '../output/assemble.js';
import type { ResultMemory } from '../output/result-memory.js';
import { checkParams } from '../params.js';
import { evaluateNow } from '../reference/evaluate.js';
import { transformStream } from '../stream/transform-stream.js';
import type { CallRuntime } from './call-runtime.js';
import { CountingPasses } from './count-rows.js';
import { Pipeline } from './pipeline.js';
import { watchCall } from './watch-call.js';

/** The parts of the runtime that transforms of columns use. */
export interface TransformRuntime extends CallRuntime {
  /** Stands for the runtime, to which device tables belong. */
  readonly owner: object;
  readonly results: ResultMemory;
}

/** Makes the functions that a generated module exports for a transform of columns. */
export function transformCalls(description: TransformDescription, runtime: TransformRuntime) {
  const { name, output, params: declaredParams = [] } = description;
  const { chooser, results } = runtime;
  const declared = { ...description, input: passedColumns(description) };
  const computed = computedPart(description);
  const pipeline = new Pipeline(computed, runtime);
  const counting = CountingPasses.of(description, runtime);
  const resident = { transform: description, owner: runtime.owner, ...limitsOf(runtime) };

  /** Checks everything about a call but its input. */
  function open(given: unknown) {
    const options = checkOptions(name, given, 'call', declaredParams);
    const { valuesInErrors = true, signal } = options;
    const params = checkParams(description, options.params, { valuesInErrors });
    const failed = failedRows(description, options);
    const memory = new MemoryBudget(name);
    signal?.throwIfAborted();
    return { options, params, failed, memory, valuesInErrors };
  }

  // One function, so that the path to the addon has at most four frames (test/runtime/call-frames.test.ts).
  async function call(passed: unknown, given?: unknown): Promise<unknown> {
    const watch = watchCall(name);
    try {
      const { options, params, failed, memory, valuesInErrors } = open(given);
      const { signal, copyInputs = false, out } = options;
      const input = readIpc(name, passed);
      if (isDeviceTable(input)) {
        if (out !== undefined) throw outOnDevice(name);
        const table = await runResident({ ...resident, table: input, options, params, failed, memory, watch });
        watch?.end();
        return beside(table, options, failed);
      }
      const chosen = chooser.choose(options.backend);
      if (watch !== undefined) watch.backend = chosen.backend;
      const borrowed = readInput(declared, input, { copyInputs, valuesInErrors, memory });
      const lent = out === undefined ? undefined : results.lend(description, out, borrowed);
      try {
        let rows = borrowed;
        if (counting !== undefined) {
          const countOptions = { params: options.params, valuesInErrors, memory, signal };
          rows = (await counting.count(borrowed, [], chosen, countOptions)).rows;
        }
        const watched = watch === undefined ? rows : watch.reading(declared.input, rows);
        const computeOptions = { params, valuesInErrors, failed, memory, signal, reuse: lent?.chunks };
        const chunks = await pipeline.on(chosen)(watched, computeOptions);
        const own = pipeline.own(chunks);
        const result = results.keep(assemble(description, chunks, memory), description, own);
        watch?.wrote(own);
        watch?.end();
        return beside(result, options, failed);
      } catch (error) {
        throw memory.explain(error);
      } finally {
        lent?.giveBack();
      }
    } catch (cause) {
      const error = ofTransform(cause, name);
      watch?.end(error);
      throw error;
    }
  }

  const reference = namingColumns(name, (passed: unknown, given?: unknown): unknown => {
    const caller = `${name}.reference`;
    const input = readIpc(name, passed);
    if (isDeviceTable(input)) {
      throw new DeviceError(`${caller} runs on this thread, over memory of the host: pass await table.toArrow().`);
    }
    const options = checkOptions(caller, given, 'reference', declaredParams);
    const { copyInputs = false, valuesInErrors = true } = options;
    const params = checkParams(description, options.params, { valuesInErrors });
    const failed = failedRows(description, options);
    const memory = new MemoryBudget(caller);
    const borrowed = readInput(declared, input, { copyInputs, valuesInErrors, memory });
    const countOptions = { params: options.params, valuesInErrors, memory, signal: undefined };
    try {
      const rows = counting === undefined ? borrowed : counting.countNow(borrowed, countOptions);
      const chunks = evaluateNow(computed, rows, { params, valuesInErrors, failed, memory, ...limitsOf(runtime) });
      return beside(assemble(description, chunks, memory), options, failed);
    } catch (error) {
      throw memory.explain(error);
    }
  });

  const stream = (source: unknown, given?: unknown) =>
    transformStream({ description, chooser, pipeline, counting }, source, given);

  Object.defineProperty(call, 'name', { value: name });
  return Object.assign(call, { reference, stream, input: declared.input, params: declaredParams, output });
}

/** Returns a result as the call returns it, with the errors of rows beside it if these are collected. */
function beside<Result>(result: Result, { onError }: CheckedOptions, failed: FailedRows | undefined) {
  return onError === 'collect' && failed ? failed.beside(result) : result;
}

function outOnDevice(name: string): OptionError {
  return new OptionError(`${name}: option out is for results in memory of this process, not on a device.`);
}
