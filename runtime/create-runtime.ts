import type { Table, Vector } from 'apache-arrow';
import { aggregateCalls } from './aggregate/aggregate-calls.js';
import { rebuildSteps } from './backend/addon-advice.js';
import { checkInterface } from './backend/check-interface.js';
import { type BackendChoice, BackendChooser } from './backend/choose-backend.js';
import { type AddonExpectation, type AddonLoader, loadAddon } from './backend/load-addon.js';
import { Pipeline } from './call/pipeline.js';
import { type TransformRuntime, transformCalls } from './call/transform-calls.js';
import { type ChunkLimits, limitsOf } from './chunk-limits.js';
import { namingColumns } from './columns/naming-columns.js';
import type { Aggregation, Transform } from './columns/transform-types.js';
import { applyConfiguration } from './configure.js';
import { type AggregateDescription, type TransformDescription, takesLines } from './description.js';
import { copyToDevice, Storages, type ToDevice } from './device/to-device.js';
import { readIpc } from './input/ipc-bytes.js';
import { lineCalls } from './lines/line-calls.js';
import { checkOptions, type ToDeviceOptions } from './options.js';
import { ResultMemory } from './output/result-memory.js';
import { checkUnicodeVersion } from './unicode-version.js';

/**
 * The facts that generated code passes about itself.
 *
 * @internal
 */
export interface RuntimeOptions extends AddonExpectation, ChunkLimits {
  /** Replaces the loading of the addon's file, for tests. */
  readonly load?: AddonLoader;
}

/**
 * The runtime of one generated folder.
 *
 * @internal
 */
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
 * @internal
 */
export function createRuntime(options: RuntimeOptions): Runtime {
  checkInterface(options);
  const sources = new Set<string>();
  const chooser = new BackendChooser(() => loadAddon(options, sources, options.load));
  const runtime: TransformRuntime = {
    chooser,
    rebuild: () => rebuildSteps(options, sources),
    owner: {},
    results: new ResultMemory(),
    ...limitsOf(options),
  };

  function register({ name, source, unicode }: TransformDescription): void {
    sources.add(source);
    if (unicode !== undefined) checkUnicodeVersion(name, unicode);
  }

  return {
    transform<Columns, Result extends Vector | Table>(description: TransformDescription) {
      register(description);
      const calls = takesLines(description) ? lineCalls(description, runtime) : transformCalls(description, runtime);
      return calls as unknown as Transform<Columns, Result>;
    },
    aggregate<Columns, Result extends Table>(description: AggregateDescription) {
      register(description);
      return aggregateCalls(description, runtime) as unknown as Aggregation<Columns, Result>;
    },
    toDevice: toDeviceOf(runtime),
    backend: () => {
      const { backend, reason } = chooser.choose();
      return { backend, reason };
    },
  };
}

/** Makes the `toDevice` of a runtime. */
function toDeviceOf({ chooser, owner, rebuild }: TransformRuntime): ToDevice {
  const storages = new Storages(owner, (rows, { transform, backend, ...run }) => {
    const pipeline = new Pipeline(transform, { rebuild, ...limitsOf(run) });
    const chosen =
      backend === 'cpu' ? chooser.require(backend) : ({ backend: 'js', reason: 'the device table is there' } as const);
    return pipeline.on(chosen)(rows, run);
  });
  const toDevice = namingColumns('toDevice', async (input: unknown, given?: ToDeviceOptions) => {
    const checked = checkOptions('toDevice', given, 'toDevice');
    checked.signal?.throwIfAborted();
    const chosen = chooser.choose(checked.backend);
    if (chosen.backend !== 'js') applyConfiguration(chosen.addon);
    return copyToDevice(readIpc('toDevice', input), checked, chosen, storages);
  });
  return toDevice as ToDevice;
}
