import type {
  Addon,
  DeviceColumn,
  DeviceFunctions,
  DeviceValue,
  InputBuffers,
  OutputBuffers,
} from '../backend/addon.js';
import { codeOf, memoryError, tooLarge } from '../backend/native-failures.js';
import { runNative } from '../backend/run-native.js';
import { type ChunkLimits, limitsOf, mostRows } from '../chunk-limits.js';
import {
  type ColumnTypeName,
  type ElementType,
  hasOffsets,
  isBinaryType,
  isTextType,
  numberTypes,
} from '../columns/column-types.js';
import { applyConfiguration } from '../configure.js';
import type { ComputedTransform, InputColumn, OutputColumn } from '../description.js';
import { DeviceError, RowError } from '../errors.js';
import { explainFault } from '../faults/explain-fault.js';
import type { Fault } from '../faults/faults.js';
import { describeBytes, malformedRow } from '../input/checks/unsound-rows.js';
import { maxTextBytes } from '../input/chunks/chunk.js';
import { lowerList, partCount } from '../input/lower-list.js';
import type { Piece } from '../input/piece.js';
import { MemoryBudget } from '../memory-budget.js';
import { raiseList } from '../output/raise-lists.js';
import { fixedBytes, type ResultChunk, type ResultColumn } from '../output/result-columns.js';
import { copyBits, countClear } from '../values/bitmap.js';
import { deviceFailures, refuseMalformed } from './check-list.js';
import { columnBuffers } from './column-buffers.js';
import type { DeviceStorage, StorageResult, StorageRun } from './device-storage.js';
import { type Block, releaseAll, StoredColumn } from './stored-column.js';
import { presentElement, presentParts, storedElement, type TakenPart, takenParts } from './stored-element.js';

/** A column of lists is several on the device, as native code has them. */
class CudaColumn extends StoredColumn {
  readonly parts: readonly DeviceColumn[];
  readonly #device: DeviceFunctions;

  constructor(device: DeviceFunctions, parts: readonly DeviceColumn[], nullCount: number, element?: ElementType) {
    super(
      nullCount,
      parts.reduce((sum, { deviceBytes }) => sum + deviceBytes, 0),
      element,
    );
    this.#device = device;
    this.parts = parts;
  }

  /** Its parts' handles. */
  get handles(): readonly object[] {
    return this.parts.map(({ handle }) => handle);
  }

  protected free(): void {
    for (const { handle } of this.parts) this.#device.free(handle);
  }
}

/** Parts of another column, beside some of its own. */
class PresentColumn extends CudaColumn {
  readonly #device: DeviceFunctions;
  readonly #own: readonly object[];
  readonly #other: StoredColumn;

  constructor(
    device: DeviceFunctions,
    parts: readonly DeviceColumn[],
    own: readonly object[],
    other: StoredColumn,
    element: ElementType,
  ) {
    super(device, parts, 0, element);
    this.#device = device;
    this.#own = own;
    this.#other = other;
    other.retain();
  }

  protected override free(): void {
    for (const handle of this.#own) this.#device.free(handle);
    this.#other.release();
  }
}

/** The memory of one GPU. */
export class CudaStorage implements DeviceStorage {
  readonly owner: object;
  readonly device: string;
  readonly backends = ['cuda'] as const;
  readonly #addon: Addon;
  readonly #device: DeviceFunctions;
  readonly #ordinal: number;

  constructor(owner: object, addon: Addon, ordinal: number) {
    this.owner = owner;
    this.#ordinal = ordinal;
    this.device = `cuda:${ordinal}`;
    this.#addon = addon;
    this.#device = addon.device;
  }

