import { readFileSync } from 'node:fs';
import type { AggregationFunctions, Evaluated, InputBuffers } from '../../runtime/backend/addon.js';
import type { AggregateDescription, TransformDescription } from '../../runtime/index.js';
import { GroupError, RowError } from '../../runtime/index.js';
import type { Piece } from '../../runtime/input/piece.js';
import { LineCutter } from '../../runtime/lines/cut-lines.js';
import type { ResultChunk } from '../../runtime/output/result-columns.js';
import { atOnce } from '../../runtime/pace.js';
import { AggregatedRows } from '../../runtime/reference/group/aggregate-rows.js';
import { noLimit } from './no-limit.js';

interface Handle {
  readonly rows: AggregatedRows;
  readonly cutter: LineCutter;
  isReleased: boolean;
}

/** Requests of the runtime to aggregations, in order. */
export type GroupCall = readonly [call: keyof AggregationFunctions, detail?: unknown];

/** Aggregations in TypeScript: computed by the reference, with the interface of native code. */
export function fakeGroups(
  transforms: readonly TransformDescription[],
): AggregationFunctions & { readonly calls: GroupCall[] } {
  const calls: GroupCall[] = [];
  const handles = new WeakMap<object, Handle>();
  const handleOf = (handle: object): Handle => {
    const found = handles.get(handle);
    if (found === undefined || found.isReleased) throw Object.assign(new Error('spent'), { code: 'InvalidArgument' });
    return found;
  };
  /** The fault of the first row that fails, and its bytes if it is a line. */
  const faultOf = ({ rows }: Handle, pieces: Iterable<Piece>) => {
    for (const piece of pieces) {
      try {
        for (const _ of rows.add(piece));
      } catch (error) {
        if (!(error instanceof RowError)) throw error;
        return { fault: { row: error.row, code: 10, column: -1, line: lineOf(piece, error.row - piece.start) } };
      }
    }
    return {};
  };
  return {
    calls,
    aggregation(name, backend) {
      calls.push(['aggregation', backend]);
      const description = transforms.find((one) => one.name === name) as AggregateDescription;
      const params = { values: {}, scalars: () => [] };
      const handle = {};
      handles.set(handle, {
        rows: new AggregatedRows(description, { params, valuesInErrors: true, memory: noLimit() }),
        cutter: new LineCutter({ name, separator: '\n' }),
        isReleased: false,
      });
      return handle;
    },
    async aggregate(handle, firstRow, length, columns) {
      calls.push(['aggregate', { firstRow, length }]);
      await undefined;
      const buffers = columns.filter((column) => 'valuesBit' in column);
      const { fault } = faultOf(handleOf(handle), [{ start: firstRow, length, buffers, verify() {} }]);
      return fault === undefined ? {} : { fault: { ...fault, row: fault.row - firstRow } };
    },
    async aggregateLines(handle, bytes, { final }) {
      calls.push(['aggregateLines', { bytes: bytes.length, final }]);
      await undefined;
      const found = handleOf(handle);
      const { cutter } = found;
      const made = faultOf(found, [...cutter.push(bytes.slice()), ...(final ? cutter.finish() : [])]);
      return { rows: cutter.rows, ...made };
    },
    async aggregateFile(handle, path) {
      calls.push(['aggregateFile', path]);
      await undefined;
      const found = handleOf(handle);
      const bytes = readFileSync(path);
      const { cutter } = found;
      const made = faultOf(found, [...cutter.push(bytes), ...cutter.finish()]);
      return { rows: cutter.rows, bytes: bytes.length, ...made };
    },
    aggregationProgress: () => undefined,
    async groups(handle) {
      calls.push(['groups']);
      await undefined;
      const { rows } = handleOf(handle);
      try {
        return evaluated(atOnce(rows.result())[0]);
      } catch (error) {
        if (!(error instanceof GroupError)) throw error;
        const int64 = new Uint8Array(BigInt64Array.of(7n).buffer);
        const fault = { row: 0, code: 4, column: 1 };
        return { ...evaluated(undefined), rows: 1, values: [int64, int64], nullCounts: [0, 0], fault };
      }
    },
    releaseAggregation(handle) {
      calls.push(['releaseAggregation']);
      const found = handles.get(handle);
      if (found !== undefined) found.isReleased = true;
    },
  };
}

function lineOf({ buffers: [column] }: Piece, row: number): Uint8Array {
  const { values, offsets } = column as InputBuffers;
  return offsets === undefined ? new Uint8Array(0) : (values as Uint8Array).slice(offsets[row], offsets[row + 1]);
}

function evaluated(chunk: ResultChunk | undefined): Evaluated {
  const columns = chunk?.columns ?? [];
  const bytesOf = (view: Int32Array | undefined) =>
    view && new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset, view.byteLength);
  return {
    rows: chunk?.length ?? 0,
    nullCounts: columns.map(({ nullCount }) => nullCount),
    bytes: columns.map(({ values }) => values.length),
    values: columns.map(({ values }) => values),
    offsets: columns.map(({ offsets }) => bytesOf(offsets)),
    validity: columns.map(({ validity }) => validity),
  };
}
