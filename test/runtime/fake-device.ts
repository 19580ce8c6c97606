import type { DeviceColumn, DeviceFunctions, InputBuffers } from '../../runtime/backend/addon.js';
import { columnBuffers } from '../../runtime/device/column-buffers.js';
import { RowError, type TransformDescription } from '../../runtime/index.js';
import { cutPiece } from '../../runtime/input/cut-piece.js';
import { lowerList, partCount } from '../../runtime/input/lower-list.js';
import { raiseList } from '../../runtime/output/raise-lists.js';
import type { ResultChunk } from '../../runtime/output/result-columns.js';
import { evaluatePiece } from '../../runtime/reference/evaluate.js';
import { firstClear, isSet } from '../../runtime/values/bitmap.js';
import { type ColumnTypeName, hasOffsets, numberTypes } from '../../schema/column-types.js';
import { noLimit } from './no-limit.js';

/** A GPU in TypeScript: computes by the reference, but keeps columns as native code does. */
export interface FakeDevice extends DeviceFunctions {
  /** The number of columns that were made and not freed. */
  readonly live: ReadonlySet<object>;
  /** Runs before each operation. */
  meanwhile: (operation: 'upload' | 'run' | 'download') => void;
}

interface Kept {
  readonly type: ColumnTypeName;
  readonly length: number;
  readonly buffers: InputBuffers;
  /** Columns as uploaded: offsets of a slice do not start at 0, and come back unchanged. */
  readonly offsets?: Int32Array | undefined;
}

