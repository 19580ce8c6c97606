import { Field, makeData, RecordBatch, Schema, Struct, Utf8 } from 'apache-arrow';
import { expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { builtTransforms } from './built-transforms.js';

const rows = 100_000;
/** Gigabytes of text in each of the two columns. */
const rowBytes = 40;
const gigabytes = { cpu: 3, cuda: 3, js: 0.1 };

for (const backend of backendsUnderTest) {
  it(`${backend}: ${gigabytes[backend]} GB stream through memory of a few batches`, async () => {
    const redact = (await builtTransforms()).find(({ name }) => name === 'redact');
    if (redact === undefined) throw new Error('there is no redact');
    const bytes = rows * 2 * (rowBytes + Int32Array.BYTES_PER_ELEMENT);
    const count = Math.ceil((gigabytes[backend] * 1e9) / bytes);
    const resident: number[] = [];
    for await (const result of redact.run.stream(freshBatches(count), { backend })) {
      expect(result.numRows).toBe(rows);
      resident.push(process.memoryUsage.rss());
    }
    expect(resident.length).toBe(count);
    const half = count >> 1;
    const highest = (part: readonly number[]) => Math.max(...part) / 2 ** 20;
    // V8 frees memory when it sees fit, so some batches more may be alive.
    expect(highest(resident.slice(half))).toBeLessThan(highest(resident.slice(0, half)) + 64 + (8 * bytes) / 2 ** 20);
    expect(highest(resident) - (resident[0] ?? 0) / 2 ** 20).toBeLessThan(700);
  });
}

/** Each batch has its own memory, as a file reader makes it. */
function* freshBatches(count: number): Generator<RecordBatch> {
  const fields = ['name', 'visibility'].map((name) => new Field(name, new Utf8(), false));
  const schema = new Schema(fields);
  const type = new Struct(fields);
  for (let batch = 0; batch < count; batch += 1) {
    const children = fields.map(() =>
      makeData({
        type: new Utf8(),
        length: rows,
        nullCount: 0,
        valueOffsets: Int32Array.from({ length: rows + 1 }, (_, row) => row * rowBytes),
        data: new Uint8Array(rows * rowBytes).fill(0x61),
      }),
    );
    yield new RecordBatch(schema, makeData({ type, length: rows, nullCount: 0, children }));
  }
}
