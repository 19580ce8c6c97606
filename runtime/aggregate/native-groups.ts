import type { Addon } from '../backend/addon.js';
import { codeOf, guard, tooLarge } from '../backend/native-failures.js';
import { applyConfiguration } from '../configure.js';
import { type AggregateDescription, takesLines } from '../description.js';
import { DeviceError } from '../errors.js';
import type { FailedRows } from '../faults/failed-rows.js';
import type { Fault } from '../faults/faults.js';
import { reducedRowError, reduceFailureOf } from '../faults/reduce-failure.js';
import type { LineCut } from '../lines/cut-lines.js';
import type { MemoryBudget } from '../memory-budget.js';
import type { Params } from '../params.js';
import { RowFailures } from '../reference/row-failure.js';

/** A call of an aggregate on a native backend. */
export interface AggregateCall {
  readonly addon: Addon;
  readonly backend: 'cpu' | 'cuda';
  /** True if the call asks for this backend, so that another one is an error. */
  readonly isAsked: boolean;
  readonly transform: AggregateDescription;
  /** The cut of a text into lines, for an aggregate of lines. */
  readonly cut: LineCut;
  readonly params: Params;
  readonly valuesInErrors: boolean;
  readonly signal: AbortSignal | undefined;
  /** Takes the rows that fail; undefined if the first of them ends the call. */
  readonly failed: FailedRows | undefined;
  readonly memory: MemoryBudget;
}

/** The message for groups that 32-bit offsets cannot address. */
export const groupsTooLarge =
  'the groups have more rows, or more bytes of text in a column, than the 2^31 - 1 that 32-bit offsets reach. Group by fewer values, or collect less.';

/** The native groups of one call, on the backend that can hold them. */
export class NativeGroups {
  #call: AggregateCall;
  #handle: object | undefined;
  readonly #release = () => {
    if (this.#handle !== undefined) this.#call.addon.releaseAggregation(this.#handle);
  };

  constructor(call: AggregateCall) {
    applyConfiguration(call.addon);
    this.#call = call;
    call.signal?.addEventListener('abort', this.#release, { once: true });
  }

  /** The call. `begin` changes its backend to `cpu` if kernels cannot group. */
  get call(): AggregateCall {
    return this.#call;
  }

  /** Returns the handle of the groups, which the first call begins. `takes` is the input to come, which decides the backend. */
  begin(takes: 'rows' | 'text'): object {
    if (this.#handle !== undefined) return this.#handle;
    const { addon, transform } = this.#call;
    if (this.#call.backend === 'cuda' && this.#isForKernels(takes)) this.#handle = this.#onDevice();
    if (this.#handle === undefined) {
      if (this.#call.backend === 'cuda' && this.#call.isAsked && this.#call.failed === undefined)
        throw notOnDevice(transform.name);
      this.#call = { ...this.#call, backend: 'cpu' };
      this.#handle = addon.aggregation(transform.name, 'cpu');
    }
    return this.#handle;
  }

  /** True for text, whose lines kernels cut themselves, and for rows of columns if one that fails ends the call, as it ends kernels. */
  #isForKernels(takes: 'rows' | 'text'): boolean {
    const { transform, failed } = this.#call;
    return takes === 'text' || (!takesLines(transform) && failed === undefined);
  }

  /** Returns undefined if kernels have no such groups. */
  #onDevice(): object | undefined {
    const { addon, transform } = this.#call;
    try {
      return addon.aggregation(transform.name, 'cuda');
    } catch (error) {
      if (codeOf(error) === 'InvalidArgument') return undefined;
      throw error;
    }
  }

  /**
   * Awaits native work.
   *
   * @param whenTooLarge the message for a result that is too large
   * @throws the reason of the call's signal, DeviceError, MemoryError or InputChangedError
   */
  async guard<Result>(whenTooLarge: string, work: () => Promise<Result>): Promise<Result> {
    const { transform, signal } = this.#call;
    signal?.throwIfAborted();
    const result = await guard(this.#call, work);
    signal?.throwIfAborted();
    if (result !== tooLarge) return result;
    throw new DeviceError(`${transform.name}: ${whenTooLarge}`);
  }

  release(): void {
    this.#call.signal?.removeEventListener('abort', this.#release);
    this.#release();
  }
}

/** @throws RowError for a fault of a function of `reduce`, whose row is counted from `start` */
export function refuseReducedRow({ transform, valuesInErrors }: AggregateCall, fault: Fault, start: number): void {
  const failed = reduceFailureOf(fault, transform);
  if (failed === undefined) return;
  const unit = takesLines(transform) ? 'line' : 'row';
  throw reducedRowError(transform, fault.row, failed, new RowFailures(transform.name, start, valuesInErrors, unit));
}

function notOnDevice(name: string): DeviceError {
  return new DeviceError(
    `${name}: no kernels group these rows: \`rowfuse explain\` and docs/guides/aggregates.md say which there are. ` +
      "Pass { backend: 'cpu' }, or leave the backend open.",
  );
}
