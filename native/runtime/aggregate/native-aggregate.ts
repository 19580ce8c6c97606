import type { Addon, LineFault } from '../backend/addon.js';
import { codeOf, guard, tooLarge } from '../backend/native-failures.js';
import { runWithoutFailures } from '../backend/run-without-failures.js';
import { applyConfiguration } from '../configure.js';
import { type AggregateDescription, groupsInBlocks, takesLines } from '../description.js';
import { DeviceError, FileError, InputChangedError, RowError } from '../errors.js';
import { explainFault } from '../faults/explain-fault.js';
import type { FailedRows } from '../faults/failed-rows.js';
import { type Fault, malformedIndex } from '../faults/faults.js';
import { reducedGroupError, reducedRowError, reduceFailureOf } from '../faults/reduce-failure.js';
import { firstUnsound, markUnsound } from '../input/checks/unsound-rows.js';
import { maxTextBytes } from '../input/chunks/chunk.js';
import { cutPiece } from '../input/cut-piece.js';
import type { Piece } from '../input/piece.js';
import { spreadPiece } from '../input/spread-out.js';
import { ByteOrderMark } from '../lines/byte-order-mark.js';
import { type LineCut, lineBuffers } from '../lines/cut-lines.js';
import { separatorBytes } from '../lines/line-ends.js';
import { linePieces, type OnRead } from '../lines/line-pieces.js';
import { asFileError, stateOf, type TextFile } from '../lines/text-file.js';
import { type PartedText, textParts } from '../lines/text-parts.js';
import type { MemoryBudget } from '../memory-budget.js';
import { emittedChunk } from '../output/emitted-chunk.js';
import { nativeOutputs, raiseLists } from '../output/raise-lists.js';
import { bytesOf, type ResultChunk } from '../output/result-columns.js';
import { nativeInputs, type Params } from '../params.js';
import { rowReader, sumOutOfRange } from '../reference/group/aggregate-rows.js';
import { RowFailures } from '../reference/row-failure.js';
import type { RunningAggregate } from './running-aggregate.js';

/** A call of an aggregate on a native backend. */
export interface AggregateCall {
  readonly addon: Addon;
  readonly backend: 'cpu' | 'cuda';
  /** Whether the call insists on it. */
  readonly isAsked: boolean;
  readonly transform: AggregateDescription;
  /** How the lines of a text are cut that is one. */
  readonly cut: LineCut;
  readonly params: Params;
  readonly valuesInErrors: boolean;
  readonly signal: AbortSignal | undefined;
  /** Takes the rows that fail; undefined where the first of them ends the call. */
  readonly failed: FailedRows | undefined;
  readonly memory: MemoryBudget;
}

const groupsTooLarge =
  'the groups have more rows, or more bytes of text in a column, than the 2^31 - 1 that 32-bit offsets reach. Group by fewer values, or collect less.';

const lineTooLong =
  'a line takes more than the 2^31 - 1 bytes that utf8 can address. Check that this is the text, and its separator: lines({ separator }).';

/** Bytes of a file that are read at a time where its rows are grouped in blocks: some for each thread. */
const blocksBytes = 2 ** 25;

/** Milliseconds between two looks at how far a file has been read. */
const progressInterval = 100;

/** An aggregate on a native backend, whose threads group what they are given. */
export class NativeAggregate implements RunningAggregate {
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

  /** The native groups, begun when it is known what they are going to be given. */
  #begin(takes: 'rows' | 'text'): object {
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

