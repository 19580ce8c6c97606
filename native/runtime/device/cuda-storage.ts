import type { Addon, DeviceColumn, DeviceFunctions, DeviceValue, InputBuffers, OutputBuffers } from '../addon.js';
import { copyBits, countClear } from '../bitmap.js';
import { hasOffsets, isBinaryType, isTextType, numberTypes } from '../column-types.js';
import { applyConfiguration } from '../configure.js';
import type { InputColumn, OutputColumn } from '../description.js';
import { DeviceError, RowError } from '../errors.js';
import { explainFault } from '../explain-fault.js';
import type { Fault } from '../faults.js';
import { malformedRow, maxTextBytes } from '../input/chunk.js';
import type { Piece } from '../input/input-rows.js';
import { fixedBytes, type ResultChunk, type ResultColumn } from '../output/result-columns.js';
import { runNative } from '../run-native.js';
import { columnBuffers } from './column-buffers.js';
import type { DeviceStorage, StorageResult, StorageRun } from './device-storage.js';
import { type Block, releaseAll, StoredColumn } from './stored-column.js';

class CudaColumn extends StoredColumn {
  readonly handle: object;
  readonly valuesBytes: number;
  readonly #device: DeviceFunctions;

  constructor(device: DeviceFunctions, column: DeviceColumn, nullCount: number) {
    super(nullCount, column.deviceBytes);
    this.#device = device;
    this.handle = column.handle;
    this.valuesBytes = column.valuesBytes;
  }

  protected free(): void {
    this.#device.free(this.handle);
  }
}

/** Stands for a result whose text passes what 32-bit offsets can address. */
const tooLarge = Symbol('too large');

/** The memory of one GPU. */
export class CudaStorage implements DeviceStorage {
  readonly owner: object;
  readonly device: string;
  readonly backends = ['cuda'] as const;
  readonly #addon: Addon;
  readonly #device: DeviceFunctions;

  constructor(owner: object, addon: Addon, ordinal: number) {
    this.owner = owner;
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
        const uploaded = await uploadPiece(this.#addon, piece, run.transform.output);
        done.blocks.push(uploaded.block);
        if (`cuda:${uploaded.ordinal}` !== this.device) throw otherDevice(run.transform.name, this.device);
      }
    }
  }

  /** The rows that fail are left out on the CPU, over a copy of the columns. */
  async #runOnHost(run: StorageRun, block: Block, start: number): Promise<readonly ResultChunk[]> {
    const { transform, params, valuesInErrors, failed, signal, maxBytes } = run;
    const read = transform.input.flatMap((column, index) => (column.read ? [{ column, index }] : []));
    const columns = read.flatMap(({ index }) => block.columns.slice(index, index + 1));
    const copies = await this.download(
      { length: block.length, columns },
      read.map(({ column }) => column),
    );
    const buffers = transform.input.map((column, index): InputBuffers => {
      const copy = copies[read.findIndex((place) => place.index === index)];
      return copy ? columnBuffers(copy, column, block.length) : unread;
    });
    const piece: Piece = { start, length: block.length, buffers, verify() {} };
    const rows = { pieces: () => [piece] };
    const limit = maxBytes === undefined ? {} : { maxBytes };
    return runNative({
      addon: this.#addon,
      backend: 'cpu',
      transform,
      rows,
      params,
      valuesInErrors,
      failed,
      signal,
      ...limit,
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
    const { transform, params, maxBytes = maxTextBytes } = run;
    const handles = transform.input.map(({ read }, index) => (read ? cuda(block.columns[index]).handle : undefined));
    const scalars = params.scalars(start + first);
    const columns = [...handles, ...scalars.map(() => undefined)];
    const values = [...handles.map(() => undefined), ...scalars];
    const result = await this.#guard(transform.name, () =>
      this.#device.run(transform.name, first, length, columns, values),
    );
    if (result === tooLarge) return tooLarge;
    if (result.fault !== undefined) throw await this.#explain(run, block, start, first, result.fault);
    const made = result.columns.map((column, index) => {
      const nullCount = transform.output[index]?.nullable === true ? (result.nullCounts[index] ?? 0) : 0;
      return new CudaColumn(this.#device, column, nullCount);
    });
    const fits = made.every(
      ({ valuesBytes }, index) => !hasOffsets(transform.output[index]?.type ?? 'bool') || valuesBytes <= maxBytes,
    );
    if (fits) return { block: { length: result.rows ?? length, columns: made }, deviceMs: result.deviceMs };
    for (const column of made) column.release();
    return tooLarge;
  }

  /** The reference has to see the row that fails: that one row comes back. */
  async #explain(run: StorageRun, block: Block, start: number, first: number, fault: Fault): Promise<Error> {
    const { transform, params, valuesInErrors } = run;
    const row = first + fault.row;
    const handles = transform.input.map(({ read }, index) => (read ? cuda(block.columns[index]).handle : undefined));
    const values = await this.#guard(transform.name, () => this.#device.row(handles, row));
    if (values === tooLarge) throw new Error('one row cannot be too large');
    const buffers = transform.input.map((column, index) => rowBuffers(column, values[index]));
    const piece: Piece = { start: start + row, length: 1, buffers, verify() {} };
    return explainFault({ transform, backend: 'cuda', params, valuesInErrors }, piece, fault);
  }

  async download(block: Block, columns: readonly OutputColumn[]): Promise<ResultColumn[]> {
    const stored = columns.map((_, index) => cuda(block.columns[index]));
    const outputs = columns.map((column, index) => allocate(column, stored[index], block.length));
    await this.#guard('toArrow', () =>
      this.#device.download(
        stored.map(({ handle }) => handle),
        outputs,
      ),
    );
    return outputs.map((output, index) => {
      if (output.offsets !== undefined) rebase(output.offsets);
      return { ...output, nullCount: stored[index]?.nullCount ?? 0 };
    });
  }

  async firstNull(column: StoredColumn): Promise<number> {
    const row = await this.#guard('firstNull', () => this.#device.firstNull(cuda(column).handle));
    return row === tooLarge ? -1 : row;
  }

  async #guard<Result>(name: string, work: () => Promise<Result>): Promise<Result | typeof tooLarge> {
    try {
      return await work();
    } catch (cause) {
      if ((cause as { readonly code?: unknown } | null)?.code === 'ResultTooLarge') return tooLarge;
      throw deviceFailure(name, this.device, cause);
    }
  }
}

