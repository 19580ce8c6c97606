// node --expose-gc memory.mjs <backend> <calls> [<rows>] [<calls before>]
//
// Prints by how many bytes the process grew over many calls: calls with results, with errors of rows and inputs, and aborted calls.
import { setImmediate } from 'node:timers/promises';
import { makeVector } from 'apache-arrow';
import { check, narrow, people, redact, repeated } from './work.mjs';

const [backend, calls, rowsText = '100000', callsBefore = '60'] = process.argv.slice(2);
const rows = Number(rowsText);

async function call(index) {
  const input = people(rows);
  switch (index % 5) {
    case 0:
    case 1:
      return check(await redact(input, { backend }), rows);
    case 2: {
      input.name.data[0].values[rows * 6] = 0xff;
      return expectCode(redact(input, { backend }), 'RowError');
    }
    case 3: {
      const n = makeVector(new Int32Array(rows).fill(7).fill(1e6, rows - 5));
      return expectCode(narrow({ n, factor: makeVector(new Float64Array(rows)) }, { backend }), 'RowError');
    }
    default: {
      await expectCode(redact({ ...input, visibility: repeated('x', 3) }, { backend }), 'SchemaError');
      const controller = new AbortController();
      const pending = redact(input, { backend, signal: controller.signal }).catch(() => {});
      for (let turn = 0; turn < index % 3; turn += 1) await setImmediate();
      controller.abort();
      return pending;
    }
  }
}

async function expectCode(pending, expected) {
  const code = await pending.then(
    () => 'nothing',
    (error) => error.code,
  );
  if (code !== expected) throw new Error(`Expected ${expected}, got ${code}`);
}

async function settledBytes() {
  for (let round = 0; round < 3; round += 1) {
    gc();
    await setImmediate();
  }
  const { rss, arrayBuffers } = process.memoryUsage();
  return { rss, arrayBuffers };
}

async function run(count) {
  for (let index = 0; index < count; index += 1) {
    await call(index);
    // Arrow's memory is outside the heap, so the heap alone would give V8 no reason to collect.
    if (index % 10 === 9 || rows > 1e6) gc();
  }
  return settledBytes();
}

const before = await run(Number(callsBefore));
const after = await run(Number(calls));
console.log(JSON.stringify({ rss: after.rss - before.rss, arrayBuffers: after.arrayBuffers - before.arrayBuffers }));
