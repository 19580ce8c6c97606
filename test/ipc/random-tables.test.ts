import { Table, tableFromIPC, tableToIPC, type Vector } from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ArrowTable } from '../../runtime/input/arrow-shapes.js';
import { readIpc } from '../../runtime/input/ipc-bytes.js';
import { arbitraryColumns } from '../run/arbitrary-table.js';
import { builtTransforms } from '../run/built-transforms.js';
import { tableShape } from './column-shape.js';

const transforms = (await builtTransforms()).filter(({ name }) => name.startsWith('ipc'));

describe.each(['stream', 'file'] as const)('a %s of Arrow JS', (kind) => {
  test.each(transforms)('has the random columns of $name', ({ input }) => {
    fc.assert(
      fc.property(arbitraryColumns(input), (columns) => {
        fc.pre(Object.values(columns).every(isOfOneType));
        const bytes = written(columns, kind);
        const expected = tableShape(tableFromIPC(bytes) as unknown as ArrowTable);
        expect(tableShape(readIpc('test', bytes) as ArrowTable)).toEqual(expected);
      }),
      { numRuns: 30, seed: 7 },
    );
  });
});

/** Arrow JS writes the chunks of a column unchanged, even if the indices of dictionaries differ in width. */
function isOfOneType({ data, type }: Vector): boolean {
  return data.every((chunk) => String(chunk.type) === String(type));
}

/** Arrow JS throws for a file whose batches have their own dictionaries. */
function written(columns: Record<string, Vector>, kind: 'stream' | 'file'): Uint8Array {
  try {
    return tableToIPC(new Table(columns), kind);
  } catch {
    fc.pre(false);
    throw new Error('unreachable');
  }
}
