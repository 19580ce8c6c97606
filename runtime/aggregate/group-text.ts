import type { LineFault } from '../backend/addon.js';
import { codeOf } from '../backend/native-failures.js';
import { groupsInBlocks } from '../description.js';
import { FileError, InputChangedError } from '../errors.js';
import { explainFault } from '../faults/explain-fault.js';
import { ByteOrderMark } from '../lines/byte-order-mark.js';
import { lineBuffers } from '../lines/cut-lines.js';
import { separatorBytes } from '../lines/line-ends.js';
import { linePieces, type OnRead } from '../lines/line-pieces.js';
import { asFileError, stateOf, type TextFile } from '../lines/text-file.js';
import { type PartedText, textParts } from '../lines/text-parts.js';
import { nativeInputs } from '../params.js';
import { addPiece } from './group-pieces.js';
import { type AggregateCall, type NativeGroups, refuseReducedRow } from './native-groups.js';

const lineTooLong =
  'a line takes more than the 2^31 - 1 bytes that utf8 can address. Check that this is the text, and its separator: lines({ separator }).';

/** Bytes of a file that are read at a time if its rows are grouped in blocks: some for each thread. */
const blocksBytes = 2 ** 25;

/** Milliseconds between two reports of the progress in a file. */
const progressInterval = 100;

/** Adds the lines of a text to native groups. Returns their number. */
export async function addText(groups: NativeGroups, text: PartedText, onRead: OnRead): Promise<number> {
  const { cut, failed, signal, transform } = groups.call;
  // Native code searches for a separator of one byte, and ends with the first row that fails.
  if (separatorBytes(cut.separator).length > 1 || failed !== undefined) {
    let rows = 0;
    for await (const piece of linePieces(cut, text, signal, onRead)) {
      await addPiece(groups, piece);
      rows += piece.length;
    }
    return rows;
  }
  if (text.kind === 'file' && !groupsInBlocks(transform)) {
    const { isRegular, size } = await stateOf({ name: transform.name, path: text.path });
    // Threads read by position, which pipes and files without a size do not have.
    if (isRegular && size > 0) return addFile(groups, text.path, onRead);
  }
  return addParts(groups, text, onRead);
}

/** Adds a text part by part. */
async function addParts(groups: NativeGroups, text: PartedText, onRead: OnRead): Promise<number> {
  const { addon, cut, transform, signal, memory } = groups.call;
  const handle = groups.begin('text');
  const scalars = scalarInputs(groups.call);
  const mark = new ByteOrderMark();
  const add = async (bytes: Uint8Array, final: boolean) => {
    const added = await groups.guard(lineTooLong, () =>
      addon.aggregateLines(handle, bytes, { final }, scalars, memory.left),
    );
    memory.countNative(added.held ?? 0);
    refuseLine(groups.call, added.fault);
    return added.rows;
  };
  const fileBytes = groupsInBlocks(transform) ? blocksBytes : undefined;
  for await (const { bytes, verify } of textParts(cut, text, signal, fileBytes)) {
    const rows = await add(mark.push(bytes), false);
    verify();
    onRead(bytes.length, rows);
  }
  return add(mark.finish(), true);
}

/** Adds a file that native threads read, while its progress is reported. */
async function addFile(groups: NativeGroups, path: string, onRead: OnRead): Promise<number> {
  const { addon, transform, memory } = groups.call;
  const handle = groups.begin('text');
  let told = 0;
  const tell = (bytes: number, rows: number) => {
    if (bytes > told) onRead(bytes - told, rows);
    told = Math.max(told, bytes);
  };
  const reports = repeat(() => {
    const progress = addon.aggregationProgress(handle);
    if (progress !== undefined) tell(progress.bytes, progress.rows);
  });
  try {
    const reading = groups.guard(lineTooLong, () =>
      addon.aggregateFile(handle, path, scalarInputs(groups.call), memory.left).catch((error: unknown) => {
        const known = fileError({ name: transform.name, path }, error);
        if (known === undefined) throw error;
        return known;
      }),
    );
    const read = await Promise.race([reading, reports.failed]);
    if (read instanceof Error) throw read;
    memory.countNative(read.held ?? 0);
    refuseLine(groups.call, read.fault);
    tell(read.bytes, read.rows);
    return read.rows;
  } finally {
    reports.stop();
  }
}

/** Returns the inputs with the params and the number of the first row. The column of lines is empty. */
function scalarInputs({ params, transform, memory }: AggregateCall) {
  const buffers = transform.input.map(() => lineBuffers(new Uint8Array(0), new Int32Array(1)));
  return nativeInputs({ start: 0, buffers }, params, transform.input, memory);
}

/** @throws RowError for a line that fails */
function refuseLine(call: AggregateCall, fault: LineFault | undefined): void {
  if (fault === undefined || fault.code === 0) return;
  const { row, line } = fault;
  refuseReducedRow(call, fault, 0);
  const buffers = call.transform.input.map(() => lineBuffers(line, Int32Array.of(0, line.length)));
  throw explainFault(call, { start: row, length: 1, buffers, verify() {} }, fault);
}

/** Calls `report` at intervals until it is stopped. `failed` rejects with an error that `report` throws. */
function repeat(report: () => void) {
  let timer: NodeJS.Timeout | undefined;
  const failed = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      try {
        report();
      } catch (error) {
        reject(error);
      }
    }, progressInterval);
  });
  return { failed, stop: () => clearInterval(timer) };
}

/** The error for a file that the system refuses, or that changed while it was read. Undefined for any other error. */
function fileError(file: TextFile, error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  if (codeOf(error) === 'InputChanged') {
    return new InputChangedError(`${file.name}: ${error.message}`, { cause: error });
  }
  const known = asFileError(file, error);
  return known instanceof FileError ? known : undefined;
}
