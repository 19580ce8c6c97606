import type { ChosenBackend } from '../backend/choose-backend.js';
import type { Compute } from '../backend/compute.js';
import { nativeRunner } from '../backend/run-native.js';
import { limitsOf } from '../chunk-limits.js';
import { applyConfiguration } from '../configure.js';
import type { ComputedTransform } from '../description.js';
import { BuildError } from '../errors.js';
import type { ResultChunk } from '../output/result-columns.js';
import { type SharedColumns, sharedColumns } from '../output/shared-columns.js';
import { inTurns } from '../pace.js';
import { evaluate } from '../reference/evaluate.js';
import type { CallRuntime } from './call-runtime.js';

/** The computation of one transform, prepared for each backend when that is first used. A runtime has one addon. */
export class Pipeline {
  readonly #transform: ComputedTransform;
  readonly #runtime: Omit<CallRuntime, 'chooser'>;
  readonly #js: Compute;
  readonly #shared: SharedColumns | undefined;
  readonly #native: { cpu?: Compute; cuda?: Compute } = {};

  constructor(transform: ComputedTransform, runtime: Omit<CallRuntime, 'chooser'>) {
    this.#transform = transform;
    this.#runtime = runtime;
    this.#js = evaluatesInTurns(transform, runtime);
    this.#shared = sharedColumns(transform);
  }

  /** Returns the chunks of a result without the columns that it shares with the input. */
  own(chunks: readonly ResultChunk[]): readonly ResultChunk[] {
    const shared = this.#shared;
    return shared === undefined ? chunks : chunks.map((chunk) => shared.remove(chunk));
  }

  /**
   * Returns the computation on a backend.
   *
   * @throws BuildError if the addon lacks the transform
   */
  on(chosen: ChosenBackend): Compute {
    if (chosen.backend === 'js') return this.#js;
    const { addon, backend } = chosen;
    const { name } = this.#transform;
    if (!addon.transforms.includes(name)) {
      throw new BuildError(
        `The addon has no transform ${name}: it was built before that was added. Run ${this.#runtime.rebuild()}.`,
      );
    }
    applyConfiguration(addon);
    this.#native[backend] ??= nativeRunner(this.#transform, addon, backend, this.#runtime);
    return this.#native[backend];
  }
}

/** Evaluates on the js backend, which shares the thread: the event loop turns between rows. */
function evaluatesInTurns(transform: ComputedTransform, runtime: Omit<CallRuntime, 'chooser'>): Compute {
  const limits = limitsOf(runtime);
  return async (rows, options) => {
    try {
      return await inTurns(evaluate(transform, rows, { ...options, ...limits }), options.signal);
    } catch (error) {
      throw options.memory.explain(error);
    }
  };
}
