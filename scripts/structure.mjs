// node scripts/structure.mjs: checks that imports go from later folders to earlier ones alone, and that files, classes and folders are
// small enough to read, in TypeScript, C++ and CUDA. Biome finds cycles of imports; this script finds cycles of native folders. The rules
// are in scripts/structure/rules.mjs.
import { fileURLToPath } from 'node:url';
import { findViolations } from './structure/check.mjs';
import { readIncludes } from './structure/includes.mjs';
import * as rules from './structure/rules.mjs';
import { readSources } from './structure/sources.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = readSources(root, Object.keys(rules.parts));
const native = readIncludes(root, 'native');
const violations = [...findViolations(sources, rules), ...findViolations(native, rules.native)];
for (const violation of violations) console.error(violation);
const all = [...sources, ...native];
const arrows = all.reduce((sum, { imports }) => sum + imports.length, 0);
console.log(`${all.length} files, ${arrows} imports, ${violations.length} violations`);
process.exitCode = violations.length > 0 ? 1 : 0;
