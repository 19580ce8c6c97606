import { Field, Int32, List, makeData, makeVector, Struct, type Table, Utf8, type Vector } from 'apache-arrow';
import { expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { textsOf } from '../runtime/text-vectors.js';
import { builtTransforms } from './built-transforms.js';

function lists(offsets: readonly number[], elements: Vector): Vector {
  const [child] = elements.data;
  if (child === undefined) throw new Error('no elements');
  const type = new List(new Field('item', child.type, true));
  return makeVector(makeData({ type, length: offsets.length - 1, valueOffsets: Int32Array.from(offsets), child }));
}

const transforms = await builtTransforms();

for (const backend of backendsUnderTest) {
  it(`rows of lists that fail are left out on ${backend}, each with its reason`, async () => {
    const run = transforms.find(({ name }) => name === 'listTolerant')?.run;
    if (run === undefined) throw new Error('no transform listTolerant');
    const bytes = Uint8Array.of(0x61, 0xff, 0x62, 0xc3, 0xa9, 0x63);
    const texts = makeData({
      type: new Utf8(),
      length: 6,
      valueOffsets: Int32Array.of(0, 1, 2, 3, 5, 5, 6),
      data: bytes,
    });
    const tags = lists([0, 1, 2, 4, 4, 6, 6], makeVector(texts));
    const xs = lists([0, 2, 2, 1, 3, 4, 4], makeVector(Float64Array.of(1, 2, 3, 4)));
    const n = makeData({ type: new Int32(), data: Int32Array.of(1, 2, 3, 7, 5, 6) });
    const at = makeVector(
      makeData({ type: new Struct([new Field('n', new Int32())]), length: 6, nullCount: 0, children: [n] }),
    );
    const { result, errors } = await run({ tags, xs, at }, { backend, onError: 'collect' });
    expect(textsOf((result as Table).getChild('text') as Vector)).toEqual(['a', null, null, null, '/c', '']);
    expect(Array.from((result as Table).getChild('sum') as Vector)).toEqual([3, null, null, null, 4, 0]);
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringContaining('row 1, column "tags": the bytes are not UTF-8 from byte 0'),
      expect.stringContaining('row 2, column "xs": malformed offsets: the list runs from element 2 to element 1 of 4'),
      expect.stringContaining('row 3: the row function threw Error: seven'),
    ]);
  });
}
