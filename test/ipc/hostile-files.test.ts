import { verifyIpc } from '@rowfuse/runtime';
import { describe, expect, test } from 'vitest';
import { flatBuffer } from './flat-writer.js';
import { body, int32, refuses, whole } from './hostile-cases.js';
import { batchMessage, blocksOf, concat, file, schemaMessage } from './ipc-writer.js';

describe('refuses files', () => {
  const messages = [schemaMessage(int32), batchMessage(whole, body)];
  const [schemaBlock = [0, 0, 0], block = [0, 0, 0]] = blocksOf(messages, [0, 64]);
  const [at, metadataLength, bodyLength] = block;
  const made =
    (...batches: Parameters<typeof file>[2]['batches'] & object) =>
    () =>
      file([int32], messages, { batches });
  const end = (change: (view: DataView, length: number) => void) => () => {
    const bytes = made(block)();
    change(new DataView(bytes.buffer), bytes.length);
    return bytes;
  };

  refuses([
    // Arrow JS reads the schema, forgets its position, and reads it again, forever.
    ['with a block that is a schema', made(schemaBlock), 'the footer lists a batch where there is a schema'],
    [
      'with a block that is a dictionary',
      () => file([int32], messages, { dictionaries: [block] }),
      'the footer lists a dictionary where there is a batch',
    ],
    ['with one block twice', made(block, block), `two blocks of the footer overlap at byte ${at}`],
    [
      'with blocks that overlap',
      made(block, [at + 8, metadataLength - 8, bodyLength]),
      `two blocks of the footer overlap at byte ${at + 8}`,
    ],
    ['with a block before the messages', made([0, metadataLength, bodyLength]), 'the footer places a block at 0'],
    ['with a block at -8', made([-8, metadataLength, bodyLength]), 'the place of a block is -8'],
    ['with a block past the footer', made([at + 4096, metadataLength, bodyLength]), "outside of the file's messages"],
    [
      'with a block past 2^53',
      made([2n ** 60n, metadataLength, bodyLength]),
      'the place of a block is 1152921504606846976, past 2^53',
    ],
    ['with a block of -8 bytes of metadata', made([at, -8, bodyLength]), "outside of the file's messages"],
    [
      'with a block of other metadata',
      made([at, metadataLength + 8, bodyLength - 8]),
      `the footer gives a block ${metadataLength + 8} bytes of metadata, unlike its message`,
    ],
    ['with a block of too little metadata', made([at, metadataLength - 8, bodyLength]), 'bytes of metadata, but'],
    ['with a block without metadata', made([at, 0, bodyLength]), 'the footer gives a block 0 bytes of metadata'],
    [
      'with a block of another body',
      made([at, metadataLength, bodyLength - 8]),
      'the footer gives a block a body of 56 bytes, its message 64',
    ],
    ['with a block of -8 bytes of body', made([at, metadataLength, -8]), 'the length of a block is -8'],
    [
      'with more blocks than bytes',
      end((view, length) => {
        const footer = length - 10 - view.getInt32(length - 10, true);
        const root = footer + view.getUint32(footer, true);
        const entry = root - view.getInt32(root, true) + 10;
        const field = root + view.getUint16(entry, true);
        view.setUint32(field + view.getUint32(field, true), 2 ** 30, true);
      }),
      '1073741824 elements of Footer.recordBatches would need 25769803776 bytes',
    ],
    [
      'with a footer of 0 bytes',
      end((view, length) => view.setInt32(length - 10, 0, true)),
      'the footer says that it has 0 bytes',
    ],
    [
      'with a footer of -100 bytes',
      end((view, length) => view.setInt32(length - 10, -100, true)),
      'the footer says that it has -100 bytes',
    ],
    [
      'with a footer of more bytes than there are',
      end((view, length) => view.setInt32(length - 10, 2 ** 31 - 1, true)),
      'the footer says that it has 2147483647 bytes',
    ],
    [
      'that do not end with ARROW1',
      end((view, length) => view.setUint8(length - 1, 0)),
      'a file ends with ARROW1, and these bytes do not',
    ],
    [
      'that are nothing but their beginning',
      () => new TextEncoder().encode('ARROW1\0\0'),
      'a file ends with ARROW1, and these bytes do not',
    ],
    [
      'that are ARROW1 alone',
      () => new TextEncoder().encode('ARROW1'),
      'a file ends with ARROW1, and these bytes do not',
    ],
  ]);

  test('without a schema in the footer', () => {
    const footer = flatBuffer({ table: [[2, 4]] });
    const length = new Uint8Array(Int32Array.of(footer.length).buffer);
    const magic = new TextEncoder().encode('ARROW1');
    const bytes = concat([magic, new Uint8Array(2), footer, length, magic]);
    expect(() => verifyIpc(bytes)).toThrow('the footer has no schema');
  });
});
