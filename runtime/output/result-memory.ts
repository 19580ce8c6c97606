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

/** Returns its argument. As a base class it makes a subclass add its private fields to that object. */
function given(object: object): object {
  return object;
}

/**
 * The transform and the chunks of a result, in a private field of the result. In a WeakMap, the memory of each result would stay until
 * the next collection of old objects, because V8 takes the values of an old map as reachable when it collects young objects. Calls would
 * then get fresh pages instead of those of results before them: 95 of 165 µs for 10,000 doubles.
 */
class Origin extends (given as unknown as new (result: object) => object) {
  readonly #transform: TransformDescription;
  readonly #chunks: readonly ResultChunk[];

  constructor(result: object, transform: TransformDescription, chunks: readonly ResultChunk[]) {
    super(result);
    this.#transform = transform;
    this.#chunks = chunks;
  }

  /** Returns the chunks of a result of this transform; undefined for anything else. */
  static chunksOf(result: object, transform: TransformDescription): readonly ResultChunk[] | undefined {
    return #chunks in result && result.#transform === transform ? result.#chunks : undefined;
  }
}

/** Knows the memory of every result that is still reachable, and lends it to calls with the option `out`. */
export class ResultMemory {
  readonly #lent = new WeakSet<ArrayBufferLike>();

  /** Remembers the chunks of a result. */
  keep<Result extends object>(result: Result, transform: TransformDescription, chunks: readonly ResultChunk[]): Result {
    new Origin(result, transform, chunks);
    return result;
  }

  /**
   * Lends the memory of a result to a call.
   *
   * @throws OptionError when `out` is not a result of the transform, is in use, or shares memory with the input
   */
  lend(transform: TransformDescription, out: object, rows: InputRows): LentMemory {
    const chunks = Origin.chunksOf(out, transform);
    if (chunks === undefined) {
      throw new OptionError(
        `${transform.name}: option out must be an earlier result of ${transform.name}, as it was returned: ` +
          'not a slice or a copy of one, nor something else.',
      );
    }
    const memory = new Set(buffersOf(chunks));
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
      chunks,
      giveBack: () => {
        for (const buffer of memory) this.#lent.delete(buffer);
      },
    };
  }
}