  async run(run: StorageRun): Promise<StorageResult> {
    applyConfiguration(this.#addon);
    const done: Done = { blocks: [], deviceMs: 0 };
    try {
      let start = 0;
      for (const block of run.blocks) {
        await this.#runBlock(run, block, start, done);
        start += block.length;
      }
      return done;
    } catch (error) {
      releaseAll(done.blocks);
      throw error;
    }
  }

  /** A block as if no row failed; where one does, again on the host. */
  async #runBlock(run: StorageRun, block: Block, start: number, done: Done): Promise<void> {
    const before = done.blocks.length;
    try {
      await this.#runRows(run, block, start, 0, block.length, done);
    } catch (error) {
      if (run.failed === undefined || !(error instanceof RowError)) throw error;
      releaseAll(done.blocks.splice(before));
      for (const chunk of await this.#runOnHost(run, block, start)) {
        const columns = chunk.columns.map((column, index) =>
          columnBuffers(column, run.transform.output[index], chunk.length),
        );
        const piece: Piece = { start, length: chunk.length, buffers: columns, verify() {} };
        const uploaded = await uploadPiece(this.#addon, piece, run.transform.output, run.memory);
        done.blocks.push(uploaded.block);
        if (`cuda:${uploaded.ordinal}` !== this.device) throw otherDevice(run.transform.name, this.device);
      }
    }
  }

  /** The rows that fail are left out on the CPU, over a copy of the columns. */
  async #runOnHost(run: StorageRun, block: Block, start: number): Promise<readonly ResultChunk[]> {
    const { transform, params, valuesInErrors, failed, signal, memory } = run;
    const read = transform.input.flatMap((column, index) => (column.read ? [{ column, index }] : []));
    const columns = read.flatMap(({ index }) => block.columns.slice(index, index + 1));
    const copies = await this.download(
      { length: block.length, columns },
      read.map(({ column }) => column),
      memory,
    );
    const buffers = transform.input.map((column, index): InputBuffers => {
      const copy = copies[read.findIndex((place) => place.index === index)];
      return copy ? columnBuffers(copy, column, block.length) : unread;
    });
    const piece: Piece = { start, length: block.length, buffers, verify() {} };
    const rows = { pieces: () => [piece] };
    return runNative({
      addon: this.#addon,
      backend: 'cpu',
      transform,
      rows,
      params,
      valuesInErrors,
      failed,
      signal,
      memory,
      ...limitsOf(run),
    });
  }

  async #runRows(
    run: StorageRun,
    block: Block,
    start: number,
    first: number,
    length: number,
    done: Done,
  ): Promise<void> {
    const made = await this.#launch(run, block, start, first, length);
    if (made !== tooLarge) {
      done.blocks.push(made.block);
      done.deviceMs += made.deviceMs;
      run.signal?.throwIfAborted();
      return;
    }
    if (length === 1) {
      const row = start + first;
      throw new RowError(
        `${run.transform.name}: row ${row}: the text takes more bytes than utf8 can address. Return a shorter text.`,
        { row },
      );
    }
    // At a multiple of 64 rows, so that both halves are aligned as well as the whole is.
    const half = length >= 128 ? (length >>> 1) & ~63 : length >>> 1;
    await this.#runRows(run, block, start, first, half, done);
    await this.#runRows(run, block, start, first + half, length - half, done);
  }

