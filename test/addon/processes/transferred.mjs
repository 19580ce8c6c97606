// node --expose-gc transferred.mjs <backend>
//
// Transfers inputs away during calls and lets their new owner be collected. Memory that native threads still read must stay mapped.
import { setImmediate } from 'node:timers/promises';
import { check, people, redact } from './work.mjs';

const backend = process.argv[2];
// Columns of more than 32 MB, which the allocator unmaps as soon as they are freed.
const rows = 6_000_000;
const outcomes = { InputChanged: 0, done: 0 };
for (let round = 0; round < 4; round += 1) {
  const input = people(rows);
  const pending = redact(input, { backend }).then(
    (result) => {
      check(result, rows);
      return 'done';
    },
    ({ code }) => code,
  );
  for (let turn = 0; turn < round; turn += 1) await setImmediate();
  for (const { values, valueOffsets } of [...input.name.data, ...input.visibility.data]) {
    for (const { buffer } of [valueOffsets, values]) structuredClone(buffer, { transfer: [buffer] });
  }
  gc();
  outcomes[await pending] += 1;
}
check(await redact(people(1000), { backend }), 1000);
console.log(JSON.stringify(outcomes));
