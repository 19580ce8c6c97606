import type { ChosenBackend } from '../backend/choose-backend.js';
import type { ComputeOptions } from '../backend/compute.js';
import { type ComputedTransform, computedPart, type TransformDescription } from '../description.js';
import { FailedRows } from '../faults/failed-rows.js';
import type { InputRows } from '../input/input-rows.js';
import type { MemoryBudget } from '../memory-budget.js';
import { bytesOf, type ResultChunk } from '../output/result-columns.js';
import { checkParams } from '../params.js';
import { evaluateNow } from '../reference/evaluate.js';
import { isValue } from '../values/bitmap.js';
import type { CallRuntime } from './call-runtime.js';
import { Pipeline } from './pipeline.js';

/** The options of a call that its counting passes need. */
export interface CountOptions {
  readonly params: object | undefined;
  readonly valuesInErrors: boolean;
  readonly memory: MemoryBudget;
  readonly signal: AbortSignal | undefined;
}

/** The number of rows that have reached each counted stage of a pipe, over all inputs so far. */
export type Totals = readonly number[];

/** A pass that counts the rows of one stage. */
interface CountingPass {
  readonly transform: ComputedTransform;
  readonly pipeline: Pipeline;
}

/**
 * The passes before a pipe that counts rows. Each counted stage adds a column: the number of rows that reached the stage before each row's
 * own. Passes count, and this sums. A row that fails in a pass has no count there. It fails again in the next pass, which reports it.
 */
export class CountingPasses {
  readonly #passes: readonly CountingPass[];

  private constructor(passes: readonly CountingPass[]) {
    this.#passes = passes;
  }

  /** Prepares the passes of a transform; returns undefined if it counts no stage. */
  static of({ counts }: TransformDescription, runtime: Omit<CallRuntime, 'chooser'>): CountingPasses | undefined {
    if (counts === undefined) return undefined;
    return new CountingPasses(
      counts.map((pass) => {
        const transform = computedPart(pass);
        return { transform, pipeline: new Pipeline(transform, runtime) };
      }),
    );
  }

  /**
   * Adds the columns.
   *
   * @param before the totals of the inputs before this one
   */
  async count(
    given: InputRows,
    before: Totals,
    chosen: ChosenBackend,
    options: CountOptions,
  ): Promise<{ readonly rows: InputRows; readonly totals: Totals }> {
    let rows = given;
    const totals: number[] = [];
    for (const [index, { transform, pipeline }] of this.#passes.entries()) {
      const sums = new SumsBefore(given.length, before[index] ?? 0, options.memory);
      const passOptions = optionsOf(transform, options);
      sums.addAll(await pipeline.on(chosen)(rows, passOptions));
      rows = rows.withNumbers(sums.values);
      totals.push(sums.total);
    }
    return { rows, totals };
  }

  /** Does the same as {@link count} for one input, at once. */
  countNow(given: InputRows, options: CountOptions): InputRows {
    return this.#passes.reduce((rows, { transform }) => {
      const sums = new SumsBefore(given.length, 0, options.memory);
      sums.addAll(evaluateNow(transform, rows, optionsOf(transform, options)));
      return rows.withNumbers(sums.values);
    }, given);
  }
}

function optionsOf(pass: TransformDescription, options: CountOptions): ComputeOptions {
  const { valuesInErrors, memory, signal } = options;
  const params = checkParams(pass, options.params, { valuesInErrors });
  return { params, valuesInErrors, failed: new FailedRows(0), memory, signal };
}

class SumsBefore {
  readonly values: Float64Array;
  total: number;
  readonly #memory: MemoryBudget;
  #rows = 0;

  constructor(length: number, start: number, memory: MemoryBudget) {
    memory.take(8 * length);
    this.values = new Float64Array(length);
    this.total = start;
    this.#memory = memory;
  }

  /** Adds the counts of all rows, and gives their memory back. */
  addAll(chunks: readonly ResultChunk[]): void {
    for (const chunk of chunks) this.#add(chunk);
    this.#memory.give(bytesOf(chunks));
  }

  #add({ length, columns: [column] }: ResultChunk): void {
    if (column === undefined) return;
    const { values, validity, nullCount } = column;
    const counts = new Float64Array(values.buffer, values.byteOffset, length);
    const valid = nullCount > 0 && validity !== undefined ? { bits: validity, offset: 0 } : undefined;
    for (let row = 0; row < length; row += 1) {
      this.values[this.#rows] = this.total;
      this.#rows += 1;
      if (isValue(valid, row)) this.total += counts[row] ?? 0;
    }
  }
}