  async #launch(run: StorageRun, block: Block, start: number, first: number, length: number) {
    const { transform, params } = run;
    const scalars = params.scalars(start + first);
    const made: object[] = [];
    try {
      const handles = await this.#inputs(transform, block, made);
      const columns = [...handles, ...scalars.map(() => undefined)];
      const values = [...handles.map(() => undefined), ...scalars];
      const result = await this.#guard(transform.name, () =>
        this.#device.run(transform.name, first, length, columns, values),
      );
      if (result === tooLarge) return tooLarge;
      if (result.fault !== undefined) throw await this.#explain(run, block, start, first, result.fault);
      return this.#resultBlock(transform.output, result, result.rows ?? length, run);
    } finally {
      for (const handle of made) this.#device.free(handle);
    }
  }

  /** What native code takes: of lists their parts, and what says of elements that they are there, which is added to `made`. */
  async #inputs(transform: ComputedTransform, block: Block, made: object[]): Promise<readonly (object | undefined)[]> {
    const handles: (object | undefined)[] = [];
    for (const [index, { read, element }] of transform.input.entries()) {
      if (!read) {
        handles.push(...Array.from({ length: element ? partCount(element) : 1 }, () => undefined));
        continue;
      }
      const { parts, element: stored } = cuda(block.columns[index]);
      const taken = element && stored ? takenParts(element, stored) : [0];
      for (const part of taken) handles.push((await this.#part(block.length, part, parts, made))?.handle);
    }
    return handles;
  }

  async #part(length: number, part: TakenPart, parts: readonly DeviceColumn[], made: object[]) {
    return typeof part === 'number' ? parts[part] : this.#presentElements(length, part, parts, made);
  }

  async #presentElements(
    length: number,
    { counted, width }: Exclude<TakenPart, number>,
    parts: readonly DeviceColumn[],
    made: object[],
  ): Promise<DeviceColumn> {
    const present = await this.#guard('present', () =>
      this.#device.present(this.#ordinal, length, parts[counted]?.handle, width),
    );
    if (present === tooLarge) throw new Error('elements have more bytes than they are');
    made.push(present.handle);
    return present;
  }

  #resultBlock(output: readonly OutputColumn[], result: Ran, length: number, limits: ChunkLimits) {
    const { maxBytes = maxTextBytes, maxRows = mostRows } = limits;
    let place = 0;
    const made = output.map((column) => {
      const count = column.element === undefined ? 1 : partCount(column.element);
      const parts = result.columns.slice(place, place + count);
      const nullCount = column.nullable ? (result.nullCounts[place] ?? 0) : 0;
      place += count;
      return new CudaColumn(this.#device, parts, nullCount, column.element);
    });
    const fits = made.every(
      ({ parts }, index) =>
        !hasOffsets(output[index]?.type ?? 'bool') || parts.every(({ valuesBytes }) => valuesBytes <= maxBytes),
    );
    if (fits && (result.rows ?? 0) <= maxRows) return { block: { length, columns: made }, deviceMs: result.deviceMs };
    for (const column of made) column.release();
    return tooLarge;
  }

  /** The reference has to see the row that fails: that one row comes back. */
  async #explain(run: StorageRun, block: Block, start: number, first: number, fault: Fault): Promise<Error> {
    const { transform, params, valuesInErrors } = run;
    const row = first + fault.row;
    const stored = transform.input.map(({ read }, index) => (read ? cuda(block.columns[index]) : undefined));
    const handles = stored.flatMap((column) => column?.handles ?? []);
    const values = await this.#guard(transform.name, () => this.#device.row(handles, row));
    if (values === tooLarge) throw new Error('one row cannot be too large');
    const left = [...values];
    const buffers = transform.input.map((column, index) =>
      rowBuffers(column, stored[index]?.element, left.splice(0, stored[index]?.parts.length ?? 0)),
    );
    const piece: Piece = { start: start + row, length: 1, buffers, verify() {} };
    return explainFault({ transform, backend: 'cuda', params, valuesInErrors }, piece, fault);
  }

  async download(block: Block, columns: readonly OutputColumn[], memory: MemoryBudget): Promise<ResultColumn[]> {
    const { length } = block;
    const stored = columns.map((_, index) => cuda(block.columns[index]));
    const outputs = columns.map((column, index) => allocateParts(column, stored[index], length, memory));
    await this.#guard('toArrow', () =>
      this.#device.download(
        stored.flatMap(({ handles }) => handles),
        outputs.flat(),
      ),
    );
    return columns.map((column, index) => {
      const { element, nullCount = 0 } = stored[index] ?? {};
      const parts = (outputs[index] ?? []).map((output, part): ResultColumn => {
        if (output.offsets !== undefined) rebase(output.offsets);
        return { ...output, nullCount: part === 0 ? nullCount : 0 };
      });
      const [whole = { values: new Uint8Array(0), nullCount: 0 }] = parts;
      return element === undefined ? whole : raiseList(column, element, parts, length, memory);
    });
  }

  async present(length: number): Promise<StoredColumn> {
    const column = await this.#guard('present', () => this.#device.present(this.#ordinal, length));
    if (column === tooLarge) throw new Error('a bit a row cannot be too large');
    return new CudaColumn(this.#device, [column], 0);
  }

  async presentIn(column: StoredColumn, lists: number, length: number): Promise<StoredColumn> {
    const { parts, element } = cuda(column);
    if (element === undefined) throw new Error('no elements of a column that is no list');
    const own: object[] = [];
    const taken: DeviceColumn[] = [];
    for (const part of presentParts(element, lists)) {
      const found = await this.#part(length, part, parts, own);
      if (found === undefined) throw new Error('a list has all of its parts');
      taken.push(found);
    }
    return new PresentColumn(this.#device, taken, own, column, presentElement(element, lists));
  }

  async firstNull(column: StoredColumn): Promise<number> {
    const row = await this.#guard('firstNull', () => this.#device.firstNull(cuda(column).handles[0] ?? {}));
    return row === tooLarge ? -1 : row;
  }

  async #guard<Result>(name: string, work: () => Promise<Result>): Promise<Result | typeof tooLarge> {
    try {
      return await work();
    } catch (cause) {
      if (codeOf(cause) === 'ResultTooLarge') return tooLarge;
      throw deviceFailure(name, this.device, cause);
    }
  }
}

