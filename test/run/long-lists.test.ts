import { Field, Int32, List, makeData, makeVector, type Vector } from 'apache-arrow';
import { expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { builtTransforms, transformNamed } from './built-transforms.js';

/** The sum of so many is no exact double. */
const count = 2 ** 23;
const largest = 2 ** 31 - 1;

for (const backend of backendsUnderTest) {
  it(`sums of very long lists are rounded step by step on ${backend}`, async () => {
    const { run } = transformNamed(await builtTransforms(), 'exactSum');
    const child = makeData({ type: new Int32(), length: count, data: new Int32Array(count).fill(largest) });
    const type = new List(new Field('item', new Int32(), false));
    const values = makeVector(makeData({ type, length: 1, valueOffsets: Int32Array.of(0, count), child }));
    let rounded = 0;
    for (let i = 0; i < count; i += 1) rounded += largest;
    expect(rounded).not.toBe(count * largest);
    const result = (await run({ values }, { backend })) as Vector;
    expect(result.get(0)).toBe(rounded);
  });
}
