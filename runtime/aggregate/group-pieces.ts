import { runWithoutFailures } from '../backend/run-without-failures.js';
import { RowError } from '../errors.js';
import { explainFault } from '../faults/explain-fault.js';
import { malformedIndex } from '../faults/faults.js';
import { firstUnsound, markUnsound } from '../input/checks/unsound-rows.js';
import { maxTextBytes } from '../input/chunks/chunk.js';
import { cutPiece } from '../input/cut-piece.js';
import type { Piece } from '../input/piece.js';
import { spreadPiece } from '../input/spread-out.js';
import { nativeInputs } from '../params.js';
import { groupsTooLarge, type NativeGroups, refuseReducedRow } from './native-groups.js';

/** Adds the rows of a piece to native groups. */
export async function addPiece(groups: NativeGroups, piece: Piece): Promise<void> {
  const { memory } = groups.call;
  const before = memory.used;
  await groupWithoutFailures(groups, piece);
  memory.settle(before, 0);
}

/** Groups the rows that do not fail, if the call takes those that do. All rows are marked first: groups cannot be undone. */
async function groupWithoutFailures(groups: NativeGroups, piece: Piece): Promise<void> {
  const { addon, transform, params, failed, memory } = groups.call;
  if (failed === undefined) return group(groups, piece);
  memory.take(piece.length);
  const codes = new Uint8Array(piece.length);
  piece.verify();
  const inputs = nativeInputs(piece, params, transform.input, memory);
  await groups.guard(groupsTooLarge, () =>
    addon.mark(transform.name, 'cpu', piece.length, inputs, { codes }, memory.left),
  );
  markUnsound(piece, codes, malformedIndex);
  const first = codes.findIndex((code) => code !== 0);
  if (first < 0) return group(groups, piece);
  const mark = async (marks: Uint8Array) => marks.set(codes);
  const run = async (rows: Piece) => {
    await group(groups, rows);
    return [];
  };
  const error = new RowError(`${transform.name}: a row fails`, { row: piece.start + first });
  await runWithoutFailures({ ...groups.call, failed, outputs: [] }, piece, run, mark, error);
}

/** Groups rows in the form that the backend takes. A malformed row is refused after the rows before it, which may fail first. */
async function group(groups: NativeGroups, piece: Piece): Promise<void> {
  groups.begin('rows');
  const { backend, transform, memory } = groups.call;
  const rows = backend === 'cuda' ? spreadPiece(piece, maxTextBytes, memory) : piece;
  if (rows === 'too large') {
    const half = piece.length >>> 1;
    await group(groups, cutPiece(piece, transform.input, 0, half));
    await group(groups, cutPiece(piece, transform.input, half, piece.length - half));
    return;
  }
  const unsound = firstUnsound(rows);
  if (unsound < 0) return groupSound(groups, rows);
  if (unsound > 0) await group(groups, cutPiece(piece, transform.input, 0, unsound));
  const fault = { row: unsound, code: malformedIndex, column: -1 };
  throw explainFault(groups.call, cutPiece(piece, transform.input, unsound, 1), fault);
}

async function groupSound(groups: NativeGroups, piece: Piece): Promise<void> {
  const { addon, transform, params, memory } = groups.call;
  const handle = groups.begin('rows');
  piece.verify();
  const inputs = nativeInputs(piece, params, transform.input, memory);
  const { fault, held = 0 } = await groups.guard(groupsTooLarge, () =>
    addon.aggregate(handle, piece.start, piece.length, inputs, memory.left),
  );
  memory.countNative(held);
  piece.verify();
  if (fault === undefined || fault.code === 0) return;
  refuseReducedRow(groups.call, fault, piece.start);
  throw explainFault(groups.call, cutPiece(piece, transform.input, fault.row, 1), fault);
}
