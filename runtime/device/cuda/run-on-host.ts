import type { InputBuffers } from '../../backend/addon.js';
import { nativeRunner } from '../../backend/run-native.js';
import { DeviceError } from '../../errors.js';
import type { Piece } from '../../input/piece.js';
import type { ResultChunk } from '../../output/result-columns.js';
import { columnBuffers } from '../column-buffers.js';
import type { StorageRun } from '../device-storage.js';
import type { Block } from '../stored-column.js';
import type { CudaDevice } from './cuda-device.js';
import { downloadBlock } from './download.js';
import { unread } from './unread.js';
import { uploadPiece } from './upload.js';

/**
 * Runs a block on the CPU, which leaves out the rows that fail, and yields the blocks of the result after copying each to the device.
 *
 * @param start the number of the block's first row
 * @throws DeviceError if another device is configured than the block is on
 */
export async function* runOnHost(
  device: CudaDevice,
  run: StorageRun,
  block: Block,
  start: number,
): AsyncGenerator<Block, void> {
  const { output, name } = run.transform;
  for (const chunk of await computeOnHost(device, run, block, start)) {
    const buffers = chunk.columns.map((column, index) => columnBuffers(column, output[index], chunk.length));
    const piece: Piece = { start, length: chunk.length, buffers, verify() {} };
    const uploaded = await uploadPiece(device.addon, piece, output, run.memory);
    yield uploaded.block;
    if (`cuda:${uploaded.ordinal}` !== device.name) throw otherDevice(name, device.name);
  }
}

/** Computes the result over a copy of the columns that the transform reads. */
async function computeOnHost(
  device: CudaDevice,
  run: StorageRun,
  block: Block,
  start: number,
): Promise<readonly ResultChunk[]> {
  const { transform, params, valuesInErrors, failed, signal, memory } = run;
  const read = transform.input.flatMap((column, index) => (column.read ? [{ column, index }] : []));
  const columns = read.flatMap(({ index }) => block.columns.slice(index, index + 1));
  const copies = await downloadBlock(
    device,
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
  const compute = nativeRunner(transform, device.addon, 'cpu', run);
  return compute(rows, { params, valuesInErrors, failed, signal, memory });
}

function otherDevice(name: string, device: string): DeviceError {
  return new DeviceError(
    `${name}: the table is on ${device}, and configure() has chosen another device: rows that fail are left out by way of the chosen one. ` +
      'Configure the device of the table, or leave out onError.',
  );
}
