import type { CallWatch } from '../call/watch-call.js';
import type { InputColumn } from '../description.js';
import type { Piece } from '../input/piece.js';
import type { OnRead } from '../lines/line-pieces.js';
import type { PartedText } from '../lines/text-parts.js';
import type { ResultChunk } from '../output/result-columns.js';
import type { RunningAggregate } from './running-aggregate.js';

/** An aggregate whose call is watched. */
export class WatchedAggregate implements RunningAggregate {
  readonly #running: RunningAggregate;
  readonly #input: readonly InputColumn[];
  readonly #watch: CallWatch;

  constructor(running: RunningAggregate, input: readonly InputColumn[], watch: CallWatch) {
    this.#running = running;
    this.#input = input;
    this.#watch = watch;
  }

  get backend() {
    return this.#running.backend;
  }

  add(piece: Piece): Promise<void> {
    this.#watch.readPiece(this.#input, piece);
    return this.#running.add(piece);
  }

  async addText(text: PartedText, onRead: OnRead): Promise<number> {
    let known = 0;
    const rows = await this.#running.addText(text, (bytes, rows) => {
      this.#watch.read(rows - known, bytes);
      known = rows;
      onRead(bytes, rows);
    });
    // The last line may end with the text.
    this.#watch.read(rows - known, 0);
    return rows;
  }

  async result(): Promise<readonly ResultChunk[]> {
    const chunks = await this.#running.result();
    this.#watch.wrote(chunks);
    return chunks;
  }

  release(): void {
    this.#watch.backend = this.#running.backend;
    this.#running.release();
  }
}
