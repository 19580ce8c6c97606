import type { AggregateDescription } from '../description.js';
import type { Piece } from '../input/piece.js';
import type { LineCut } from '../lines/cut-lines.js';
import { linePieces, type OnRead } from '../lines/line-pieces.js';
import type { PartedText } from '../lines/text-parts.js';
import type { MemoryBudget } from '../memory-budget.js';
import type { Backend } from '../options.js';
import type { ResultChunk } from '../output/result-columns.js';
import { inTurns } from '../pace.js';
import type { EvaluateOptions } from '../reference/evaluate.js';
import { AggregatedRows } from '../reference/group/aggregate-rows.js';

/** An aggregate during a call, on one of the backends. */
export interface RunningAggregate {
  /** The backend that groups the rows. The input may decide it. */
  readonly backend: Backend;
  /** Adds rows. Pieces must be added one after the other. Their memory is borrowed until the promise settles. */
  add(piece: Piece): Promise<void>;
  /** Adds the lines of a text that is not in memory as a column. Returns their number. */
  addText(text: PartedText, onRead: OnRead): Promise<number>;
  /** Returns the groups of all rows. */
  result(): Promise<readonly ResultChunk[]>;
  /** Frees everything that the aggregate holds, whether the call succeeded or not. */
  release(): void;
}

/** An aggregate on the js backend. It shares the thread, so the event loop turns between rows. */
export class ReferenceAggregate implements RunningAggregate {
  readonly backend = 'js';
  readonly #rows: AggregatedRows;
  readonly #memory: MemoryBudget;
  readonly #cut: LineCut;
  readonly #signal: AbortSignal | undefined;

  constructor(
    description: AggregateDescription,
    options: EvaluateOptions,
    cut: LineCut,
    signal: AbortSignal | undefined,
  ) {
    this.#memory = options.memory;
    this.#rows = new AggregatedRows(description, options);
    this.#cut = cut;
    this.#signal = signal;
  }

  async add(piece: Piece): Promise<void> {
    await this.#inTurns(this.#rows.add(piece));
  }

  async addText(text: PartedText, onRead: OnRead): Promise<number> {
    let rows = 0;
    for await (const piece of linePieces(this.#cut, text, this.#signal, onRead)) {
      await this.add(piece);
      rows += piece.length;
    }
    return rows;
  }

  async result(): Promise<readonly ResultChunk[]> {
    return this.#inTurns(this.#rows.result());
  }

  async #inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
    try {
      return await inTurns(work, this.#signal);
    } catch (error) {
      throw this.#memory.explain(error);
    }
  }

  release(): void {}
}