  /** Kernels cut lines themselves, and rows that fail end what they do. */
  #isForKernels(takes: 'rows' | 'text'): boolean {
    const { transform, failed } = this.#call;
    return takes === 'text' || (!takesLines(transform) && failed === undefined);
  }

  /** Undefined where kernels have no such groups. */
  #onDevice(): object | undefined {
    const { addon, transform } = this.#call;
    try {
      return addon.aggregation(transform.name, 'cuda');
    } catch (error) {
      if (codeOf(error) === 'InvalidArgument') return undefined;
      throw error;
    }
  }

  async add(piece: Piece): Promise<void> {
    const { memory } = this.#call;
    const before = memory.used;
    await this.#add(piece);
    memory.settle(before, 0);
  }

  async #add(piece: Piece): Promise<void> {
    const { addon, transform, params, failed, memory } = this.#call;
    if (failed === undefined) return this.#group(piece);
    memory.take(piece.length);
    const codes = new Uint8Array(piece.length);
    piece.verify();
    const inputs = nativeInputs(piece, params, transform.input, memory);
    await this.#guarded(groupsTooLarge, () =>
      addon.mark(transform.name, 'cpu', piece.length, inputs, { codes }, memory.left),
    );
    markUnsound(piece, codes, malformedIndex);
    const first = codes.findIndex((code) => code !== 0);
    if (first < 0) return this.#group(piece);
    const mark = async (marks: Uint8Array) => marks.set(codes);
    const group = async (rows: Piece) => {
      await this.#group(rows);
      return [];
    };
    const error = new RowError(`${transform.name}: a row fails`, { row: piece.start + first });
    await runWithoutFailures({ ...this.#call, failed, outputs: [] }, piece, group, mark, error);
  }

  async #group(piece: Piece): Promise<void> {
    const { transform } = this.#call;
    this.#begin('rows');
    // As kernels take them. `#begin` has said whose they are.
    const { memory } = this.#call;
    const rows = this.#call.backend === 'cuda' ? spreadPiece(piece, maxTextBytes, memory) : piece;
    if (rows === 'too large') {
      const half = piece.length >>> 1;
      await this.#group(cutPiece(piece, transform.input, 0, half));
      await this.#group(cutPiece(piece, transform.input, half, piece.length - half));
      return;
    }
    const unsound = firstUnsound(rows);
    if (unsound < 0) return this.#groupRows(rows);
    // Rows before it may fail first.
    if (unsound > 0) await this.#group(cutPiece(piece, transform.input, 0, unsound));
    const fault = { row: unsound, code: malformedIndex, column: -1 };
    throw this.#explain(cutPiece(piece, transform.input, unsound, 1), fault);
  }

  async #groupRows(piece: Piece): Promise<void> {
    const { addon, transform, params, memory } = this.#call;
    const handle = this.#begin('rows');
    piece.verify();
    const inputs = nativeInputs(piece, params, transform.input, memory);
    const { fault, held = 0 } = await this.#guarded(groupsTooLarge, () =>
      addon.aggregate(handle, piece.start, piece.length, inputs, memory.left),
    );
    memory.countNative(held);
    piece.verify();
    if (fault === undefined || fault.code === 0) return;
    const failed = reduceFailureOf(fault, transform);
    if (failed !== undefined) throw this.#refused(fault.row, piece.start, failed);
    throw this.#explain(cutPiece(piece, transform.input, fault.row, 1), fault);
  }

  async addText(text: PartedText, onRead: OnRead): Promise<void> {
    const { cut, failed } = this.#call;
    // Native code looks for one byte at a time, and ends with the first row that fails.
    if (separatorBytes(cut.separator).length > 1 || failed !== undefined) {
      for await (const piece of linePieces(cut, text, this.#call.signal, onRead)) await this.add(piece);
      return;
    }
    const { addon, transform, signal, memory } = this.#call;
    const isInBlocks = groupsInBlocks(transform);
    if (text.kind === 'file' && !isInBlocks) {
      const { isRegular, size } = await stateOf({ name: transform.name, path: text.path });
      // Threads read by position, which takes a file that has positions.
      if (isRegular && size > 0) {
        await this.#addFile(text.path, onRead);
        return;
      }
    }
    const handle = this.#begin('text');
    const scalars = this.#scalars();
    const mark = new ByteOrderMark();
    const add = async (bytes: Uint8Array, final: boolean) => {
      const {
        rows,
        fault,
        held = 0,
      } = await this.#guarded(lineTooLong, () => addon.aggregateLines(handle, bytes, { final }, scalars, memory.left));
      memory.countNative(held);
      this.#checkLine(fault);
      return rows;
    };
    for await (const { bytes, verify } of textParts(cut, text, signal, isInBlocks ? blocksBytes : undefined)) {
      const rows = await add(mark.push(bytes), false);
      verify();
      onRead(bytes.length, rows);
    }
    await add(mark.finish(), true);
  }

  /** Params and the number of the first row, at their places among the inputs; that of the lines is empty. */
  #scalars() {
    const { params, transform, memory } = this.#call;
    const buffers = transform.input.map(() => lineBuffers(new Uint8Array(0), new Int32Array(1)));
    return nativeInputs({ start: 0, buffers }, params, transform.input, memory);
  }

  async #addFile(path: string, onRead: OnRead): Promise<void> {
    const { addon, transform, memory } = this.#call;
    const handle = this.#begin('text');
    let told = 0;
    const tell = (bytes: number, rows: number) => {
      if (bytes > told) onRead(bytes - told, rows);
      told = Math.max(told, bytes);
    };
    const looks = repeat(() => {
      const progress = addon.aggregationProgress(handle);
      if (progress !== undefined) tell(progress.bytes, progress.rows);
    });
    try {
      const reading = this.#guarded(lineTooLong, () =>
        addon.aggregateFile(handle, path, this.#scalars(), memory.left).catch((error: unknown) => {
          const known = fileError({ name: transform.name, path }, error);
          if (known === undefined) throw error;
          return known;
        }),
      );
      const read = await Promise.race([reading, looks.failed]);
      if (read instanceof Error) throw read;
      memory.countNative(read.held ?? 0);
      this.#checkLine(read.fault);
      tell(read.bytes, read.rows);
    } finally {
      looks.stop();
    }
  }

  async result(): Promise<readonly ResultChunk[]> {
    const { addon, transform, valuesInErrors, memory } = this.#call;
    const { output } = transform.grouping;
    const handle = this.#begin('text');
    const evaluated = await this.#guarded(groupsTooLarge, () => addon.groups(handle, memory.left));
    memory.countNative(0);
    const { rows = 0, fault } = evaluated;
    const written = emittedChunk(nativeOutputs(output), evaluated, rows);
    memory.settle(memory.used, bytesOf([written]));
    const chunk = raiseLists(output, written, memory);
    if (fault === undefined || fault.code === 0) return rows === 0 ? [] : [chunk];
    const values = rowReader(output, chunk, new RowFailures(transform.name, 0, valuesInErrors))(fault.row);
    const failed = reduceFailureOf(fault, transform);
    if (failed !== undefined) throw reducedGroupError(transform, values, failed, valuesInErrors);
    throw sumOutOfRange(transform.name, transform.grouping, fault.column, values, { valuesInErrors });
  }

  release(): void {
    this.#call.signal?.removeEventListener('abort', this.#release);
    this.#release();
  }

  async #guarded<Result>(whenTooLarge: string, work: () => Promise<Result>): Promise<Result> {
    const { transform, signal } = this.#call;
    signal?.throwIfAborted();
    const result = await guard(this.#call, work);
    signal?.throwIfAborted();
    if (result !== tooLarge) return result;
    throw new DeviceError(`${transform.name}: ${whenTooLarge}`);
  }

  #checkLine(fault: LineFault | undefined): void {
    if (fault === undefined || fault.code === 0) return;
    const { row, line } = fault;
    const failed = reduceFailureOf(fault, this.#call.transform);
    if (failed !== undefined) throw this.#refused(row, 0, failed);
    const buffers = this.#call.transform.input.map(() => lineBuffers(line, Int32Array.of(0, line.length)));
    throw this.#explain({ start: row, length: 1, buffers, verify() {} }, fault);
  }

  /** The error for a row that a state does not take, counted from `start`. */
  #refused(row: number, start: number, failed: Parameters<typeof reducedRowError>[2]): Error {
    const { transform, valuesInErrors } = this.#call;
    const unit = takesLines(transform) ? 'line' : 'row';
    return reducedRowError(transform, row, failed, new RowFailures(transform.name, start, valuesInErrors, unit));
  }

  #explain(row: Piece, fault: Fault): Error {
    return explainFault(this.#call, row, fault);
  }
}

/** Looks now and then until it is stopped. `failed` rejects with what a look throws. */
function repeat(look: () => void) {
  let timer: NodeJS.Timeout | undefined;
  const failed = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      try {
        look();
      } catch (error) {
        reject(error);
      }
    }, progressInterval);
  });
  return { failed, stop: () => clearInterval(timer) };
}

/** What a file has to do with: the errors of the system, and that it is not what it was. Undefined for any other. */
function fileError(file: TextFile, error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  if (codeOf(error) === 'InputChanged') {
    return new InputChangedError(`${file.name}: ${error.message}`, { cause: error });
  }
  const known = asFileError(file, error);
  return known instanceof FileError ? known : undefined;
}

function notOnDevice(name: string): DeviceError {
  return new DeviceError(
    `${name}: no kernels group these rows: \`rowfuse explain\` and docs/aggregates.md say which there are. ` +
      "Pass { backend: 'cpu' }, or leave the backend open.",
  );
}