/** What a run on the device gave. */
type Ran = Awaited<ReturnType<DeviceFunctions['run']>>;

interface Done {
  readonly blocks: Block[];
  deviceMs: number;
}

/**
 * Copies a piece to the configured device, whose number it tells.
 *
 * @throws RowError for a row that is malformed; DeviceError.
 */
export async function uploadPiece(
  addon: Addon,
  piece: Piece,
  columns: readonly OutputColumn[],
  memory: MemoryBudget,
): Promise<{ readonly ordinal: number; readonly block: Block }> {
  const { length } = piece;
  // The offsets of text are judged as they are copied.
  const judged = columns.map(
    (column, index) => column.element !== undefined || piece.buffers[index]?.unsound !== undefined,
  );
  const some = <Item>(items: readonly Item[]) => items.filter((_, index) => judged[index]);
  refuseMalformed({ ...piece, buffers: some(piece.buffers) }, some(columns));
  const lowered = columns.map((column, index): Lowered => {
    const buffers = piece.buffers[index] ?? unread;
    if (column.element === undefined) return { parts: [buffers], type: layoutOf(column) };
    const element = storedElement(column.element, buffers.elements);
    return { parts: lowerList(buffers, { ...column, element, read: true }, memory), type: 'binary', element };
  });
  const types = lowered.flatMap(({ parts, type }) => parts.map(() => type));
  // Bitmaps start at bit 0 on the device: nothing has to be shifted there, or when they come back.
  const buffers = lowered.flatMap(({ parts, type }) => parts.map((part) => fromBitZero(part, type, length)));
  const nullCounts = buffers.map(({ validity }) => (validity === undefined ? 0 : countClear(validity, length)));
  const given = buffers.map((buffer, index): InputBuffers => {
    if (nullCounts[index] !== 0) return buffer;
    const { validity, ...rest } = buffer;
    return rest;
  });
  const uploaded = await addon.device.upload(types, length, given).catch((cause: unknown) => {
    throw deviceFailure('toDevice', 'cuda', cause);
  });
  const { malformed } = uploaded;
  if (malformed !== undefined) {
    const owner = lowered.flatMap(({ parts }, index) => parts.map(() => index))[malformed.column] ?? -1;
    const { name = '' } = columns[owner] ?? {};
    const { row } = malformed;
    const { offsets, values } = buffers[malformed.column] ?? unread;
    const why = describeBytes(offsets?.[row] ?? -1, offsets?.[row + 1] ?? -1, values.byteLength);
    throw malformedRow(deviceFailures(piece), name, row, `malformed offsets: ${why}`);
  }
  let place = 0;
  const stored = lowered.map(({ parts, element }) => {
    const own = uploaded.columns.slice(place, place + parts.length);
    const nullCount = nullCounts[place] ?? 0;
    place += parts.length;
    return new CudaColumn(addon.device, own, nullCount, element);
  });
  return { ordinal: uploaded.device, block: { length, columns: stored } };
}

/** A column as native code has it. */
interface Lowered {
  readonly parts: readonly InputBuffers[];
  /** Of each part. */
  readonly type: ColumnTypeName;
  /** Of lists: what their elements are. */
  readonly element?: ElementType;
}

/** Device tables hold text, and bytes, in one layout each. */
function layoutOf({ type }: OutputColumn): ColumnTypeName {
  if (isTextType(type)) return 'utf8';
  return isBinaryType(type) ? 'binary' : type;
}

function fromBitZero(buffers: InputBuffers, type: ColumnTypeName, length: number): InputBuffers {
  const { valuesBit, validity, validityBit, ...rest } = buffers;
  const values = type === 'bool' ? startingAt(buffers.values as Uint8Array, valuesBit, length) : buffers.values;
  if (validity === undefined) return { ...rest, values, valuesBit: 0, validityBit: 0 };
  return { ...rest, values, valuesBit: 0, validity: startingAt(validity, validityBit, length), validityBit: 0 };
}

