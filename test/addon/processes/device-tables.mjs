// node --expose-gc device-tables.mjs <backend> <tables>
//
// Makes tables and results that nobody disposes of, and prints how much memory is held after they are collected. Then ends with tables
// alive and a call in flight.
import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { addon } from './built.mjs';
import { people, redact, toDevice } from './work.mjs';

const [backend, tables] = process.argv.slice(2);
const rows = 100_000;
const { device } = createRequire(import.meta.url)(addon);

async function forgotten() {
  const table = await toDevice(people(rows), { backend });
  const result = await redact(table);
  if (result.numRows !== rows) throw new Error(`${result.numRows} rows`);
}

for (let index = 0; index < Number(tables); index += 1) {
  await forgotten();
  if (index % 10 === 9) gc();
}
for (let round = 0; round < 5 && device.statistics().tableBytes > 0; round += 1) {
  gc();
  await setTimeout(10);
}
const { tableBytes, callBytes } = device.statistics();
console.log(JSON.stringify({ tableBytes, callBytes }));
globalThis.alive = await toDevice(people(rows), { backend });
globalThis.inFlight = redact(globalThis.alive);
process.exit(0);
