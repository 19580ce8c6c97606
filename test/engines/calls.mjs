// node test/engines/calls.mjs <built folder>: calls generated functions of all kinds, and prints what they give, one line per call.
// Bun and Deno run this program as well.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Table, Utf8, vectorFromArray } from 'apache-arrow';

const folder = process.argv[2];
const { movingMeanByLoop, redact, stations, toDevice, upperCase } = await import(
  pathToFileURL(path.join(folder, 'index.js')).href
);

const text = (values) => vectorFromArray(values, new Utf8());
const print = (what, value) => console.log(`${what}: ${JSON.stringify(value)}`);
const valuesOf = (result) => [...result].map((value) => (typeof value === 'object' ? value?.toJSON() : value));

const name = text(['Ada Lovelace', 'Grace Hopper', 'ÆØÅ ĐĦ']);
const visibility = text(['public', 'private', 'public']);

for (const backend of ['cpu', 'js']) {
  print(`${backend}, text`, valuesOf(await redact({ name, visibility }, { backend })));
  print(`${backend}, case mapping`, valuesOf(await upperCase({ text: name }, { backend })));
  const bytes = new TextEncoder().encode('Oslo;1.5\nRome;20.1\nOslo;-2.5\n');
  print(`${backend}, groups of lines`, valuesOf(await stations(bytes, { backend })));
  const price = Float64Array.from({ length: 3100 }, (_, row) => row / 8);
  print(`${backend}, windows`, valuesOf(await movingMeanByLoop({ price }, { backend })).slice(2990));
  const resident = await toDevice({ name, visibility }, { backend });
  const masked = await redact(resident);
  print(`${backend}, resident columns`, valuesOf(await masked.toArrow()));
  masked.dispose();
  resident.dispose();
  for await (const batch of redact.stream(new Table({ name, visibility }).batches, { backend }))
    print(`${backend}, stream`, valuesOf(batch));
}
print('reference', valuesOf(redact.reference({ name, visibility })));

const file = path.join(tmpdir(), `rowfuse-engines-${process.pid}.txt`);
writeFileSync(file, 'Oslo;1.5\nRome;20.1\n');
print('groups of a file', valuesOf(await stations({ file })));

const many = Array.from({ length: 100_000 }, (_, row) => `First${row} Last${row}`);
const columns = { name: text(many), visibility: text(many.map((_, row) => (row % 3 === 0 ? 'public' : 'no'))) };
let earlier;
for (let round = 0; round < 8; round += 1) earlier = await redact(columns, round % 2 === 0 ? {} : { out: earlier });
print('many rows', [earlier.length, earlier.get(0), earlier.get(99_999)]);

const failing = async (what, call) => {
  try {
    await call();
    print(what, 'no error');
  } catch (error) {
    print(what, [error.name, error.message]);
  }
};
await failing('missing column', () => redact({ name }));
await failing('aborted', () => redact({ name, visibility }, { signal: AbortSignal.abort(new Error('enough')) }));
