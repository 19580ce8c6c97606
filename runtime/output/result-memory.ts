import type { TransformDescription } from '../description.js';
import { OptionError } from '../errors.js';
import type { InputRows } from '../input/input-rows.js';
import { buffersOf, type ResultChunk } from './result-columns.js';

/** The memory of an earlier result, which one call may overwrite. */
export interface LentMemory {
  /** The chunks of the earlier result, in order. */
  readonly chunks: readonly ResultChunk[];
  /** Ends the loan when the call is over. */
  giveBack(): void;
}

interface Kept {
  readonly transform: TransformDescription;
  readonly chunks: readonly ResultChunk[];
}

/** Knows the memory of every result that is still reachable, and lends it to calls with the option `out`. */
export class ResultMemory {
  readonly #results = new WeakMap<object, Kept>();
  readonly #lent = new WeakSet<ArrayBufferLike>();

  /** Remembers the chunks of a result. */
  keep<Result extends object>(result: Result, transform: TransformDescription, chunks: readonly ResultChunk[]): Result {
    this.#results.set(result, { transform, chunks });
    return result;
  }

  /**
   * Lends the memory of a result to a call.
   *
   * @throws OptionError when `out` is not a result of the transform, is in use, or shares memory with the input
   */
  lend(transform: TransformDescription, out: object, rows: InputRows): LentMemory {
    const kept = this.#results.get(out);
    if (kept?.transform !== transform) {
      throw new OptionError(
        `${transform.name}: option out must be an earlier result of ${transform.name}, as it was returned: ` +
          'not a slice or a copy of one, nor something else.',
      );
    }
    const memory = new Set(buffersOf(kept.chunks));
    if (rows.borrows(memory)) {
      throw new OptionError(
        `${transform.name}: option out shares memory with the input, which would be overwritten while it is read. Pass another result, or { copyInputs: true }.`,
      );
    }
    if ([...memory].some((buffer) => this.#lent.has(buffer))) {
      throw new OptionError(
        `${transform.name}: option out is in use by another call. Await that call first, or give each call a result of its own.`,
      );
    }
    for (const buffer of memory) this.#lent.add(buffer);
    return {
      chunks: kept.chunks,
      giveBack: () => {
        for (const buffer of memory) this.#lent.delete(buffer);
      },
    };
  }
}