function startingAt(bits: Uint8Array, offset: number, length: number): Uint8Array {
  if ((offset & 7) !== 0) return copyBits(bits, offset, length);
  return bits.subarray(offset >>> 3, (offset + length + 7) >>> 3);
}

function cuda(column: StoredColumn | undefined): CudaColumn {
  if (!(column instanceof CudaColumn)) throw new Error('a column of another storage');
  return column;
}

/** Memory for a column's parts, of which the first alone may have nulls. */
function allocateParts(
  column: OutputColumn,
  stored: CudaColumn | undefined,
  length: number,
  memory: MemoryBudget,
): OutputBuffers[] {
  const { parts = [], element, nullCount = 0 } = stored ?? {};
  const part: OutputColumn = element === undefined ? column : { ...column, type: 'binary' };
  return parts.map(({ valuesBytes }, index) =>
    allocate(part, valuesBytes, index === 0 ? nullCount : 0, length, memory),
  );
}

function allocate(
  column: OutputColumn,
  valuesBytes: number,
  nullCount: number,
  length: number,
  memory: MemoryBudget,
): OutputBuffers {
  const bytes = fixedBytes(column, length) ?? valuesBytes;
  memory.take(bytes + (hasOffsets(column.type) ? 4 * length : 0) + (nullCount > 0 ? length >>> 3 : 0));
  return {
    values: new Uint8Array(bytes),
    ...(hasOffsets(column.type) && { offsets: new Int32Array(length + 1) }),
    ...(nullCount > 0 && { validity: new Uint8Array((length + 7) >>> 3) }),
  };
}

/** A slice keeps its offsets on the device; Arrow data that others write starts at 0, and so does ours. */
function rebase(offsets: Int32Array): void {
  const first = offsets[0] ?? 0;
  if (first === 0) return;
  for (let row = 0; row < offsets.length; row += 1) offsets[row] = (offsets[row] ?? 0) - first;
}

const unread: InputBuffers = { values: new Uint8Array(0), valuesBit: 0, validityBit: 0 };

function otherDevice(name: string, device: string): DeviceError {
  return new DeviceError(
    `${name}: the table is on ${device}, and configure() has chosen another device: rows that fail are left out by way of the chosen one. ` +
      'Configure the device of the table, or leave out onError.',
  );
}

/** The buffers of one row, of lists out of their parts. */
function rowBuffers(
  column: InputColumn,
  element: ElementType | undefined,
  parts: readonly DeviceValue[],
): InputBuffers {
  const [value] = parts;
  if (!column.read || value === undefined) return unread;
  if (element !== undefined) return listBuffers(column, element, parts);
  const validity = value.present ? {} : { validity: Uint8Array.of(0) };
  const bits = { valuesBit: 0, validityBit: 0, ...validity };
  const { values } = value;
  if (column.type === 'bool') return { values, ...bits };
  if (hasOffsets(column.type)) {
    const offsets = value.sound ? [0, values.length] : value.offsets;
    return { values, offsets: Int32Array.from(offsets), ...bits };
  }
  return { values: new numberTypes[column.type].array(values.slice().buffer), ...bits };
}

function listBuffers(column: InputColumn, element: ElementType, parts: readonly DeviceValue[]): InputBuffers {
  const written = parts.map(({ values, present }): ResultColumn => {
    const own = values.slice();
    return {
      values: own,
      offsets: Int32Array.of(0, own.length),
      validity: Uint8Array.of(present ? 1 : 0),
      nullCount: present ? 0 : 1,
    };
  });
  return columnBuffers(
    raiseList(column, element, written, 1, new MemoryBudget(column.name)),
    { ...column, element },
    1,
  );
}

function deviceFailure(name: string, device: string, cause: unknown): Error {
  const noMemory = memoryError(name, new MemoryBudget(name), cause);
  if (noMemory !== undefined) return noMemory;
  const text = cause instanceof Error ? cause.message : String(cause);
  return new DeviceError(
    `${name} failed on ${device}: ${text} \`npx rowfuse doctor\` shows what works here; without a GPU, pass { backend: 'cpu' } to toDevice.`,
    { cause },
  );
}
