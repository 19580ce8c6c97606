// The generated function, called as an app calls it. Skipped if generated/ has not been built.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as arrow from 'apache-arrow';
import { vectorChecksum } from '../data/checksum.mjs';
import { arrowTable } from '../data/redact-table.mjs';

const GENERATED = new URL('../../generated/index.js', import.meta.url);

export async function prepare(table, { backends = ['cpu', 'js'] } = {}) {
  if (!existsSync(fileURLToPath(GENERATED))) return { skipped: 'generated/index.js is missing: npm run generate' };
  const { redact, backend } = await import(GENERATED.href);
  const input = arrowTable(arrow, table);
  const sample = input.slice(0, 10);
  const versions = [];
  const skipped = [];
  for (const name of backends) {
    try {
      await redact(sample, { backend: name });
    } catch (error) {
      skipped.push(`${name}: ${error.message}`);
      continue;
    }
    const contestant = {
      version: name,
      threads: name === 'js' ? 1 : 2,
      counts: 'Arrow table in, Arrow vector out, through the public call',
      checksum: vectorChecksum,
    };
    versions.push({ ...contestant, memory: 'fresh', run: () => redact(input, { backend: name }) });
    if (name === 'js') continue;
    // As an app would: one result provides the memory, and every next one reuses it.
    let out;
    const run = async () => {
      out = await redact(input, { backend: name, out });
      return out;
    };
    versions.push({ ...contestant, memory: 'reused', run });
  }
  return {
    versions,
    note: `default backend: ${JSON.stringify(backend())}`,
    ...(skipped.length === 0 ? {} : { skipped: skipped.join('; ') }),
  };
}
