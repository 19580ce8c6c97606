import type { DeviceColumn, DeviceFunctions, InputBuffers } from '../../native/runtime/addon.js';
import { firstClear, isSet } from '../../native/runtime/bitmap.js';
import { type ColumnTypeName, hasOffsets, numberTypes } from '../../native/runtime/column-types.js';
import { RowError, type TransformDescription } from '../../native/runtime/index.js';
import { cutPiece } from '../../native/runtime/input/cut-piece.js';
import type { ResultChunk } from '../../native/runtime/output/result-columns.js';
import { evaluatePiece } from '../../native/runtime/reference/evaluate.js';

/** A GPU in TypeScript: computes by the reference, but keeps columns as native code does. */
export interface FakeDevice extends DeviceFunctions {
  /** Columns that were made and not freed. */
  readonly live: ReadonlySet<object>;
  /** Runs before each operation. */
  meanwhile: (operation: 'upload' | 'run' | 'download') => void;
}

interface Kept {
  readonly type: ColumnTypeName;
  readonly length: number;
  readonly buffers: InputBuffers;
  /** As uploaded: those of a slice do not start at 0, and come back as they are. */
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
      // A native run reads its columns for as long as it takes, whatever is freed meanwhile.
      const inputs = columns.map((handle) => (handle === undefined ? undefined : of(handle)));
      await undefined;
      device.meanwhile('run');
      const transform = transforms.find((candidate) => candidate.name === name);
      if (transform === undefined) throw new Error(`no transform ${name}`);
      const buffers = inputs.map(
        (column) => column?.buffers ?? { values: new Uint8Array(0), valuesBit: 0, validityBit: 0 },
      );
      const whole = { start: 0, length: first + length, buffers, verify() {} };
      const piece = cutPiece(whole, transform.input, first, length);
      const chunks: ResultChunk[] = [];
      try {
        for (const chunk of evaluatePiece(transform, piece, {
          params: { values: {}, scalars: () => [] },
          valuesInErrors: true,
        }))
          if (chunk) chunks.push(chunk);
      } catch (error) {
        return fault(error, first);
      }
      const made = (chunks[0]?.columns ?? []).map((column, index) => {
        const type = transform.output[index]?.type ?? 'utf8';
        const { values, offsets, validity } = column;
        return keep({
          type,
          length,
          buffers: {
            values:
              hasOffsets(type) || type === 'bool' ? values : new numberTypes[type].array(values.buffer, 0, length),
            valuesBit: 0,
            ...(offsets && { offsets }),
            ...(validity && column.nullCount > 0 && { validity }),
            validityBit: 0,
          },
        });
      });
      return { columns: made, nullCounts: chunks[0]?.columns.map(({ nullCount }) => nullCount) ?? [], deviceMs: 0.25 };
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

/** A copy with the bytes that the offsets reach. */
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
