import { SchemaError, verifyIpc } from '@rowfuse/runtime';
import { expect, test } from 'vitest';
import type { ArrowTable } from '../../runtime/input/arrow-shapes.js';
import { readIpc } from '../../runtime/input/ipc-bytes.js';
import type { FlatTableSource } from './flat-writer.js';
import { type BatchSource, batchMessage, field, schemaMessage, stream, types } from './ipc-writer.js';

export const int32 = field({ type: types.int32 });
export const utf8 = field({ type: types.utf8 });
export const body = new Uint8Array(64);

/** A valid record batch of one int32 column. */
export const whole: BatchSource = {
  length: 2,
  nodes: [[2, 0]],
  buffers: [
    [0, 0],
    [0, 8],
  ],
};

export const read = (bytes: Uint8Array) => readIpc('test', bytes) as ArrowTable;

/** Makes damaged bytes, with the expected reason. */
export type HostileCase = readonly [title: string, bytes: () => Uint8Array, why: string];

/** Expects a SchemaError per case that names the reason, the byte, and the remedy. */
export function refuses(cases: readonly HostileCase[]): void {
  test.each(cases)('%s', (_, make, why) => {
    const bytes = make();
    expect(() => verifyIpc(bytes)).toThrow(SchemaError);
    expect(() => verifyIpc(bytes)).toThrow(why);
    expect(() => verifyIpc(bytes)).toThrow(/\(byte \d+\)\. ./);
  });
}

/** A stream of an int32 column, with a batch that is changed. */
export function ofInt32(changes: Partial<BatchSource>): () => Uint8Array {
  return of(int32, { ...whole, ...changes });
}

/** A stream of one column and one batch. */
export function of(column: FlatTableSource, source: BatchSource): () => Uint8Array {
  return () => stream(schemaMessage(column), batchMessage(source, body));
}