export function fakeDevice(transforms: readonly TransformDescription[]): FakeDevice {
  const kept = new WeakMap<object, Kept>();
  const live = new Set<object>();
  let [uploadedBytes, downloadedBytes] = [0, 0];

  const keep = (column: Kept): DeviceColumn => {
    const handle = {};
    kept.set(handle, column);
    live.add(handle);
    const bytes = bytesOf(column.buffers);
    return { handle, valuesBytes: column.buffers.values.byteLength, deviceBytes: bytes };
  };
  const of = (handle: object | undefined): Kept => {
    const column = handle === undefined ? undefined : kept.get(handle);
    if (handle === undefined || column === undefined || !live.has(handle)) throw new Error('not a live column');
    return column;
  };
  const fault = (error: unknown, first: number) => {
    if (!(error instanceof RowError)) throw error;
    return { columns: [], nullCounts: [], fault: { row: error.row - first, code: 2, column: 0 }, deviceMs: 0 };
  };

  const device: FakeDevice = {
    live,
    meanwhile: () => {},
    async upload(types, length, columns) {
      await undefined;
      device.meanwhile('upload');
      const made = columns.map((buffers, index) => {
        if (buffers.validityBit !== 0 || buffers.valuesBit !== 0) throw new Error('bits are not at 0');
        uploadedBytes += bytesOf(buffers);
        const type = types[index] as ColumnTypeName;
        return keep({ type, length, buffers: cut(buffers), offsets: buffers.offsets?.slice() });
      });
      return { device: 0, columns: made };
    },
    async run(name, first, length, columns) {
      // A native run reads its columns until it ends, whatever is freed meanwhile.
      const inputs = columns.map((handle) => (handle === undefined ? undefined : of(handle)));
      await undefined;
      device.meanwhile('run');
      const transform = transforms.find((candidate) => candidate.name === name);
      if (transform === undefined) throw new Error(`no transform ${name}`);
      const buffers = inputs.map(
        (column) => column?.buffers ?? { values: new Uint8Array(0), valuesBit: 0, validityBit: 0 },
      );
      const raised = raisedInputs(transform, buffers, first + length);
      const whole = { start: 0, length: first + length, buffers: raised, verify() {} };
      const piece = cutPiece(whole, transform.input, first, length);
      const chunks: ResultChunk[] = [];
      try {
        for (const chunk of evaluatePiece(transform, piece, {
          params: { values: {}, scalars: () => [] },
          valuesInErrors: true,
          memory: noLimit(),
        }))
          if (chunk) chunks.push(chunk);
      } catch (error) {
        return fault(error, first);
      }
      const [chunk = { length: 0, columns: [] }] = chunks;
      const made = transform.output.flatMap((column, index) => {
        const result = chunk.columns[index];
        if (result === undefined) return [];
        const buffers = columnBuffers(result, column, chunk.length);
        const type = column.element === undefined ? column.type : 'binary';
        return lowerList(buffers, { ...column, read: true }, noLimit()).map((part) => ({
          column: keep({ type, length: chunk.length, buffers: part }),
          nulls: part.validity === undefined ? 0 : result.nullCount,
        }));
      });
      const rows = transform.rows === undefined && transform.where === undefined ? {} : { rows: chunk.length };
      return {
        columns: made.map(({ column }) => column),
        nullCounts: made.map(({ nulls }) => nulls),
        ...rows,
        deviceMs: 0.25,
      };
    },
    async present(_, length, counted, width = 1) {
      const lists = counted === undefined ? undefined : of(counted);
      await undefined;
      const bits = new Uint8Array((length + 7) >>> 3).fill(0xff);
      if (lists === undefined)
        return keep({ type: 'bool', length, buffers: { values: bits, valuesBit: 0, validityBit: 0 } });
      const offsets = (lists.buffers.offsets ?? new Int32Array(1)).map((offset) => offset / width);
      const values = new Uint8Array(offsets.at(-1) ?? 0).fill(1);
      return keep({ type: 'binary', length, buffers: { values, offsets, valuesBit: 0, validityBit: 0 } });
    },
    async download(columns, outputs) {
      const from = columns.map(of);
      await undefined;
      device.meanwhile('download');
      outputs.forEach((output, index) => {
        const { values, offsets, validity } = from[index]?.buffers ?? {};
        if (values === undefined || output.values.length !== values.byteLength) throw new Error('wrong size');
        output.values.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
        if (offsets) output.offsets?.set(from[index]?.offsets ?? offsets);
        if (validity) output.validity?.set(validity);
        downloadedBytes += output.values.byteLength;
      });
    },
    async row(columns, row) {
      return columns.map((handle) => {
        if (handle === undefined) {
          return { values: new Uint8Array(0), offsets: [0, 0], sound: true, present: true };
        }
        const { buffers, type } = of(handle);
        const { values, offsets, validity } = buffers;
        const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
        const present = validity === undefined || isSet(validity, row);
        const range: [number, number] = [offsets?.[row] ?? 0, offsets?.[row + 1] ?? 0];
        if (hasOffsets(type)) return { values: bytes.slice(...range), offsets: range, sound: true, present };
        if (type === 'bool')
          return { values: Uint8Array.of(isSet(bytes, row) ? 1 : 0), offsets: range, sound: true, present };
        const { width } = numberTypes[type];
        return { values: bytes.slice(row * width, (row + 1) * width), offsets: range, sound: true, present };
      });
    },
    async firstNull(handle) {
      const { buffers, length } = of(handle);
      return buffers.validity === undefined ? -1 : firstClear(buffers.validity, 0, length);
    },
    copyRate: async () => 3e12,
    free: (handle) => void live.delete(handle),
    statistics: () => ({
      tableBytes: [...live].reduce((sum, handle) => sum + bytesOf(of(handle).buffers), 0),
      callBytes: 0,
      scratchBytes: 0,
      uploadedBytes,
      downloadedBytes,
    }),
  };
  return device;
}

/** Returns lists from the columns that native code has of them. */
function raisedInputs(
  { input }: TransformDescription,
  columns: readonly InputBuffers[],
  length: number,
): readonly InputBuffers[] {
  const left = [...columns];
  return input.map((column) => {
    const own = left.splice(0, column.element === undefined ? 1 : partCount(column.element));
    const [first = { values: new Uint8Array(0), valuesBit: 0, validityBit: 0 }] = own;
    if (column.element === undefined || !column.read) return first;
    const parts = own.map(({ values, offsets, validity }) => ({
      values: values as Uint8Array,
      ...(offsets && { offsets: offsets.slice() }),
      ...(validity && { validity }),
      nullCount: validity === undefined ? 0 : 1,
    }));
    return columnBuffers(raiseList(column, column.element, parts, length, noLimit()), column, length);
  });
}

/** Returns a copy with only the bytes that the offsets reach. */
function cut(buffers: InputBuffers): InputBuffers {
  const { values, offsets } = structuredClone(buffers);
  if (offsets === undefined) return structuredClone(buffers);
  const [first = 0, last = 0] = [offsets[0], offsets.at(-1)];
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  return {
    ...structuredClone(buffers),
    values: bytes.slice(first, last),
    offsets: offsets.map((offset) => offset - first),
  };
}

function bytesOf({ values, offsets, validity }: InputBuffers): number {
  return values.byteLength + (offsets?.byteLength ?? 0) + (validity?.byteLength ?? 0);
}