interface Done {
  readonly blocks: Block[];
  deviceMs: number;
}

/**
 * Copies a piece to the configured device, whose number it tells.
 *
 * @throws SchemaError for a text column whose offsets are malformed; DeviceError.
 */
export async function uploadPiece(
  addon: Addon,
  piece: Piece,
  columns: readonly OutputColumn[],
): Promise<{ readonly ordinal: number; readonly block: Block }> {
  const types = columns.map(({ type }) => (isTextType(type) ? 'utf8' : isBinaryType(type) ? 'binary' : type));
  const { length } = piece;
  // Bitmaps start at bit 0 on the device: nothing has to be shifted there, or when they come back.
  const buffers = piece.buffers.map((buffer, index): InputBuffers => {
    const { valuesBit, validity, validityBit, ...rest } = buffer;
    const values = types[index] === 'bool' ? startingAt(buffer.values as Uint8Array, valuesBit, length) : buffer.values;
    if (validity === undefined) return { ...rest, values, valuesBit: 0, validityBit: 0 };
    return { ...rest, values, valuesBit: 0, validity: startingAt(validity, validityBit, length), validityBit: 0 };
  });
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
    const { name = '' } = columns[malformed.column] ?? {};
    const offsets = piece.buffers[malformed.column]?.offsets;
    const size = piece.buffers[malformed.column]?.values.byteLength;
    throw malformedRow(
      { column: name, row: piece.start },
      malformed.row,
      `its text runs from byte ${offsets?.[malformed.row]} to byte ${offsets?.[malformed.row + 1]} of ${size}`,
    );
  }
  const stored = uploaded.columns.map((column, index) => new CudaColumn(addon.device, column, nullCounts[index] ?? 0));
  return { ordinal: uploaded.device, block: { length, columns: stored } };
}

function startingAt(bits: Uint8Array, offset: number, length: number): Uint8Array {
  if ((offset & 7) !== 0) return copyBits(bits, offset, length);
  return bits.subarray(offset >>> 3, (offset + length + 7) >>> 3);
}

function cuda(column: StoredColumn | undefined): CudaColumn {
  if (!(column instanceof CudaColumn)) throw new Error('a column of another storage');
  return column;
}

function allocate(column: OutputColumn, stored: CudaColumn | undefined, length: number): OutputBuffers {
  const { valuesBytes = 0, nullCount = 0 } = stored ?? {};
  try {
    return {
      values: new Uint8Array(fixedBytes(column, length) ?? valuesBytes),
      ...(hasOffsets(column.type) && { offsets: new Int32Array(length + 1) }),
      ...(nullCount > 0 && { validity: new Uint8Array((length + 7) >>> 3) }),
    };
  } catch (cause) {
    throw new DeviceError(
      `toArrow: no memory for the ${length} rows of column ${JSON.stringify(column.name)}. Free earlier results, or select fewer columns.`,
      { cause },
    );
  }
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

/** The buffers of one row. */
function rowBuffers(column: InputColumn, value: DeviceValue | undefined): InputBuffers {
  if (!column.read || value === undefined) return unread;
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

function deviceFailure(name: string, device: string, cause: unknown): Error {
  const text = cause instanceof Error ? cause.message : String(cause);
  return new DeviceError(
    `${name} failed on ${device}: ${text} \`npx rowfuse doctor\` shows what works here; without a GPU, pass { backend: 'cpu' } to toDevice.`,
    { cause },
  );
}
