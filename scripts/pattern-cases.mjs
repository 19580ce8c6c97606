// node scripts/pattern-cases.mjs --out FILE [--patterns 2500] [--pairs 25] [--seed N]
//
// Writes random regular expressions, texts and V8's matches to a file. With it scripts/gpu-patterns.sh compares the engines on a GPU with V8,
// without Node. The file is compressed if its name ends with `.gz`. The seed is printed, and is part of the file.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { tsImport } from 'tsx/esm/api';

const { values: options } = parseArgs({
  options: {
    out: { type: 'string' },
    patterns: { type: 'string', default: '2500' },
    pairs: { type: 'string', default: '25' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
if (options.out === undefined) throw new Error('--out names the file');
const { patternFile } = await tsImport('../test/regex/pattern-file.ts', import.meta.url);
const { header, bytes } = await patternFile(...[options.seed, options.patterns, options.pairs].map(Number));
const written = options.out.endsWith('.gz') ? gzipSync(bytes, { level: 9 }) : bytes;
writeFileSync(options.out, written);
console.log(JSON.stringify({ ...header, bytes: written.length }));
