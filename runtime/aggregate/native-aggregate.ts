import { reducedGroupError, reduceFailureOf } from '../faults/reduce-failure.js';
import type { Piece } from '../input/piece.js';
import type { OnRead } from '../lines/line-pieces.js';
import type { PartedText } from '../lines/text-parts.js';
import { allocatedChunk } from '../output/allocated-chunk.js';
import { listConversion, nativeOutputs } from '../output/raise-lists.js';
import { bytesOf, type ResultChunk } from '../output/result-columns.js';
import { rowReader, sumOutOfRange } from '../reference/group/aggregate-rows.js';
import { RowFailures } from '../reference/row-failure.js';
import { addPiece } from './group-pieces.js';
import { addText } from './group-text.js';
import { type AggregateCall, groupsTooLarge, NativeGroups } from './native-groups.js';
import type { RunningAggregate } from './running-aggregate.js';

/** An aggregate on a native backend, whose threads, or kernels, group the rows. */
export class NativeAggregate implements RunningAggregate {
  readonly #groups: NativeGroups;

  constructor(call: AggregateCall) {
    this.#groups = new NativeGroups(call);
  }

  get backend() {
    return this.#groups.call.backend;
  }

  add(piece: Piece): Promise<void> {
    return addPiece(this.#groups, piece);
  }

  addText(text: PartedText, onRead: OnRead): Promise<number> {
    return addText(this.#groups, text, onRead);
  }

  /** @throws GroupError for a group that has no result */
  async result(): Promise<readonly ResultChunk[]> {
    const { addon, transform, valuesInErrors, memory } = this.#groups.call;
    const { output } = transform.grouping;
    const handle = this.#groups.begin('text');
    const evaluated = await this.#groups.guard(groupsTooLarge, () => addon.groups(handle, memory.left));
    memory.countNative(0);
    const { rows = 0, fault } = evaluated;
    const written = allocatedChunk(nativeOutputs(output), evaluated, rows);
    memory.settle(memory.used, bytesOf([written]));
    const chunk = listConversion(output)?.raise(written, memory) ?? written;
    if (fault === undefined || fault.code === 0) return rows === 0 ? [] : [chunk];
    const values = rowReader(output, chunk, new RowFailures(transform.name, 0, valuesInErrors))(fault.row);
    const failed = reduceFailureOf(fault, transform);
    if (failed !== undefined) throw reducedGroupError(transform, values, failed, valuesInErrors);
    throw sumOutOfRange(transform.name, transform.grouping, fault.column, values, { valuesInErrors });
  }

  release(): void {
    this.#groups.release();
  }
}
